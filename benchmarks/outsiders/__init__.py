"""Opponents from outside: players that share neither features nor search with the project's own."""
