-- A database made by commit a0d7cef, the last before 1.0.0 (schema 7): a running game of each kind, one that is over, a lobby.
PRAGMA application_id = 1382117473;
PRAGMA user_version = 7;
BEGIN TRANSACTION;
CREATE TABLE chores (
    name TEXT PRIMARY KEY NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE followers (
    table_id TEXT NOT NULL REFERENCES tables (id),
    person_id INTEGER NOT NULL,
    what TEXT NOT NULL,
    message_id INTEGER NOT NULL DEFAULT 0,
    told INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, person_id)
) STRICT, WITHOUT ROWID;
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
INSERT INTO "journal" VALUES('5wa4f',1,'open',0,'{"game":"ru-ra-re","rules_version":1,"options":{},"seats":3,"guild_id":7,"channel_id":70,"pace_s":0.0,"locale":"en","turn_s":86400.0,"when_late":"move","hints":false}','ru-ra-re running',1700000090.0);
INSERT INTO "journal" VALUES('5wa4f',2,'join',1,'','ru-ra-re running Bob',1700000090.0);
INSERT INTO "journal" VALUES('5wa4f',3,'join',2,'','ru-ra-re running Cat',1700000090.0);
INSERT INTO "journal" VALUES('5wa4f',4,'start',NULL,'1','ru-ra-re running start',1700000090.0);
INSERT INTO "journal" VALUES('5wa4f',5,'move',-1,'shuffle NSKC4PUD2C3ODK2WGWSFWBPC3NDWUBNHKGGKU2FBDHKEN3CUSUFBF4NWKPP4PFWCC2ONNEONECWDN3CHKNNECF4OBONH4C3E2FKHKGNNSWGKSBNF',NULL,1700000090.0);
INSERT INTO "journal" VALUES('5wa4f',6,'move',2,'choose 6','click 19',1700000095.0);
INSERT INTO "journal" VALUES('5wa4f',7,'move',0,'choose 2','click 20',1700000100.0);
INSERT INTO "journal" VALUES('5wa4f',8,'move',1,'choose 4','click 21',1700000105.0);
INSERT INTO "journal" VALUES('5wa4f',9,'move',1,'choose 1','click 22',1700000110.0);
INSERT INTO "journal" VALUES('5wa4f',10,'move',2,'choose 4','click 23',1700000115.0);
INSERT INTO "journal" VALUES('5wa4f',11,'move',0,'choose 2','click 24',1700000120.0);
INSERT INTO "journal" VALUES('5wa4f',12,'move',1,'choose 1','click 25',1700000125.0);
INSERT INTO "journal" VALUES('5wa4f',13,'move',2,'choose 3','click 26',1700000130.0);
INSERT INTO "journal" VALUES('5wa4f',14,'move',0,'choose 5','click 27',1700000135.0);
INSERT INTO "journal" VALUES('dyrdh',1,'open',0,'{"game":"rapa-nui-board","rules_version":1,"options":{"beginner_set":"off","auto_collect":"on","turn_order":"random"},"seats":2,"guild_id":7,"channel_id":70,"pace_s":0.0,"locale":"en","turn_s":86400.0,"when_late":"move","hints":false}','rapa-nui-board running',1700000000.0);
INSERT INTO "journal" VALUES('dyrdh',2,'join',1,'','rapa-nui-board running Bob',1700000000.0);
INSERT INTO "journal" VALUES('dyrdh',3,'start',NULL,'1','rapa-nui-board running start',1700000000.0);
INSERT INTO "journal" VALUES('dyrdh',4,'move',-1,'order 01',NULL,1700000000.0);
INSERT INTO "journal" VALUES('dyrdh',5,'move',-1,'shuffle bcsrttxhcwtbkcwmrbrbcrxfqhkts',NULL,1700000000.0);
INSERT INTO "journal" VALUES('dyrdh',6,'move',1,'tile favour','click 1',1700000005.0);
INSERT INTO "journal" VALUES('dyrdh',7,'move',0,'tile log_road','click 2',1700000010.0);
INSERT INTO "journal" VALUES('dyrdh',8,'move',1,'tile rest','click 3',1700000015.0);
INSERT INTO "journal" VALUES('dyrdh',9,'move',0,'tile barter','click 4',1700000020.0);
INSERT INTO "journal" VALUES('dyrdh',10,'move',0,'*barter rw ep','click 5',1700000025.0);
INSERT INTO "journal" VALUES('dyrdh',11,'move',0,'barter eep rww','click 6',1700000030.0);
INSERT INTO "journal" VALUES('dyrdh',12,'move',0,'villager F4','click 7',1700000035.0);
INSERT INTO "journal" VALUES('dyrdh',13,'move',1,'*two re','click 8',1700000040.0);
INSERT INTO "journal" VALUES('dyrdh',14,'move',1,'villager F2','click 9',1700000045.0);
INSERT INTO "journal" VALUES('jv1hw',1,'open',0,'{"game":"ru-ra-re","rules_version":1,"options":{},"seats":3,"guild_id":7,"channel_id":70,"pace_s":0.0,"locale":"en","turn_s":86400.0,"when_late":"move","hints":false}','ru-ra-re over',1700000135.0);
INSERT INTO "journal" VALUES('jv1hw',2,'join',1,'','ru-ra-re over Bob',1700000135.0);
INSERT INTO "journal" VALUES('jv1hw',3,'join',2,'','ru-ra-re over Cat',1700000135.0);
INSERT INTO "journal" VALUES('jv1hw',4,'start',NULL,'1','ru-ra-re over start',1700000135.0);
INSERT INTO "journal" VALUES('jv1hw',5,'move',-1,'shuffle DO3W2C4KH23HOK2SEGC3EKHNWKFNEKCKBCC3NUUCFNCNSFDFP3OFBKOP4S2SCCDCNFHWUSGENWBNHFN4BPKG2UNNW4PNDFGBNKUEDNWWBKNPGWO4',NULL,1700000135.0);
INSERT INTO "journal" VALUES('jv1hw',6,'move',2,'choose 6','click 28',1700000140.0);
INSERT INTO "journal" VALUES('jv1hw',7,'move',1,'choose 1','click 29',1700000145.0);
INSERT INTO "journal" VALUES('jv1hw',8,'move',0,'choose 3','click 30',1700000150.0);
INSERT INTO "journal" VALUES('jv1hw',9,'move',1,'choose 4','click 31',1700000155.0);
INSERT INTO "journal" VALUES('jv1hw',10,'move',2,'choose 2','click 32',1700000160.0);
INSERT INTO "journal" VALUES('jv1hw',11,'move',0,'choose 4','click 33',1700000165.0);
INSERT INTO "journal" VALUES('jv1hw',12,'move',0,'choose 1','click 34',1700000170.0);
INSERT INTO "journal" VALUES('jv1hw',13,'move',1,'choose 1','click 35',1700000175.0);
INSERT INTO "journal" VALUES('jv1hw',14,'move',1,'choose 5','click 36',1700000180.0);
INSERT INTO "journal" VALUES('jv1hw',15,'move',0,'choose 6','click 37',1700000185.0);
INSERT INTO "journal" VALUES('jv1hw',16,'move',1,'choose 3','click 38',1700000190.0);
INSERT INTO "journal" VALUES('jv1hw',17,'move',2,'choose 5','click 39',1700000195.0);
INSERT INTO "journal" VALUES('jv1hw',18,'move',0,'choose 4','click 40',1700000200.0);
INSERT INTO "journal" VALUES('jv1hw',19,'move',0,'choose 6','click 41',1700000205.0);
INSERT INTO "journal" VALUES('jv1hw',20,'move',1,'choose 5','click 42',1700000210.0);
INSERT INTO "journal" VALUES('jv1hw',21,'move',2,'choose 1','click 43',1700000215.0);
INSERT INTO "journal" VALUES('jv1hw',22,'move',0,'choose 7','click 44',1700000220.0);
INSERT INTO "journal" VALUES('jv1hw',23,'move',2,'choose 3','click 45',1700000225.0);
INSERT INTO "journal" VALUES('jv1hw',24,'move',1,'choose 5','click 46',1700000230.0);
INSERT INTO "journal" VALUES('jv1hw',25,'move',1,'choose 7','click 47',1700000235.0);
INSERT INTO "journal" VALUES('jv1hw',26,'move',2,'choose 1','click 48',1700000240.0);
INSERT INTO "journal" VALUES('jv1hw',27,'move',0,'choose 7','click 49',1700000245.0);
INSERT INTO "journal" VALUES('jv1hw',28,'move',1,'choose 2','click 50',1700000250.0);
INSERT INTO "journal" VALUES('jv1hw',29,'move',0,'choose 2','click 51',1700000255.0);
INSERT INTO "journal" VALUES('jv1hw',30,'move',0,'choose 4','click 52',1700000260.0);
INSERT INTO "journal" VALUES('jv1hw',31,'move',1,'choose 3','click 53',1700000265.0);
INSERT INTO "journal" VALUES('jv1hw',32,'move',1,'choose 3','click 54',1700000270.0);
INSERT INTO "journal" VALUES('jv1hw',33,'move',0,'choose 3','click 55',1700000275.0);
INSERT INTO "journal" VALUES('jv1hw',34,'move',2,'choose 3','click 56',1700000280.0);
INSERT INTO "journal" VALUES('jv1hw',35,'move',0,'choose 7','click 57',1700000285.0);
INSERT INTO "journal" VALUES('jv1hw',36,'move',1,'choose 6','click 58',1700000290.0);
INSERT INTO "journal" VALUES('jv1hw',37,'move',2,'choose 6','click 59',1700000295.0);
INSERT INTO "journal" VALUES('jv1hw',38,'move',2,'choose 4','click 60',1700000300.0);
INSERT INTO "journal" VALUES('jv1hw',39,'move',1,'choose 6','click 61',1700000305.0);
INSERT INTO "journal" VALUES('jv1hw',40,'move',0,'choose 1','click 62',1700000310.0);
INSERT INTO "journal" VALUES('jv1hw',41,'move',2,'choose 1','click 63',1700000315.0);
INSERT INTO "journal" VALUES('jv1hw',42,'move',1,'choose 6','click 64',1700000320.0);
INSERT INTO "journal" VALUES('jv1hw',43,'move',2,'choose 3','click 65',1700000325.0);
INSERT INTO "journal" VALUES('jv1hw',44,'move',0,'choose 7','click 66',1700000330.0);
INSERT INTO "journal" VALUES('jv1hw',45,'move',1,'choose 2','click 67',1700000335.0);
INSERT INTO "journal" VALUES('jv1hw',46,'move',0,'choose 6','click 68',1700000340.0);
INSERT INTO "journal" VALUES('jv1hw',47,'move',2,'choose 7','click 69',1700000345.0);
INSERT INTO "journal" VALUES('jv1hw',48,'move',-1,'shuffle 2WW2WO3K3CPBCCF3CG3F4NWG3CF22WWH4CNBC',NULL,1700000345.0);
INSERT INTO "journal" VALUES('jv1hw',49,'move',1,'choose 3','click 70',1700000350.0);
INSERT INTO "journal" VALUES('jv1hw',50,'move',0,'choose 2','click 71',1700000355.0);
INSERT INTO "journal" VALUES('jv1hw',51,'move',2,'choose 6','click 72',1700000360.0);
INSERT INTO "journal" VALUES('rxiqy',1,'open',0,'{"game":"rapa-nui-cards","rules_version":1,"options":{"first_player":"random","wood_tiebreak":"on","open_hands":"off"},"seats":3,"guild_id":7,"channel_id":70,"pace_s":0.0,"locale":"en","turn_s":86400.0,"when_late":"move","hints":false}','rapa-nui-cards running',1700000045.0);
INSERT INTO "journal" VALUES('rxiqy',2,'join',1,'','rapa-nui-cards running Bob',1700000045.0);
INSERT INTO "journal" VALUES('rxiqy',3,'join',2,'','rapa-nui-cards running Cat',1700000045.0);
INSERT INTO "journal" VALUES('rxiqy',4,'start',NULL,'1','rapa-nui-cards running start',1700000045.0);
INSERT INTO "journal" VALUES('rxiqy',5,'move',-1,'first 0',NULL,1700000045.0);
INSERT INTO "journal" VALUES('rxiqy',6,'move',-1,'shuffle PMLGSGFGGLULLLFPLLPFMMUPLPUPULLSPSLGPSMSMFMMLMPUFM',NULL,1700000045.0);
INSERT INTO "journal" VALUES('rxiqy',7,'move',0,'skip',NULL,1700000045.0);
INSERT INTO "journal" VALUES('rxiqy',8,'move',0,'gather mulberry 1','click 10',1700000050.0);
INSERT INTO "journal" VALUES('rxiqy',9,'move',0,'take 2','click 11',1700000055.0);
INSERT INTO "journal" VALUES('rxiqy',10,'move',1,'skip',NULL,1700000055.0);
INSERT INTO "journal" VALUES('rxiqy',11,'move',1,'gather fish 1','click 12',1700000060.0);
INSERT INTO "journal" VALUES('rxiqy',12,'move',1,'take 2','click 13',1700000065.0);
INSERT INTO "journal" VALUES('rxiqy',13,'move',2,'skip',NULL,1700000065.0);
INSERT INTO "journal" VALUES('rxiqy',14,'move',2,'gather fish 1','click 14',1700000070.0);
INSERT INTO "journal" VALUES('rxiqy',15,'move',2,'take 2','click 15',1700000075.0);
INSERT INTO "journal" VALUES('rxiqy',16,'move',0,'skip',NULL,1700000075.0);
INSERT INTO "journal" VALUES('rxiqy',17,'move',0,'gather sweet_potato 1','click 16',1700000080.0);
INSERT INTO "journal" VALUES('rxiqy',18,'move',0,'take 3','click 17',1700000085.0);
INSERT INTO "journal" VALUES('rxiqy',19,'move',1,'skip',NULL,1700000085.0);
INSERT INTO "journal" VALUES('rxiqy',20,'move',1,'gather fish 1','click 18',1700000090.0);
INSERT INTO "journal" VALUES('xtsvd',1,'open',0,'{"game":"rapa-nui-cards","rules_version":1,"options":{"first_player":"random","wood_tiebreak":"on","open_hands":"off"},"seats":3,"guild_id":7,"channel_id":70,"pace_s":0.0,"locale":"de","turn_s":null,"when_late":"move","hints":false}','lobby',1700000360.0);
INSERT INTO "journal" VALUES('xtsvd',2,'join',1,'','lobby Ann',1700000360.0);
INSERT INTO "journal" VALUES('xtsvd',3,'computer',2,'sensible','lobby computer',1700000360.0);
CREATE TABLE lessons (
    person_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    run INTEGER NOT NULL,
    journal TEXT NOT NULL,
    PRIMARY KEY (person_id, game)
) STRICT, WITHOUT ROWID;
CREATE TABLE people (
    person_id INTEGER PRIMARY KEY,
    locale TEXT,
    dm_channel_id INTEGER,
    dm_state TEXT NOT NULL,
    settings TEXT NOT NULL
) STRICT;
INSERT INTO "people" VALUES(11,'fr',NULL,'','{}');
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
INSERT INTO "screens" VALUES('5wa4f','board',70,1027,14,1700000135.0,'');
INSERT INTO "screens" VALUES('dyrdh','board',70,1009,14,1700000045.0,'');
INSERT INTO "screens" VALUES('jv1hw','board',70,1072,51,1700000360.0,'');
INSERT INTO "screens" VALUES('rxiqy','board',70,1018,20,1700000090.0,'');
CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    person_id INTEGER,
    name TEXT NOT NULL,
    computer TEXT, cover TEXT NOT NULL DEFAULT '', offered_to INTEGER, gone INTEGER NOT NULL DEFAULT 0, conceded INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "seats" VALUES('5wa4f',0,11,'Ann',NULL,'',NULL,0,0);
