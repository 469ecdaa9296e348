"""The store for more than one process: a PostgreSQL database."""
