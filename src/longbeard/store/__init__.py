"""Stores of tables: a small interface, SQLite for one server, PostgreSQL for several."""
