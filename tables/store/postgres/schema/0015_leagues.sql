-- A season of tables in a channel: its settings as JSON, its phase and round, and when the round's time ends.
CREATE TABLE leagues (
    id TEXT COLLATE "C" PRIMARY KEY,
    click TEXT COLLATE "C" NOT NULL UNIQUE,
    guild_id BIGINT,
    channel_id BIGINT NOT NULL,
    settings TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    opener_id BIGINT,
    phase TEXT COLLATE "C" NOT NULL,
    round BIGINT NOT NULL DEFAULT 0,
    due_at DOUBLE PRECISION,
    paused_at DOUBLE PRECISION,
    message_id BIGINT NOT NULL DEFAULT 0,
    shown TEXT COLLATE "C" NOT NULL DEFAULT ''
);
CREATE INDEX leagues_by_channel ON leagues (channel_id);
-- Who takes part, in the order of joining; who drops out keeps their row.
CREATE TABLE league_people (
    league_id TEXT COLLATE "C" NOT NULL,
    person_id BIGINT NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    division BIGINT NOT NULL DEFAULT 0,
    has_left BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (league_id, person_id)
);
CREATE INDEX league_people_by_person ON league_people (person_id);
-- Who was seated where in a round; without a table's id until that table is open.
CREATE TABLE league_seats (
    league_id TEXT COLLATE "C" NOT NULL,
    round BIGINT NOT NULL,
    number BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    person_id BIGINT,
    table_id TEXT COLLATE "C" NOT NULL DEFAULT '',
    PRIMARY KEY (league_id, round, number, seat)
);
CREATE INDEX league_seats_by_person ON league_seats (person_id);
CREATE INDEX league_seats_by_table ON league_seats (table_id);
