"""The store that needs nothing: one SQLite file, for one process."""
