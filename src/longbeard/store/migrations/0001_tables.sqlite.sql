-- Tables, their entries and what is said at them.
CREATE TABLE tables (
  id TEXT PRIMARY KEY, opened REAL NOT NULL, touched REAL NOT NULL,
  over INTEGER NOT NULL DEFAULT 0, archived INTEGER NOT NULL DEFAULT 0, opening TEXT NOT NULL,
  length INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE entries (
  table_id TEXT NOT NULL REFERENCES tables (id), number INTEGER NOT NULL, at REAL NOT NULL,
  kind TEXT NOT NULL, seat INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (table_id, number)
) WITHOUT ROWID;
CREATE TABLE chat (
  number INTEGER PRIMARY KEY, table_id TEXT NOT NULL REFERENCES tables (id), at REAL NOT NULL,
  seat INTEGER NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL
);
CREATE INDEX chat_of_table ON chat (table_id, number);
CREATE INDEX tables_in_use ON tables (archived, touched);
-- By its number, a file from which writes were lost is noticed: store/mark.py.
CREATE TABLE commits (id INTEGER PRIMARY KEY CHECK (id = 1), number INTEGER NOT NULL);
INSERT INTO commits VALUES (1, 0);
