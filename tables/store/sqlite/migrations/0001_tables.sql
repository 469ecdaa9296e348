-- The journal is the truth: what happened at a table, in order. It names seats, never people.
CREATE TABLE journal (
    table_id TEXT NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    seat INTEGER,
    text TEXT NOT NULL,
    click TEXT,
    at REAL NOT NULL,
    PRIMARY KEY (table_id, number),
    UNIQUE (table_id, click)
) STRICT, WITHOUT ROWID;

-- The table's id is made by this very click, so the click itself must be one of a kind.
CREATE UNIQUE INDEX journal_opened_by ON journal (click) WHERE kind = 'open';

-- A projection of the journal, for finding tables without replaying them.
CREATE TABLE tables (
    id TEXT PRIMARY KEY NOT NULL,
    serial INTEGER NOT NULL UNIQUE,
    game TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    options TEXT NOT NULL,
    wanted_seats INTEGER,
    guild_id INTEGER,
    channel_id INTEGER NOT NULL,
    pace_s REAL NOT NULL,
    locale TEXT NOT NULL,
    owner_seat INTEGER,
    phase TEXT NOT NULL,
    version INTEGER NOT NULL,
    created_at REAL NOT NULL,
    changed_at REAL NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tables_by_channel ON tables (channel_id, phase);
CREATE INDEX tables_by_phase ON tables (phase);

-- Who sits where: the only place that knows a player.
CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    person_id INTEGER,
    name TEXT NOT NULL,
    computer TEXT,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_person ON seats (person_id) WHERE person_id IS NOT NULL;
CREATE INDEX seats_by_computer ON seats (computer) WHERE computer IS NOT NULL;

-- Which message shows what of a table, and how new it is.
CREATE TABLE screens (
    table_id TEXT NOT NULL REFERENCES tables (id),
    name TEXT NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    version INTEGER NOT NULL,
    at REAL NOT NULL,
    extra TEXT NOT NULL,
    PRIMARY KEY (table_id, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX screens_by_message ON screens (message_id);
CREATE INDEX screens_by_channel ON screens (channel_id);

CREATE TABLE people (
    person_id INTEGER PRIMARY KEY,
    locale TEXT,
    dm_channel_id INTEGER,
    dm_state TEXT NOT NULL,
    settings TEXT NOT NULL
) STRICT;
