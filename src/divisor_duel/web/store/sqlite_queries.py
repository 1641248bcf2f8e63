"""The queries of the SQLite store, each a function on the connection."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from divisor_duel.web.game import clock
from divisor_duel.web.store.port import (
    COLUMNS,
    DROPPED_AT_ONCE,
    MARKED,
    Phase,
    StoredGame,
    StoredRoom,
)
from divisor_duel.web.store.sqlite_file import APPLICATION

DAY = 86_400
"""Seconds in a day."""

_INSERT = """
    INSERT OR IGNORE INTO games (version, waiting, body, stage, open, due, changed, day, id)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_UPDATE = """
    UPDATE games SET version = ?, waiting = ?, body = ?, stage = ?, open = ?, due = ?,
    changed = ?, day = ? WHERE id = ? AND version = ?"""
_MOVE = """
    UPDATE games SET version = ?, body = ?, changed = ?
    WHERE id = ? AND version = ? AND waiting = ? AND stage = ? AND open = ? AND due IS ? AND day = ?
"""
"""The update for most moves, which change few columns.

SQLite rewrites the index entries of every column that is set, even to the same value: naming
fewer columns saves a fifth of the pages.
"""

_NEWEST = "SELECT max(day) FROM games WHERE stage = ?"
_MARK = """
    UPDATE games SET stage = ?, day = ? WHERE id IN
    (SELECT id FROM games WHERE stage = ? AND day < ? LIMIT ?)"""
_CORRECT_MARK = "UPDATE games SET day = ? WHERE stage = ? AND day > ?"
_UNMARK = f"""
    UPDATE games SET stage = ?, day = CAST(changed / {DAY} AS INTEGER) WHERE id IN
    (SELECT id FROM games WHERE stage = ? AND day <= ? AND changed >= ? LIMIT ?)"""
_DROP = """
    DELETE FROM games WHERE id IN
    (SELECT id FROM games WHERE stage = ? AND day <= ? AND changed < ? LIMIT ?)"""


def _rows(connection: sqlite3.Connection, clauses: str, *values: object) -> list[StoredGame]:
    query = f"SELECT id, version, waiting, body, stage, open, due FROM games {clauses}"
    rows = (StoredGame(*columns) for columns in connection.execute(query, values))
    return [row._replace(waiting=bool(row.waiting), open=bool(row.open)) for row in rows]


def load_all(connection: sqlite3.Connection, ids: Sequence[str]) -> list[StoredGame]:
    """Return the games with these ids, without those that do not exist."""
    return [row for game in ids for row in _rows(connection, "WHERE id = ?", game)]


def waiting(connection: sqlite3.Connection) -> list[StoredGame]:
    """Return the games whose computer player is to move."""
    return _rows(connection, "WHERE waiting")


def open_games(connection: sqlite3.Connection, most: int) -> list[StoredGame]:
    """Return up to `most` games that anyone may join, the newest first."""
    return _rows(connection, "WHERE open ORDER BY changed DESC LIMIT ?", most)


def due(connection: sqlite3.Connection, now: float) -> list[str]:
    """Return the ids of games in which a player's time has run out."""
    query = "SELECT id FROM games WHERE due <= ? LIMIT 500"
    return [game for (game,) in connection.execute(query, (now,))]


def count(connection: sqlite3.Connection) -> int:
    """Return how many games there are."""
    query = "SELECT count(*) FROM games INDEXED BY games_stage WHERE stage >= 0"
    (games,) = connection.execute(query).fetchone()
    return int(games)


def save(connection: sqlite3.Connection, rows: Sequence[StoredGame]) -> bool:
    """Save all rows or none, by a savepoint, as other changes share the transaction."""
    if len(rows) == 1:
        return write(connection, rows[0])
    connection.execute("SAVEPOINT change")
    saved = all(write(connection, row) for row in rows)
    if not saved:
        connection.execute("ROLLBACK TO change")
    connection.execute("RELEASE change")
    return saved


