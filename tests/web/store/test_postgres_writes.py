"""Changes that are written together."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from divisor_duel.web.store.port import StoreBusyError, StoredGame
from divisor_duel.web.store.postgres_writes import Writes


class Pen:
    """Writes down which rows were written together."""

    def __init__(self) -> None:
        self.batches: list[list[tuple[str, int]]] = []
        self.broken = False

    async def write(self, rows: Sequence[StoredGame]) -> set[str]:
        """Keep all but what is called wrong."""
        self.batches.append([(row.id, row.version) for row in rows])
        await asyncio.sleep(0)
        if self.broken:
            raise StoreBusyError("no")
        return {row.id for row in rows if row.id != "wrong"}


def ask(writes: Writes, name: str, version: int = 2) -> asyncio.Future[bool]:
    """Have a row written."""
    return writes.add(StoredGame(name, version, False, b""))


def test_what_comes_together_is_written_together() -> None:
    """One statement holds what has gathered, but of one game only one change."""

    async def run() -> None:
        pen = Pen()
        writes = Writes(pen.write)
        answers = [ask(writes, "a"), ask(writes, "wrong"), ask(writes, "a", 3), ask(writes, "b")]
        assert await asyncio.gather(*answers) == [True, False, True, True]
        assert pen.batches == [[("a", 2), ("wrong", 2)], [("a", 3), ("b", 2)]]

    asyncio.run(run())


def test_nothing_is_left_behind_when_writers_end() -> None:
    """A change that comes at the very moment in which the last writer ends is written, too."""

    async def run() -> None:
        pen = Pen()
        writes = Writes(pen.write)
        for turns in range(8):
            first = [ask(writes, "a"), ask(writes, "a", 3)]
            for _ in range(turns):
                await asyncio.sleep(0)
            last = ask(writes, "b")
            async with asyncio.timeout(300):
                assert all(await asyncio.gather(*first, last))

    asyncio.run(run())


def test_a_failure_is_told_to_all_and_is_not_the_end() -> None:
    """Writers in a statement that failed get the error, and the next statement is tried."""

    async def run() -> None:
        pen = Pen()
        writes, pen.broken = Writes(pen.write), True
        answers = [ask(writes, "a"), ask(writes, "b")]
        for answer in answers:
            with pytest.raises(StoreBusyError):
                await answer
        pen.broken = False
        assert await ask(writes, "a")
        await writes.end()

    asyncio.run(run())
