-- What a table agreed on for turns that last too long, whether it can be reached, and why it ended early.
ALTER TABLE tables ADD COLUMN turn_s REAL;
ALTER TABLE tables ADD COLUMN when_late TEXT NOT NULL DEFAULT 'move';
ALTER TABLE tables ADD COLUMN held INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN ending TEXT NOT NULL DEFAULT '';

-- Tables asleep are looked for by their latest change.
CREATE INDEX tables_by_change ON tables (changed_at) WHERE phase IN ('lobby', 'running');

-- A computer player that plays for a person, an offer of the seat, a person who has left, or given up.
ALTER TABLE seats ADD COLUMN cover TEXT NOT NULL DEFAULT '';
ALTER TABLE seats ADD COLUMN offered_to INTEGER;
ALTER TABLE seats ADD COLUMN gone INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN conceded INTEGER NOT NULL DEFAULT 0;
CREATE INDEX seats_by_offer ON seats (offered_to) WHERE offered_to IS NOT NULL;

-- Standing answers: what a seat wants to answer when it is asked, known to its player alone.
CREATE TABLE wishes (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (table_id, seat, name)
) STRICT, WITHOUT ROWID;

-- Who watches a table without sitting at it, what they want to hear of, and what they were told last.
CREATE TABLE followers (
    table_id TEXT NOT NULL REFERENCES tables (id),
    person_id INTEGER NOT NULL,
    what TEXT NOT NULL,
    message_id INTEGER NOT NULL DEFAULT 0,
    told INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, person_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX followers_by_person ON followers (person_id);
