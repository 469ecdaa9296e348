-- A season of tables in a channel: its settings as JSON, its phase and round, and when the round's time ends.
CREATE TABLE leagues (
    id TEXT PRIMARY KEY,
    click TEXT NOT NULL UNIQUE,
    guild_id INTEGER,
    channel_id INTEGER NOT NULL,
    settings TEXT NOT NULL,
    name TEXT NOT NULL,
    opener_id INTEGER,
    phase TEXT NOT NULL,
    round INTEGER NOT NULL DEFAULT 0,
    due_at REAL,
    paused_at REAL,
    message_id INTEGER NOT NULL DEFAULT 0,
    shown TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
CREATE INDEX leagues_by_channel ON leagues (channel_id);
-- Who takes part, in the order of joining; who drops out keeps their row.
CREATE TABLE league_people (
    league_id TEXT NOT NULL,
    person_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    number INTEGER NOT NULL,
    division INTEGER NOT NULL DEFAULT 0,
    has_left INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (league_id, person_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX league_people_by_person ON league_people (person_id);
-- Who was seated where in a round; without a table's id until that table is open.
CREATE TABLE league_seats (
    league_id TEXT NOT NULL,
    round INTEGER NOT NULL,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    person_id INTEGER,
    table_id TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (league_id, round, number, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX league_seats_by_person ON league_seats (person_id);
CREATE INDEX league_seats_by_table ON league_seats (table_id);
