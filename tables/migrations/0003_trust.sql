-- What nobody outside may know: with it, texts are made that look like chance to everybody else.
CREATE TABLE secrets (
    name TEXT PRIMARY KEY NOT NULL,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO secrets (name, value) VALUES ('seal', randomblob(32));