INSERT INTO "seats" VALUES('5wa4f',1,12,'Bob',NULL,'',NULL,0,0);
INSERT INTO "seats" VALUES('5wa4f',2,13,'Cat',NULL,'',NULL,0,0);
INSERT INTO "seats" VALUES('dyrdh',0,11,'Ann',NULL,'',NULL,0,0);
INSERT INTO "seats" VALUES('dyrdh',1,12,'Bob',NULL,'',NULL,0,0);
INSERT INTO "seats" VALUES('jv1hw',0,11,'Ann',NULL,'',NULL,0,0);
INSERT INTO "seats" VALUES('jv1hw',1,12,'Bob',NULL,'',NULL,0,0);
INSERT INTO "seats" VALUES('jv1hw',2,13,'Cat',NULL,'',NULL,0,0);
INSERT INTO "seats" VALUES('rxiqy',0,11,'Ann',NULL,'',NULL,0,0);
INSERT INTO "seats" VALUES('rxiqy',1,12,'Bob',NULL,'',NULL,0,0);
INSERT INTO "seats" VALUES('rxiqy',2,13,'Cat',NULL,'',NULL,0,0);
INSERT INTO "seats" VALUES('xtsvd',0,12,'Bob',NULL,'',NULL,0,0);
INSERT INTO "seats" VALUES('xtsvd',1,11,'Ann',NULL,'',NULL,0,0);
INSERT INTO "seats" VALUES('xtsvd',2,NULL,'','sensible','',NULL,0,0);
CREATE TABLE secrets (
    name TEXT PRIMARY KEY NOT NULL,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "secrets" VALUES('seal',X'E18DBE0DC00FA4F5D6F5C743F640407D9D91375270E2796508BE260372755D60');
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
, turn_s REAL, when_late TEXT NOT NULL DEFAULT 'move', held INTEGER NOT NULL DEFAULT 0, ending TEXT NOT NULL DEFAULT '', due_at REAL, due_by TEXT, name TEXT NOT NULL DEFAULT '', hints INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
INSERT INTO "tables" VALUES('5wa4f',3,'ru-ra-re',1,'{}',3,7,70,0.0,'en',0,'running',14,1700000090.0,1700000135.0,86400.0,'move',0,'',1700000255.0,'878e6d8fbc816d6b1e5d49b0','',0);
INSERT INTO "tables" VALUES('dyrdh',1,'rapa-nui-board',1,'{"beginner_set": "off", "auto_collect": "on", "turn_order": "random"}',2,7,70,0.0,'en',0,'running',14,1700000000.0,1700000045.0,86400.0,'move',0,'',1700000165.0,'878e6d8fbc816d6b1e5d49b0','',0);
INSERT INTO "tables" VALUES('jv1hw',4,'ru-ra-re',1,'{}',3,7,70,0.0,'en',0,'over',51,1700000135.0,1700000360.0,86400.0,'move',0,'',NULL,'878e6d8fbc816d6b1e5d49b0','',0);
INSERT INTO "tables" VALUES('rxiqy',2,'rapa-nui-cards',1,'{"first_player": "random", "wood_tiebreak": "on", "open_hands": "off"}',3,7,70,0.0,'en',0,'running',20,1700000045.0,1700000090.0,86400.0,'move',0,'',1700000205.0,'878e6d8fbc816d6b1e5d49b0','',0);
INSERT INTO "tables" VALUES('xtsvd',5,'rapa-nui-cards',1,'{"first_player": "random", "wood_tiebreak": "on", "open_hands": "off"}',3,7,70,0.0,'de',0,'lobby',3,1700000360.0,1700000360.0,NULL,'move',0,'',1700518760.0,'878e6d8fbc816d6b1e5d49b0','',0);
CREATE TABLE wishes (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (table_id, seat, name)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX journal_opened_by ON journal (click) WHERE kind = 'open';
CREATE INDEX tables_by_channel ON tables (channel_id, phase);
CREATE INDEX tables_by_phase ON tables (phase);
CREATE INDEX seats_by_person ON seats (person_id) WHERE person_id IS NOT NULL;
CREATE INDEX seats_by_computer ON seats (computer) WHERE computer IS NOT NULL;
CREATE INDEX screens_by_message ON screens (message_id);
CREATE INDEX screens_by_channel ON screens (channel_id);
CREATE INDEX tables_by_change ON tables (changed_at) WHERE phase IN ('lobby', 'running');
CREATE INDEX seats_by_offer ON seats (offered_to) WHERE offered_to IS NOT NULL;
CREATE INDEX followers_by_person ON followers (person_id);
CREATE INDEX tables_by_guild ON tables (guild_id, phase);
CREATE INDEX tables_by_due ON tables (due_at, changed_at, due_by) WHERE phase IN ('lobby', 'running');
COMMIT;
