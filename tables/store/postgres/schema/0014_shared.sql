-- The name of the deal that a table shares with others, such as a day's; empty: its deal is its own.
ALTER TABLE tables ADD COLUMN shared TEXT COLLATE "C" NOT NULL DEFAULT '';
CREATE INDEX tables_by_shared ON tables (shared) WHERE shared <> '';
-- Whether the result of a table changes the ratings of its players.
ALTER TABLE tables ADD COLUMN rated BIGINT NOT NULL DEFAULT 0;