def write(connection: sqlite3.Connection, row: StoredGame) -> bool:
    """Save a row; return False if another change came first."""
    now = clock.now()
    day = int(now / DAY)
    values = (*row[1:COLUMNS], now, day, row.id)
    if row.version == 1:
        return connection.execute(_INSERT, values).rowcount == 1
    move = (row.version, row.body, now, row.id, row.version - 1)
    same = (row.waiting, row.stage, row.open, row.due, day)
    if connection.execute(_MOVE, (*move, *same)).rowcount == 1:
        return True
    return connection.execute(_UPDATE, (*values, row.version - 1)).rowcount == 1


# --- rooms for classes ----------------------------------------------------------------------

_ROOM = "SELECT id, version, expires, body FROM rooms"
_INSERT_ROOM = "INSERT OR IGNORE INTO rooms (version, expires, body, id) VALUES (?, ?, ?, ?)"
_UPDATE_ROOM = """
    UPDATE rooms SET version = ?, expires = ?, body = ? WHERE id = ? AND version = ?"""


def load_room(connection: sqlite3.Connection, id: str) -> StoredRoom | None:
    """Return a room, or None if there is none."""
    row = connection.execute(f"{_ROOM} WHERE id = ?", (id,)).fetchone()
    return StoredRoom(*row) if row else None


def save_room(
    connection: sqlite3.Connection, room: StoredRoom, games: Sequence[StoredGame]
) -> bool:
    """Save a room with new games, or nothing if another change came first."""
    connection.execute("SAVEPOINT change")
    saved = _write_room(connection, room) and all(write(connection, row) for row in games)
    if not saved:
        connection.execute("ROLLBACK TO change")
    connection.execute("RELEASE change")
    return saved


def _write_room(connection: sqlite3.Connection, room: StoredRoom) -> bool:
    values = (room.version, room.expires, room.body, room.id)
    if room.version == 1:
        return connection.execute(_INSERT_ROOM, values).rowcount == 1
    return connection.execute(_UPDATE_ROOM, (*values, room.version - 1)).rowcount == 1


def expired_rooms(connection: sqlite3.Connection, now: float) -> list[StoredRoom]:
    """Return up to 100 rooms that are to be removed."""
    rows = connection.execute(f"{_ROOM} WHERE expires <= ? LIMIT 100", (now,))
    return [StoredRoom(*row) for row in rows]


def remove_room(connection: sqlite3.Connection, id: str, games: Sequence[str]) -> None:
    """Remove a room and its games."""
    connection.execute("DELETE FROM rooms WHERE id = ?", (id,))
    connection.executemany("DELETE FROM games WHERE id = ?", [(game,) for game in games])


# --- old games ------------------------------------------------------------------------------


def idle_days(connection: sqlite3.Connection) -> int | None:
    """Return the days since a game was last changed or marked; None without games."""
    newest = [connection.execute(_NEWEST, (stage,)).fetchone()[0] for stage in range(2 * MARKED)]
    days = [day for day in newest if day is not None]
    return _days_ago(0.0) - max(days) if days else None


def mark(connection: sqlite3.Connection, stage: Phase, days: float) -> int:
    """Mark games of a stage that have not changed for `days`; return how many."""
    values = (stage + MARKED, _days_ago(0.0), int(stage), _days_ago(days), DROPPED_AT_ONCE)
    return connection.execute(_MARK, values).rowcount


def drop(connection: sqlite3.Connection, stage: Phase, days: float, wait: float) -> int:
    """Correct the marks of a stage, then remove the games that `Store.drop` describes."""
    today, marked = _days_ago(0.0), stage + MARKED
    old = marked, _days_ago(wait), _days_ago(days) * DAY, DROPPED_AT_ONCE
    connection.execute(_CORRECT_MARK, (today, marked, today))
    connection.execute(_UNMARK, (int(stage), *old))
    return connection.execute(_DROP, old).rowcount


def _days_ago(days: float) -> int:
    """Return the number of the day that was `days` ago."""
    return int(clock.now() / DAY - days)


def free_space(connection: sqlite3.Connection) -> None:
    """Return the space of dropped games to the system, a little at a time."""
    # As a script: each step frees one page, and `execute` takes only one step.
    connection.executescript("PRAGMA incremental_vacuum(2000)")


def touch(connection: sqlite3.Connection) -> None:
    """Write an unchanged value, to notice a full disk or a broken file."""
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute("SELECT id FROM games LIMIT 1").fetchone()
