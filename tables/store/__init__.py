"""Where tables are kept: journals, messages and people, in SQLite or PostgreSQL."""
