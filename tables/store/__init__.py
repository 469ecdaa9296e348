"""The store of tables: their journals, messages and people, in SQLite or PostgreSQL."""
