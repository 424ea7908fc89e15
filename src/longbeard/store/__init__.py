"""Where tables are kept: a small interface, and SQLite behind it."""
