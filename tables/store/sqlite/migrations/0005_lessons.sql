-- The guided first games: of each person and game one, as the journal of a table at which nobody else sits.
CREATE TABLE lessons (
    person_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    run INTEGER NOT NULL,
    journal TEXT NOT NULL,
    PRIMARY KEY (person_id, game)
) STRICT, WITHOUT ROWID;
