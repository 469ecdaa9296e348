-- Tables and messages are called what they are in the code: messages of Discord, auto answers, panels, lost channels.
-- SQLite has no numbers 8 to 11, which are about several processes: both stores have the same numbers.
ALTER TABLE screens RENAME TO messages;
ALTER TABLE wishes RENAME TO auto_answers;
DROP INDEX screens_by_message;
DROP INDEX screens_by_channel;
CREATE INDEX messages_by_message ON messages (message_id);
CREATE INDEX messages_by_channel ON messages (channel_id);
UPDATE messages SET name = 'panel:' || substr(name, 6) WHERE name LIKE 'hand:%';
UPDATE messages SET name = 'lost_channel:' || substr(name, 10) WHERE name LIKE 'homeless:%';
