-- Tables and messages are called what they are in the code: messages of Discord, auto answers, panels, lost channels.
-- A process of an older version finds none of them: this waits until all have ended, and keeps new ones out.
LOCK TABLE workers IN EXCLUSIVE MODE;
DO $$ BEGIN
    IF EXISTS (SELECT 1 FROM workers WHERE abs(extract(epoch FROM clock_timestamp() - seen)) < 30) THEN
        RAISE lock_not_available USING MESSAGE = 'processes of an older version are at work';
    END IF;
END $$;
ALTER TABLE screens RENAME TO messages;
ALTER TABLE wishes RENAME TO auto_answers;
ALTER INDEX screens_pkey RENAME TO messages_pkey;
ALTER INDEX screens_by_message RENAME TO messages_by_message;
ALTER INDEX screens_by_channel RENAME TO messages_by_channel;
ALTER INDEX wishes_pkey RENAME TO auto_answers_pkey;
ALTER TABLE messages RENAME CONSTRAINT screens_table_id_fkey TO messages_table_id_fkey;
ALTER TABLE auto_answers RENAME CONSTRAINT wishes_table_id_fkey TO auto_answers_table_id_fkey;
UPDATE messages SET name = 'panel:' || substr(name, 6) WHERE name LIKE 'hand:%';
UPDATE messages SET name = 'lost_channel:' || substr(name, 10) WHERE name LIKE 'homeless:%';
