-- Turns of computer players for which the process that looks after the table has no room to think: whoever has
-- room takes one, and until when nobody else may.  Lost with a crash of the server, after which they are offered
-- again.  SQLite has no number 8, as it has one process: what comes next has the same number in both.
CREATE UNLOGGED TABLE waiting (
    table_id TEXT COLLATE "C" NOT NULL,
    seat BIGINT NOT NULL,
    asked BIGINT NOT NULL,
    since TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    worker TEXT COLLATE "C",
    until TIMESTAMPTZ NOT NULL DEFAULT '-infinity',
    PRIMARY KEY (table_id, seat, asked)
);
