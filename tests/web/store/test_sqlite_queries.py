"""The queries of the SQLite store, on a connection of their own."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest

from divisor_duel.web.game import clock
from divisor_duel.web.store import sqlite_queries as queries
from divisor_duel.web.store.port import MARKED, Phase, StoredGame
from divisor_duel.web.store.sqlite_file import MEMORY, connect

TODAY = 20_000


@pytest.fixture
def connection(monkeypatch: pytest.MonkeyPatch) -> Iterator[sqlite3.Connection]:
    """An empty database in memory, at noon of day 20,000."""
    monkeypatch.setattr(clock, "now", lambda: (TODAY + 0.5) * queries.DAY)
    opened, lock = connect(MEMORY)
    yield opened
    opened.close()
    lock.close()


def day_of(connection: sqlite3.Connection, id: str) -> tuple[int, int]:
    """The stage and the day of a game."""
    query = "SELECT stage, day FROM games WHERE id = ?"
    stage, day = connection.execute(query, (id,)).fetchone()
    return stage, day


def test_a_plain_move_is_written_as_a_whole_change_is(connection: sqlite3.Connection) -> None:
    """The short update and the long one store every column, and check the version alike."""
    rows = (
        StoredGame("a", 1, False, b"one"),
        StoredGame("a", 2, False, b"two"),
        StoredGame("a", 3, True, b"three", Phase.OVER, True, 7.5),
        StoredGame("a", 4, True, b"four", Phase.OVER, True, 7.5),
    )
    for row in rows:
        assert queries.write(connection, row)
        assert queries.load_all(connection, ["a", "none"]) == [row]
        assert not queries.write(connection, row), "a repeat"
    assert not queries.write(connection, rows[0]._replace(version=6)), "a gap"


def test_a_move_on_a_marked_game_removes_the_mark(connection: sqlite3.Connection) -> None:
    """The next move of a game that is marked for removal finds the mark, whatever it changes."""
    assert queries.write(connection, StoredGame("a", 1, False, b"one"))
    assert queries.mark(connection, Phase.PLAYING, -1.0) == 1
    assert day_of(connection, "a") == (Phase.PLAYING + MARKED, TODAY)
    assert queries.write(connection, StoredGame("a", 2, False, b"two"))
    assert day_of(connection, "a") == (Phase.PLAYING, TODAY)


def test_rows_of_one_change_are_saved_together(connection: sqlite3.Connection) -> None:
    """If one row of a change is outrun, the others are undone, and nothing else is."""
    connection.execute("BEGIN")
    assert queries.save(connection, [StoredGame("a", 1, False, b"")])
    both = [StoredGame("b", 1, False, b""), StoredGame("a", 3, False, b"")]
    assert not queries.save(connection, both)
    assert queries.save(connection, [both[0], StoredGame("a", 2, False, b"")])
    connection.execute("COMMIT")
    assert queries.count(connection) == 2


def test_old_games_are_dropped_after_their_mark(
    connection: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mark in the future is set to today; a game changed too recently loses its mark."""
    for name in ("old", "recent"):
        queries.write(connection, StoredGame(name, 1, False, b"", Phase.OVER))
    connection.execute("UPDATE games SET changed = changed - 864000 WHERE id = 'old'")
    marked = Phase.OVER + MARKED
    connection.execute(f"UPDATE games SET stage = {marked}, day = {TODAY + 9}")
    assert queries.idle_days(connection) == -9
    assert queries.drop(connection, Phase.OVER, 5.0, 2.0) == 0
    assert day_of(connection, "old") == day_of(connection, "recent") == (marked, TODAY)
    monkeypatch.setattr(clock, "now", lambda: (TODAY + 3.5) * queries.DAY)
    assert queries.drop(connection, Phase.OVER, 5.0, 2.0) == 1
    assert day_of(connection, "recent") == (Phase.OVER, TODAY)
    assert queries.count(connection) == 1
    assert queries.idle_days(connection) == 3
