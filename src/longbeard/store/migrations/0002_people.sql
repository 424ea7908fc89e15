-- What is kept of people beside their tables. Portable: SQLite 3.39 and PostgreSQL 15 read the same text.
-- A column called `person` holds an identity; people/privacy.py says how each of them is forgotten.
CREATE TABLE people (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  avatar TEXT NOT NULL,
  settings TEXT NOT NULL,
  changed DOUBLE PRECISION NOT NULL,
  rated INTEGER NOT NULL,
  named INTEGER NOT NULL,
  seen DOUBLE PRECISION NOT NULL
);
CREATE TABLE devices (
  code TEXT PRIMARY KEY,
  person TEXT NOT NULL,
  expires DOUBLE PRECISION NOT NULL
);
CREATE INDEX devices_of_person ON devices (person);
CREATE TABLE matches (
  table_id TEXT PRIMARY KEY,
  game TEXT NOT NULL,
  seats INTEGER NOT NULL,
  ended DOUBLE PRECISION NOT NULL,
  daily TEXT NOT NULL
);
CREATE INDEX matches_of_day ON matches (daily, game);
CREATE TABLE match_seats (
  table_id TEXT NOT NULL REFERENCES matches (table_id),
  seat INTEGER NOT NULL,
  person TEXT NOT NULL,
  bot TEXT NOT NULL,
  name TEXT NOT NULL,
  avatar TEXT NOT NULL,
  place INTEGER NOT NULL,
  won INTEGER NOT NULL,
  points BIGINT NOT NULL,
  stayed INTEGER NOT NULL,
  alone INTEGER NOT NULL,
  PRIMARY KEY (table_id, seat)
);
CREATE INDEX match_seats_of_person ON match_seats (person);
CREATE TABLE ratings (
  person TEXT NOT NULL,
  game TEXT NOT NULL,
  mu DOUBLE PRECISION NOT NULL,
  sigma DOUBLE PRECISION NOT NULL,
  matches INTEGER NOT NULL,
  PRIMARY KEY (person, game)
);
CREATE TABLE forgotten (
  digest TEXT PRIMARY KEY,
  at DOUBLE PRECISION NOT NULL
);
