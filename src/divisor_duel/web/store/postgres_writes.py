"""Write many changes with one statement and one commit.

While a statement is running, new changes are collected for the next one, so the busier the
server, the more changes share a commit; a single change does not wait. There is a pause between
two statements, because each costs more than its rows do.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence

from divisor_duel.web.store.futures import settle
from divisor_duel.web.store.port import StoreBusyError, StoredGame, cause_of

MOST_AT_ONCE = 500
"""Limit on the rows of one statement."""

GATHER_SECONDS = 0.008
"""Seconds from one statement to the next: each costs as much CPU time as twenty rows."""

WRITERS = 2
"""Limit on the statements that run at the same time."""

Write = Callable[[Sequence[StoredGame]], Awaitable[set[str]]]
"""Writes rows of different games, and returns the ids of those that were saved."""

_Change = tuple[StoredGame, asyncio.Future[bool]]


class Writes:
    """A queue of changes to be written."""

    def __init__(self, write: Write) -> None:
        self._write = write
        self._waiting: deque[_Change] = deque()
        self._writers: set[asyncio.Task[None]] = set()
        self._writing = 0
        """How many of the writers will check the queue again."""
        self._next = 0.0
        """When the next statement may start, on the event loop's clock."""

    def add(self, row: StoredGame) -> asyncio.Future[bool]:
        """Queue a change; its result is whether it was written, or why not."""
        written: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((row, written))
        if self._writing < WRITERS:
            self._writing += 1
            task = asyncio.create_task(self._write_waiting())
            self._writers.add(task)
            task.add_done_callback(self._writers.discard)
        return written

    async def end(self) -> None:
        """Wait until all statements have ended."""
        await asyncio.gather(*self._writers, return_exceptions=True)

    async def _write_waiting(self) -> None:
        try:
            while self._waiting:
                now = asyncio.get_running_loop().time()
                if now < self._next:
                    await asyncio.sleep(self._next - now)
                    continue  # another writer may have emptied the queue
                self._next = now + GATHER_SECONDS
                await self._write_batch(self._next_batch())
        finally:
            self._writing -= 1

    def _next_batch(self) -> list[_Change]:
        batch: dict[str, _Change] = {}
        while self._waiting and len(batch) < MOST_AT_ONCE:
            if self._waiting[0][0].id in batch:
                break  # one change per game in each statement
            change = self._waiting.popleft()
            batch[change[0].id] = change
        return list(batch.values())

    async def _write_batch(self, batch: list[_Change]) -> None:
        try:
            saved = await self._write([row for row, _ in batch])
        except BaseException as error:
            busy = error if isinstance(error, StoreBusyError) else StoreBusyError(cause_of(error))
            for _, written in batch:
                settle(written, busy)
            if not isinstance(error, StoreBusyError):
                raise
            return
        for row, written in batch:
            settle(written, row.id in saved)
