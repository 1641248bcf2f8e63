"""The database of games: SQLite in a file, or PostgreSQL."""
