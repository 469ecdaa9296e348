-- When a table is to be looked at next, and which version of the bot says so; NULL: that is to be found out anew.
-- With it a start reads one row a table, and replays only those that have fallen due.
ALTER TABLE tables ADD COLUMN due_at REAL;
ALTER TABLE tables ADD COLUMN due_by TEXT;
CREATE INDEX tables_by_due ON tables (due_at, changed_at, due_by) WHERE phase IN ('lobby', 'running');
