"""The store that needs no server: one SQLite file, for one process."""
