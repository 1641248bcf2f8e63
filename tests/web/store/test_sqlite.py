"""What only the SQLite store does: one thread, one transaction for many writes, and free space."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from divisor_duel.web.store.choice import open_store
from divisor_duel.web.store.port import Phase, Store, StoreBusyError, StoredGame
from divisor_duel.web.store.sqlite import FEW, SQLiteStore
from tests.web.store.opened import with_store


def test_dropped_games_give_their_room_back(tmp_path: Path) -> None:
    """When old games are removed, the file shrinks while the server runs."""
    database = tmp_path / "games.sqlite3"

    async def run() -> tuple[int, int]:
        store = open_store(str(database))
        await store.open(lambda *_: None)
        for number in range(200):
            await store.save([StoredGame(str(number), 1, False, b"x" * 5000, Phase.OVER)])
        before = _pages(database)
        assert await store.mark(Phase.OVER, -1.0) == 200
        assert await store.drop(Phase.OVER, -1.0, 0.0) == 200
        after = _pages(database)
        await store.close()
        return before, after

    before, after = asyncio.run(run())
    assert after < before / 4


def _pages(database: Path) -> int:
    with closing(sqlite3.connect(database)) as file:
        ((count,),) = file.execute("PRAGMA page_count")
        return int(count)


def test_writes_that_wait_share_a_transaction(tmp_path: Path) -> None:
    """Many changes that are made at once are committed together, and each gets its own answer."""
    database = str(tmp_path / "games.sqlite3")

    async def test(store: Store) -> None:
        assert isinstance(store, SQLiteStore)
        batches: list[int] = []
        write_together = store._write_together

        def counting(connection: Any, requests: list[Any]) -> Any:
            batches.append(len(requests))
            return write_together(connection, requests)

        store._write_together = counting  # type: ignore[method-assign]
        rows = [StoredGame(str(number), 1, False, b"") for number in range(100)]
        rows[50] = rows[49]
        saved = await asyncio.gather(*(store.save([row]) for row in rows))
        assert [number for number, one in enumerate(saved) if not one] == [50]
        assert [count for count in batches if count] == [100]

    with_store(database, test)


def test_a_failed_transaction_saves_nothing_of_its_batch(tmp_path: Path) -> None:
    """If SQLite refuses one write, no write of the batch is saved and every writer hears of it."""
    database = str(tmp_path / "games.sqlite3")

    async def test(store: Store) -> None:
        bad: Any = StoredGame("bad", 1, False, b"", stage="no number")  # type: ignore[arg-type]
        rows = [StoredGame("good", 1, False, b""), bad]
        found = await asyncio.gather(*(store.save([row]) for row in rows), return_exceptions=True)
        assert [type(result) for result in found] == [StoreBusyError, StoreBusyError]
        assert await store.load("good") is None
        assert await store.save(rows[:1])

    with_store(database, test)


def test_nothing_is_written_to_a_damaged_file(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Once damage is found, reads go on, writes fail, and it is logged once."""
    database = str(tmp_path / "games.sqlite3")

    async def test(store: Store) -> None:
        assert isinstance(store, SQLiteStore)
        first = StoredGame("a", 1, False, b"one")
        assert await store.save([first])
        for damage in ("page 7", "page 8"):
            store._give_up_writing(damage)
            with pytest.raises(StoreBusyError, match="page 7; restore a backup"):
                await store.save([StoredGame("a", 2, False, b"two")])
        assert await store.load("a") == first

    with_store(database, test)
    assert caplog.text.count("the database is damaged") == 1


def test_a_few_writers_alone_do_not_wait(tmp_path: Path) -> None:
    """After few writes the next follows at once, after many it waits for others to join."""

    async def test(store: Store) -> None:
        assert isinstance(store, SQLiteStore)
        for writers, waits in ((1, False), (FEW, False), (FEW + 1, True), (1, False)):
            await asyncio.gather(*(store.check() for _ in range(writers)))
            assert (store._next > 0) is waits

    with_store(str(tmp_path / "games.sqlite3"), test)
