-- What nobody outside may know: with it, texts are made that look like chance to everybody else.
CREATE TABLE secrets (
    name TEXT PRIMARY KEY NOT NULL,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO secrets (name, value) VALUES ('seal', randomblob(32));

-- What is still to be done whatever happens.  Files of before hold copies of what was deleted from them.
CREATE TABLE chores (
    name TEXT PRIMARY KEY NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO chores (name) SELECT 'scrub' WHERE EXISTS (SELECT 1 FROM tables);

-- What happens in a server concerns its open tables alone: they are found without reading all others.
CREATE INDEX tables_by_guild ON tables (guild_id, phase);
