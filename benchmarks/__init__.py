"""Measurements, as ratios to a floor of the same run."""
