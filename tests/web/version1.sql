-- A store of version 1, as longbeard wrote it before there were migrations: 9607f68.
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE chat (
  number INTEGER PRIMARY KEY, table_id TEXT NOT NULL REFERENCES tables (id), at REAL NOT NULL,
  seat INTEGER NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL
);
INSERT INTO "chat" VALUES(1,'Jnrr9cHPqGR4',1.79497369329142260549e+09,0,'Clover','Only a wizard would do that.');
INSERT INTO "chat" VALUES(2,'KTsfbgUd00Rj',1.79497369330245065688e+09,1,'Fizzlewick','Is it my turn? Which one is the front of the card?');
CREATE TABLE commits (id INTEGER PRIMARY KEY CHECK (id = 1), number INTEGER NOT NULL);
INSERT INTO "commits" VALUES(1,29);
CREATE TABLE entries (
  table_id TEXT NOT NULL REFERENCES tables (id), number INTEGER NOT NULL, at REAL NOT NULL,
  kind TEXT NOT NULL, seat INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (table_id, number)
) WITHOUT ROWID;
INSERT INTO "entries" VALUES('Jnrr9cHPqGR4',1,1.79497369286223793028e+09,'sit',1,'{"name": "Bert", "person": "8q-K3BxXlVbXpRKsEdI3P36I", "token": "zNZkc2mIG9ezppOkJeCh9ytT"}');
INSERT INTO "entries" VALUES('Jnrr9cHPqGR4',2,1.79497369301681256297e+09,'play',0,'spend');
INSERT INTO "entries" VALUES('Jnrr9cHPqGR4',3,1.79497369302143740654e+09,'play',0,'discard:kabuto-helm');
INSERT INTO "entries" VALUES('Jnrr9cHPqGR4',4,1.79497369302424812317e+09,'play',0,'keep');
INSERT INTO "entries" VALUES('Jnrr9cHPqGR4',5,1.7949736930290741921e+09,'play',1,'spend');
INSERT INTO "entries" VALUES('Jnrr9cHPqGR4',6,1.79497369303412175178e+09,'play',1,'discard:wand-of-mild-sparks');
INSERT INTO "entries" VALUES('Jnrr9cHPqGR4',7,1.79497369304123663901e+09,'play',1,'keep');
INSERT INTO "entries" VALUES('Jnrr9cHPqGR4',8,1.79497369305261588096e+09,'play',0,'keep');
INSERT INTO "entries" VALUES('Jnrr9cHPqGR4',9,1.79497369307837986943e+09,'play',1,'spend');
INSERT INTO "entries" VALUES('Jnrr9cHPqGR4',10,1.79497369311213684087e+09,'play',1,'discard:war-banner');
INSERT INTO "entries" VALUES('Jnrr9cHPqGR4',11,1.79497369312164855e+09,'play',1,'keep');
INSERT INTO "entries" VALUES('Jnrr9cHPqGR4',12,1794973693.12572,'play',1,'spend');
INSERT INTO "entries" VALUES('Jnrr9cHPqGR4',13,1.79497369325038933756e+09,'play',1,'discard:nunchaku');
INSERT INTO "entries" VALUES('Jnrr9cHPqGR4',14,1.79497369325839829443e+09,'play',0,'spend');
INSERT INTO "entries" VALUES('Jnrr9cHPqGR4',15,1.79497369328617882729e+09,'play',0,'discard:mirror-cloak');
INSERT INTO "entries" VALUES('KTsfbgUd00Rj',1,1.79497369384381937982e+09,'play',1,'spend');
INSERT INTO "entries" VALUES('KTsfbgUd00Rj',2,1.79497369384858775141e+09,'play',1,'discard:katana');
INSERT INTO "entries" VALUES('KTsfbgUd00Rj',3,1.79497369385098528866e+09,'play',1,'keep');
INSERT INTO "entries" VALUES('KTsfbgUd00Rj',4,1.79497369386645507817e+09,'play',0,'spend');
INSERT INTO "entries" VALUES('KTsfbgUd00Rj',5,1.79497369387012410159e+09,'play',0,'discard:staff-of-fireballs');
INSERT INTO "entries" VALUES('KTsfbgUd00Rj',6,1.79497369387133789064e+09,'play',0,'keep');
INSERT INTO "entries" VALUES('KTsfbgUd00Rj',7,1.79497369387712717063e+09,'play',1,'keep');
INSERT INTO "entries" VALUES('KTsfbgUd00Rj',8,1.794973693878913641e+09,'play',0,'spend');
INSERT INTO "entries" VALUES('KTsfbgUd00Rj',9,1.79497369388150930405e+09,'play',0,'discard:o-yoroi');
CREATE TABLE tables (
  id TEXT PRIMARY KEY, opened REAL NOT NULL, touched REAL NOT NULL,
  over INTEGER NOT NULL DEFAULT 0, archived INTEGER NOT NULL DEFAULT 0, opening TEXT NOT NULL
, length INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
INSERT INTO "tables" VALUES('Jnrr9cHPqGR4',1.7949736928563854694e+09,1.79497369328617882729e+09,0,0,'{"game": "witless-wizards", "options": {"decks": "random", "first": "0"}, "seats": [{"name": "Clover", "who": "person", "person": "ACoqFhrtlCZPw9eHWPrAG-Lz", "token": "OucVOhyWh-1oR1sXwlKd8g2s", "stand_in": "", "left": false}, {"name": "Seat 2", "who": "open", "person": "", "token": "", "stand_in": "", "left": false}], "secret": "5ec7153606912604667e33a8f600960da3a7052d612635c1533b8c4ec2d21574", "rules": 1, "cards": "1914f4563d977e52daecaf3cd234350d27fdf243e2cb100daaa794d22643a77e", "host": "ACoqFhrtlCZPw9eHWPrAG-Lz", "listed": false, "pace": 0, "forked": {}, "waits": true}',15);
INSERT INTO "tables" VALUES('KTsfbgUd00Rj',1.79497369329839777949e+09,1.79497369388150930405e+09,0,0,'{"game": "witless-wizards", "options": {"decks": "random", "first": "random"}, "seats": [{"name": "Clover", "who": "person", "person": "ACoqFhrtlCZPw9eHWPrAG-Lz", "token": "pTIYtr6vGHyH0mJDIskYtIWG", "stand_in": "", "left": false}, {"name": "Fizzlewick", "who": "apprentice", "person": "", "token": "", "stand_in": "", "left": false}], "secret": "42a0fa94feb43b94a3e1fa271a26ea6d9f68d0063de7a595b2c1cc457a500b08", "rules": 1, "cards": "1914f4563d977e52daecaf3cd234350d27fdf243e2cb100daaa794d22643a77e", "host": "ACoqFhrtlCZPw9eHWPrAG-Lz", "listed": false, "pace": 0, "forked": {}, "waits": false}',9);
CREATE INDEX chat_of_table ON chat (table_id, number);
CREATE INDEX tables_in_use ON tables (archived, touched);
COMMIT;
