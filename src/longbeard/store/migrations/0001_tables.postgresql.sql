-- Tables, their entries and what is said at them, for any number of servers.

-- `opening` and `entries` are the truth. The last five columns repeat some of it, so that servers find tables without
-- opening them; whoever looks at a table writes them anew. Room is left on each page for rows that change.
CREATE TABLE tables (
  id TEXT PRIMARY KEY, opened REAL NOT NULL, touched REAL NOT NULL,
  over INTEGER NOT NULL DEFAULT 0, archived INTEGER NOT NULL DEFAULT 0, opening TEXT NOT NULL,
  length INTEGER NOT NULL DEFAULT 0, -- entries, by which a loss is noticed
  said INTEGER NOT NULL DEFAULT 0, -- lines of chat that were ever said
  host TEXT NOT NULL DEFAULT '', -- who opened it
  listed INTEGER NOT NULL DEFAULT 0, -- whether strangers find it
  people TEXT[] NOT NULL DEFAULT '{}', -- who sits at it, or did
  look_at REAL DEFAULT 0 -- when somebody has to look at it if nothing happens before; NULL is never
) WITH (fillfactor = 70);

-- No foreign keys: rows are added by a join with `tables`, which costs less, and no table is ever deleted.
CREATE TABLE entries (
  table_id TEXT NOT NULL, number INTEGER NOT NULL, at REAL NOT NULL,
  kind TEXT NOT NULL, seat INTEGER NOT NULL, text TEXT NOT NULL,
  mark INTEGER NOT NULL DEFAULT 0, -- whose it is: a server that lost the answer reads it back
  PRIMARY KEY (table_id, number)
);
CREATE TABLE chat (
  number INTEGER PRIMARY KEY, table_id TEXT NOT NULL, at REAL NOT NULL,
  seat INTEGER NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL,
  mark INTEGER -- as above
);
CREATE INDEX chat_of_table ON chat (table_id, number);
CREATE UNIQUE INDEX chat_of_mark ON chat (mark);
CREATE INDEX tables_in_use ON tables (id) WHERE archived = 0;
CREATE INDEX tables_running ON tables (host) WHERE over = 0 AND archived = 0;
CREATE INDEX tables_listed ON tables (id) WHERE listed = 1 AND over = 0 AND archived = 0;
CREATE INDEX tables_to_look_at ON tables (look_at) WHERE look_at IS NOT NULL;
CREATE INDEX tables_of_people ON tables USING gin (people) WHERE archived = 0;

-- Writes that were carried out, for a server that lost the answer; forgotten after a while.
CREATE TABLE receipts (mark INTEGER NOT NULL UNIQUE, at REAL NOT NULL, changed TEXT NOT NULL);

-- What bots thought, for the server that asked. Lost in a crash, which only means that it asks again.
CREATE UNLOGGED TABLE answers (id TEXT PRIMARY KEY, at REAL NOT NULL, text TEXT NOT NULL);

-- What all servers share and nobody else may know: the key that signs cookies. A folder has it in a file.
CREATE TABLE secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL);
