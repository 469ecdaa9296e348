"""Measurements.  Each prints a ratio to a floor: a minimal program that is measured in the same run."""
