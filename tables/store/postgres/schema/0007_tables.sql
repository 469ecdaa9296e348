-- What the first seven migrations of SQLite make: from here on the two stores have the same numbers.
-- The rows are explained there.  Texts are compared letter by letter, whatever the language of the database.
CREATE TABLE tables (
    id TEXT COLLATE "C" PRIMARY KEY,
    serial BIGINT NOT NULL UNIQUE,
    game TEXT COLLATE "C" NOT NULL,
    rules_version BIGINT NOT NULL,
    options TEXT COLLATE "C" NOT NULL,
    wanted_seats BIGINT,
    guild_id BIGINT,
    channel_id BIGINT NOT NULL,
    pace_s DOUBLE PRECISION NOT NULL,
    locale TEXT COLLATE "C" NOT NULL,
    owner_seat BIGINT,
    phase TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    created_at DOUBLE PRECISION NOT NULL,
    changed_at DOUBLE PRECISION NOT NULL,
    turn_s DOUBLE PRECISION,
    when_late TEXT COLLATE "C" NOT NULL DEFAULT 'move',
    held BIGINT NOT NULL DEFAULT 0,
    ending TEXT COLLATE "C" NOT NULL DEFAULT '',
    due_at DOUBLE PRECISION,
    due_by TEXT COLLATE "C",
    name TEXT COLLATE "C" NOT NULL DEFAULT '',
    hints BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX tables_by_channel ON tables (channel_id, phase);
CREATE INDEX tables_by_phase ON tables (phase);
CREATE INDEX tables_by_change ON tables (changed_at) WHERE phase IN ('lobby', 'running');
CREATE INDEX tables_by_guild ON tables (guild_id, phase);
CREATE INDEX tables_by_due ON tables (due_at, changed_at, due_by) WHERE phase IN ('lobby', 'running');

CREATE TABLE journal (
    table_id TEXT COLLATE "C" NOT NULL REFERENCES tables (id),
    number BIGINT NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    seat BIGINT,
    text TEXT COLLATE "C" NOT NULL,
    click TEXT COLLATE "C",
    at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (table_id, number),
    UNIQUE (table_id, click)
);

CREATE UNIQUE INDEX journal_opened_by ON journal (click) WHERE kind = 'open';

CREATE TABLE seats (
    table_id TEXT COLLATE "C" NOT NULL REFERENCES tables (id),
    seat BIGINT NOT NULL,
    person_id BIGINT,
    name TEXT COLLATE "C" NOT NULL,
    computer TEXT COLLATE "C",
    cover TEXT COLLATE "C" NOT NULL DEFAULT '',
    offered_to BIGINT,
    gone BIGINT NOT NULL DEFAULT 0,
    conceded BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, seat)
);

CREATE INDEX seats_by_person ON seats (person_id) WHERE person_id IS NOT NULL;
CREATE INDEX seats_by_computer ON seats (computer) WHERE computer IS NOT NULL;
CREATE INDEX seats_by_offer ON seats (offered_to) WHERE offered_to IS NOT NULL;

CREATE TABLE wishes (
    table_id TEXT COLLATE "C" NOT NULL REFERENCES tables (id),
    seat BIGINT NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    text TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (table_id, seat, name)
);

CREATE TABLE screens (
    table_id TEXT COLLATE "C" NOT NULL REFERENCES tables (id),
    name TEXT COLLATE "C" NOT NULL,
    channel_id BIGINT NOT NULL,
    message_id BIGINT NOT NULL,
    version BIGINT NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    extra TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (table_id, name)
);

CREATE INDEX screens_by_message ON screens (message_id);
CREATE INDEX screens_by_channel ON screens (channel_id);

CREATE TABLE followers (
    table_id TEXT COLLATE "C" NOT NULL REFERENCES tables (id),
    person_id BIGINT NOT NULL,
    what TEXT COLLATE "C" NOT NULL,
    message_id BIGINT NOT NULL DEFAULT 0,
    told BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, person_id)
);

CREATE INDEX followers_by_person ON followers (person_id);

CREATE TABLE people (
    person_id BIGINT PRIMARY KEY,
    locale TEXT COLLATE "C",
    dm_channel_id BIGINT,
    dm_state TEXT COLLATE "C" NOT NULL,
    settings TEXT COLLATE "C" NOT NULL
);

CREATE TABLE lessons (
    person_id BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    run BIGINT NOT NULL,
    journal TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (person_id, game)
);

-- The seal is drawn by the program at the first start.
CREATE TABLE secrets (
    name TEXT COLLATE "C" PRIMARY KEY,
    value BYTEA NOT NULL
);

CREATE TABLE chores (
    name TEXT COLLATE "C" PRIMARY KEY
);

-- What follows is about the processes that share the database; SQLite has only one.

-- What each transaction wrote, by its keys, so that others forget what they knew of it.  Lost with a crash of the
-- server, after which all begin with nothing in memory.
CREATE UNLOGGED TABLE news (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    xact XID8 NOT NULL DEFAULT pg_current_xact_id(),
    at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    worker TEXT COLLATE "C" NOT NULL,
    keys TEXT[] NOT NULL
);

CREATE INDEX news_by_xact ON news (xact);

-- The processes, and when each was there last.
CREATE UNLOGGED TABLE workers (
    id TEXT COLLATE "C" PRIMARY KEY,
    seen TIMESTAMPTZ NOT NULL
);

-- Which process repaints and wakes the tables of which bucket, and until when nobody else may.
CREATE TABLE leases (
    bucket BIGINT PRIMARY KEY,
    owner TEXT COLLATE "C",
    until TIMESTAMPTZ NOT NULL,
    fence BIGINT NOT NULL DEFAULT 0
);

INSERT INTO leases (bucket, until) SELECT bucket, '-infinity' FROM generate_series(0, 255) AS bucket;
