BEGIN TRANSACTION;
CREATE TABLE journal (
    table_id TEXT NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    seat INTEGER,
    text TEXT NOT NULL,
    click TEXT,
    at REAL NOT NULL,
    PRIMARY KEY (table_id, number),
    UNIQUE (table_id, click)
) STRICT, WITHOUT ROWID;
INSERT INTO "journal" VALUES('dyrdh',1,'open',0,'{"game":"pebbles","rules_version":1,"options":{"target":"12"},"seats":null,"guild_id":7,"channel_id":70,"pace_s":0.0,"locale":"en"}','t-new',1700000000.0);
INSERT INTO "journal" VALUES('dyrdh',2,'join',1,'','t-join-102',1700000000.0);
INSERT INTO "journal" VALUES('dyrdh',3,'start',NULL,'1','t-start',1700000000.0);
INSERT INTO "journal" VALUES('dyrdh',4,'move',-1,'deck 678541923',NULL,1700000000.0);
INSERT INTO "journal" VALUES('dyrdh',5,'move',0,'add 1','1',1700000000.0);
INSERT INTO "journal" VALUES('dyrdh',6,'move',0,'end',NULL,1700000000.0);
INSERT INTO "journal" VALUES('dyrdh',7,'move',1,'add 2','2',1700000000.0);
INSERT INTO "journal" VALUES('dyrdh',8,'back',1,'6','3',1700000000.0);
INSERT INTO "journal" VALUES('dyrdh',9,'move',1,'add 2','4',1700000000.0);
INSERT INTO "journal" VALUES('dyrdh',10,'move',1,'end',NULL,1700000000.0);
INSERT INTO "journal" VALUES('dyrdh',11,'move',0,'draw','5',1700000000.0);
INSERT INTO "journal" VALUES('dyrdh',12,'move',1,'sleep','6',1700000000.0);
CREATE TABLE people (
    person_id INTEGER PRIMARY KEY,
    locale TEXT,
    dm_channel_id INTEGER,
    dm_state TEXT NOT NULL,
    settings TEXT NOT NULL
) STRICT;
INSERT INTO "people" VALUES(101,'de',NULL,'','{"a": "b"}');
CREATE TABLE screens (
    table_id TEXT NOT NULL REFERENCES tables (id),
    name TEXT NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    version INTEGER NOT NULL,
    at REAL NOT NULL,
    extra TEXT NOT NULL,
    PRIMARY KEY (table_id, name)
) STRICT, WITHOUT ROWID;
INSERT INTO "screens" VALUES('dyrdh','board',70,700,9,1700000000.0,'x');
CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    person_id INTEGER,
    name TEXT NOT NULL,
    computer TEXT,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "seats" VALUES('dyrdh',0,101,'Ann',NULL);
INSERT INTO "seats" VALUES('dyrdh',1,102,'Bob',NULL);
CREATE TABLE tables (
    id TEXT PRIMARY KEY NOT NULL,
    serial INTEGER NOT NULL UNIQUE,
    game TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    options TEXT NOT NULL,
    wanted_seats INTEGER,
    guild_id INTEGER,
    channel_id INTEGER NOT NULL,
    pace_s REAL NOT NULL,
    locale TEXT NOT NULL,
    owner_seat INTEGER,
    phase TEXT NOT NULL,
    version INTEGER NOT NULL,
    created_at REAL NOT NULL,
    changed_at REAL NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "tables" VALUES('dyrdh',1,'pebbles',1,'{"target": "12"}',NULL,7,70,0.0,'en',0,'running',12,1700000000.0,1700000000.0);
CREATE UNIQUE INDEX journal_opened_by ON journal (click) WHERE kind = 'open';
CREATE INDEX tables_by_channel ON tables (channel_id, phase);
CREATE INDEX tables_by_phase ON tables (phase);
CREATE INDEX seats_by_person ON seats (person_id) WHERE person_id IS NOT NULL;
CREATE INDEX seats_by_computer ON seats (computer) WHERE computer IS NOT NULL;
CREATE INDEX screens_by_message ON screens (message_id);
CREATE INDEX screens_by_channel ON screens (channel_id);
COMMIT;
PRAGMA user_version = 1;
PRAGMA application_id = 1382117473;
