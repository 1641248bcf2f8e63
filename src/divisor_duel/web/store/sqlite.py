"""Games in one SQLite file, for one server process.

A single thread owns the connection. It takes all waiting requests, answers the
reads, then makes all writes in one transaction: all moves that are waiting share one
sync to disk, so that the server is fast without giving up durability. Writers get
their results only after the commit.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from typing import NamedTuple, TypeVar, cast

from divisor_duel.web.ops.restarts import Restarts, end_tasks
from divisor_duel.web.store import sqlite_queries as queries
from divisor_duel.web.store.futures import settle
from divisor_duel.web.store.port import (
    MessageHandler,
    Phase,
    StoreBusyError,
    StoredGame,
    StoredRoom,
)
from divisor_duel.web.store.sqlite_check import DAMAGE, check_now_and_then
from divisor_duel.web.store.sqlite_file import MEMORY, connect

MOST_AT_ONCE = 1000
"""Limit on the requests of one batch."""

GATHER_SECONDS = 0.008
"""Seconds from one batch of writes to the next: a sync costs as much CPU time as ten rows.

While there are few writers, writes do not wait.
"""

FEW = 4
"""Most writes of a batch after which the next write may follow at once."""

_LOG = logging.getLogger("divisor_duel.web")
Work = Callable[[sqlite3.Connection], object]
Result = TypeVar("Result")


class _Request(NamedTuple):
    """Work to do on the connection, and the future of its result."""

    work: Work | None
    """The work; None to stop the thread."""
    writes: bool
    """Whether it changes anything."""
    answer: asyncio.Future[object]
    """Gets the result, or an exception; belongs to the event loop."""


Results = list[tuple[asyncio.Future[object], object]]
"""Futures, each with its result or with an exception to raise."""


class SQLiteStore:
    """A store in a file."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._batches: SimpleQueue[list[_Request]] = SimpleQueue()
        self._waiting: list[_Request] = []
        self._busy = False
        """Whether the thread has a batch; new requests then wait for the next one."""
        self._timer: asyncio.TimerHandle | None = None
        self._next = 0.0
        """When the next writes may start, on the event loop's clock."""
        self._writes = 0
        """How many writes the latest batch has."""
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop
        self._checking: asyncio.Task[None] | None = None
        self._damage: StoreBusyError | None = None
        """Set once the file turns out to be damaged; from then on it is only read."""

    async def open(self, listener: MessageHandler) -> None:
        """Open the file; there are no other processes to listen to."""
        opened: Future[None] = Future()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._serve, args=(opened,), daemon=True)
        self._thread.start()
        await asyncio.wrap_future(opened)
        if self._path != MEMORY:
            work = partial(check_now_and_then, self._path, self._give_up_writing)
            keep = Restarts().keep_running("the check for damage", work)
            self._checking = asyncio.create_task(keep)

    async def load(self, id: str) -> StoredGame | None:
        rows = await self.load_all([id])
        return rows[0] if rows else None

    async def load_all(self, ids: Sequence[str]) -> list[StoredGame]:
        return await self._read(lambda connection: queries.load_all(connection, ids))

    def save(self, rows: Sequence[StoredGame]) -> asyncio.Future[bool]:
        """Queue the rows for the next transaction; False if another change came first."""
        return self._ask(lambda connection: queries.save(connection, rows), writes=True)

    async def waiting(self, held: Sequence[str]) -> list[StoredGame]:
        """Return all waiting games that are not held: no other process holds any."""
        holding = frozenset(held)
        rows: list[StoredGame] = await self._read(queries.waiting)
        return [row for row in rows if row.id not in holding]

    async def open_games(self, most: int) -> list[StoredGame]:
        return await self._read(lambda connection: queries.open_games(connection, most))

    async def due(self, now: float) -> list[str]:
        return await self._read(lambda connection: queries.due(connection, now))

    async def idle_days(self) -> int | None:
        return await self._read(queries.idle_days)

    async def mark(self, stage: Phase, days: float) -> int:
        return await self._ask(lambda connection: queries.mark(connection, stage, days), True)

    async def drop(self, stage: Phase, days: float, wait: float) -> int:
        dropped = await self._ask(
            lambda connection: queries.drop(connection, stage, days, wait), writes=True
        )
        if dropped:
            await self._read(queries.free_space)
        return dropped

    async def load_room(self, id: str) -> StoredRoom | None:
        return await self._read(lambda connection: queries.load_room(connection, id))

    async def save_room(self, room: StoredRoom, games: Sequence[StoredGame]) -> bool:
        return await self._ask(
            lambda connection: queries.save_room(connection, room, games), writes=True
        )

    async def expired_rooms(self, now: float) -> list[StoredRoom]:
        return await self._read(lambda connection: queries.expired_rooms(connection, now))

    async def remove_room(self, id: str, games: Sequence[str]) -> None:
        await self._ask(lambda connection: queries.remove_room(connection, id, games), writes=True)
        await self._read(queries.free_space)

    async def count(self) -> int:
        return await self._read(queries.count)

    async def check(self) -> float:
        """Check that the file can be written to; there are no other processes to hear."""
        await self._ask(queries.touch, writes=True)
        return 0.0

    async def notify(self, kind: str, text: bytes) -> None:
        """Do nothing: there are no other processes."""

    async def close(self) -> None:
        if self._checking:
            await end_tasks([self._checking])
        if self._thread and self._thread.is_alive():
            await self._stop_thread()
            self._thread.join()

    def _stop_thread(self) -> asyncio.Future[None]:
        return self._ask(None, writes=False)

    def _read(self, work: Callable[[sqlite3.Connection], Result]) -> asyncio.Future[Result]:
        return self._ask(work, writes=False)

    def _ask(
        self, work: Callable[[sqlite3.Connection], Result] | None, writes: bool
    ) -> asyncio.Future[Result]:
        """Return the future result of work on the connection; None stops the thread."""
        answer: asyncio.Future[Result] = self._loop.create_future()
        self._waiting.append(_Request(work, writes, cast("asyncio.Future[object]", answer)))
        if not self._busy:
            self._hand_over_soon(writes)
        return answer

    def _hand_over_soon(self, writes: bool) -> None:
        """Give the thread the waiting requests: at once, unless it has just written."""
        if self._timer and writes:
            return  # the timer hands it over with the others
        wait = self._next - self._loop.time() if writes else 0.0
        if self._timer is None or wait <= 0:
            if self._timer:
                self._timer.cancel()
            self._timer = self._loop.call_later(max(wait, 0.0), self._hand_over)

    def _hand_over(self) -> None:
        self._timer, self._busy = None, True
        batch, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
        self._writes = sum(request.writes for request in batch)
        if self._writes:
            self._next = self._loop.time() + GATHER_SECONDS
        self._batches.put(batch)

    def _finish_batch(self, results: Results) -> None:
        """Deliver the results of a batch, and hand over the next one."""
        self._busy = False
        if not self._waiting and self._writes <= FEW:
            self._next = 0.0  # all writers have their answers, and no new ones came
        if self._waiting:
            self._hand_over_soon(all(request.writes for request in self._waiting))
        _settle_all(results)

    # --- in the thread that owns the connection --------------------------------------------

    def _serve(self, opened: Future[None]) -> None:
        try:
            connection, lock = connect(self._path)
        except BaseException as error:
            opened.set_exception(error)
            return
        opened.set_result(None)
        while True:
            batch = self._batches.get()
            writes = [request for request in batch if request.writes]
            reads = [
                self._run(connection, request)
                for request in batch
                if request.work and not request.writes
            ]
            if reads and writes:  # reads need not wait for the disk
                self._hand_back(_settle_all, reads)
                reads = []
            done = reads + self._write_together(connection, writes)
            stops = [request for request in batch if request.work is None]
            if stops:
                connection.close()
                lock.close()
                done += [(request.answer, None) for request in stops]
            self._hand_back(self._finish_batch, done)
            if stops:
                return

    def _hand_back(self, take: Callable[[Results], None], results: Results) -> None:
        """Pass many results in one call, because each call to the event loop is costly."""
        with suppress(RuntimeError):  # the loop has ended: no one waits
            self._loop.call_soon_threadsafe(take, results)

    def _run(
        self, connection: sqlite3.Connection, request: _Request
    ) -> tuple[asyncio.Future[object], object]:
        assert request.work
        try:
            return request.answer, request.work(connection)
        except sqlite3.Error as error:
            return request.answer, self._report_error(error)

    def _write_together(self, connection: sqlite3.Connection, requests: list[_Request]) -> Results:
        """Make all writes in one transaction; return their results once it is on disk."""
        if not requests:
            return []
        if self._damage:
            return [(request.answer, self._damage) for request in requests]
        try:
            connection.execute("BEGIN IMMEDIATE")
            results = [
                (request.answer, request.work(connection)) for request in requests if request.work
            ]
            connection.execute("COMMIT")
        except sqlite3.Error as error:  # a full disk, for example: nothing was saved
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            failed = self._report_error(error)
            return [(request.answer, failed) for request in requests]
        return results

    def _report_error(self, error: sqlite3.Error) -> StoreBusyError:
        """Log an error and return it for the writers; damage is logged only once."""
        if self._damage:
            return self._damage
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in DAMAGE:
            return self._give_up_writing(str(error))
        _LOG.error("the database fails: %s", error)
        return StoreBusyError(str(error))

    def _give_up_writing(self, damage: str) -> StoreBusyError:
        """Only read the file from now on: writes to a damaged file may be lost."""
        if not self._damage:
            self._damage = StoreBusyError(f"the file is damaged: {damage}; restore a backup")
            _LOG.critical("the database is damaged, and read-only from now on: %s", damage)
        return self._damage


def _settle_all(results: Results) -> None:
    for future, result in results:
        settle(future, result)
