-- Whether the players of a table may ask for advice though other people play.
ALTER TABLE tables ADD COLUMN hints INTEGER NOT NULL DEFAULT 0;
