-- What the owner of a table calls it; empty: nothing, and it is called by two words made of its id.
ALTER TABLE tables ADD COLUMN name TEXT NOT NULL DEFAULT '';
