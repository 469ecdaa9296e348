-- Where a process is reached by the others, host and port: who gets a click has it answered by the process that
-- looks after the table.  NULL: it takes no clicks over HTTPS, or none from other machines.
ALTER TABLE workers ADD COLUMN address TEXT COLLATE "C";
