-- Whether the bot is no member of the place of a table, so that it can post there only in answer to interactions.
ALTER TABLE tables ADD COLUMN guest INTEGER NOT NULL DEFAULT 0;
