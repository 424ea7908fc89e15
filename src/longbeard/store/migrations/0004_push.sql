-- Where browsers can be told that it is somebody's turn (Web Push). Portable: SQLite 3.39 and PostgreSQL 15.
CREATE TABLE IF NOT EXISTS subscriptions (
  endpoint TEXT PRIMARY KEY,
  person TEXT NOT NULL,
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  since DOUBLE PRECISION NOT NULL
);
CREATE INDEX IF NOT EXISTS subscriptions_of_person ON subscriptions (person);
