"""Games in one SQLite file, for one server process.

A single thread owns the connection. It takes all requests that wait, answers the
reads, then makes all writes in one transaction: one sync to disk is shared by every
move that came in meanwhile, so nothing is weakened to be quick. Only after the
commit are the writers told. The file is locked for as long as the server runs.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple

from divisor_duel.web.store import Listener, Row, StoreBusyError, StoreError, too_new

SCHEMAS = (
    """
    CREATE TABLE games (
        id TEXT PRIMARY KEY,
        version INTEGER NOT NULL,
        waiting INTEGER NOT NULL,
        changed REAL NOT NULL,
        body BLOB NOT NULL
    ) WITHOUT ROWID, STRICT;
    CREATE INDEX games_waiting ON games (changed) WHERE waiting;
    """,
)
"""What makes each schema from the one before it; a new one is added at the end."""

MOST_AT_ONCE = 1000

Work = Callable[[sqlite3.Connection], Any]


class _Request(NamedTuple):
    """Something to do on the connection, and who waits for it."""

    work: Work | None
    """What to do; None to stop."""
    writes: bool
    """Whether it changes anything."""
    answer: asyncio.Future[Any]
    """Belongs to the event loop: only there may it be set."""


Answers = list[tuple[_Request, Any]]
"""Requests with what came of them: a result, or an exception to raise."""


class SQLiteStore:
    """A store in a file."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._requests: SimpleQueue[_Request] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop

    async def open(self, listener: Listener) -> None:
        """Open the file; there are no other processes to listen to."""
        if self._path != ":memory:":
            folder = Path(self._path).absolute().parent
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                problem = f"cannot make the folder {folder}: {error.strerror}"
                raise StoreError(problem) from None
        opened: Future[None] = Future()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._serve, args=(opened,), daemon=True)
        self._thread.start()
        await asyncio.wrap_future(opened)

    async def load(self, id: str) -> Row | None:
        def work(connection: sqlite3.Connection) -> Row | None:
            query = "SELECT id, version, waiting, body FROM games WHERE id = ?"
            found = connection.execute(query, (id,)).fetchone()
            return _row(found) if found else None

        row: Row | None = await self._ask(work, writes=False)
        return row

    async def save(self, rows: Sequence[Row]) -> bool:
        saved: bool = await self._ask(lambda connection: _save(connection, rows), writes=True)
        return saved

    async def waiting(self, seconds: float) -> list[Row]:
        def work(connection: sqlite3.Connection) -> list[Row]:
            query = "SELECT id, version, waiting, body FROM games WHERE waiting AND changed <= ?"
            return [_row(found) for found in connection.execute(query, (time.time() - seconds,))]

        rows: list[Row] = await self._ask(work, writes=False)
        return rows

    async def tell(self, kind: str, text: bytes) -> None:
        """Nobody else is there."""

    async def close(self) -> None:
        if self._thread and self._thread.is_alive():
            await self._ask(None, writes=False)
            self._thread.join()

    async def _ask(self, work: Work | None, writes: bool) -> Any:
        answer = self._loop.create_future()
        self._requests.put(_Request(work, writes, answer))
        return await answer

    # --- in the thread that owns the connection --------------------------------------------

    def _serve(self, opened: Future[None]) -> None:
        try:
            connection = self._connect()
        except BaseException as error:
            opened.set_exception(error)
            return
        opened.set_result(None)
        while True:
            batch = self._next_batch()
            self._give([_read(connection, one) for one in batch if one.work and not one.writes])
            self._give(_write_together(connection, [one for one in batch if one.writes]))
            stops = [one for one in batch if one.work is None]
            if stops:
                connection.close()
                self._give([(one, None) for one in stops])
                return

    def _next_batch(self) -> list[_Request]:
        batch = [self._requests.get()]
        while len(batch) < MOST_AT_ONCE and not self._requests.empty():
            batch.append(self._requests.get())
        return batch

    def _give(self, answers: Answers) -> None:
        """Hand many answers over at once: each call to the event loop has its price."""
        if answers:
            with suppress(RuntimeError):  # the loop has ended, nobody waits
                self._loop.call_soon_threadsafe(_set_all, answers)

    def _connect(self) -> sqlite3.Connection:
        try:
            connection = sqlite3.connect(self._path, timeout=0, isolation_level=None)
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            self._upgrade(connection)
        except sqlite3.DatabaseError as error:
            raise StoreError(self._problem(error)) from None
        return connection

    def _problem(self, error: sqlite3.DatabaseError) -> str:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return (
                f"another program uses the database {self._path}; stop it, or name another with "
                "--database (several servers can share a postgresql:// one)"
            )
        if code == sqlite3.SQLITE_NOTADB:
            return f"{self._path} is not a database; name another with --database"
        return f"cannot use the database {self._path}: {error}"

    def _upgrade(self, connection: sqlite3.Connection) -> None:
        connection.execute("BEGIN EXCLUSIVE")
        (found,) = connection.execute("PRAGMA user_version").fetchone()
        if found > len(SCHEMAS):
            connection.close()
            raise too_new(self._path, found, len(SCHEMAS))
        for schema in SCHEMAS[found:]:
            for statement in schema.split(";"):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(SCHEMAS)}")
        connection.execute("COMMIT")


def _row(found: tuple[str, int, int, bytes]) -> Row:
    return Row(found[0], found[1], bool(found[2]), found[3])


def _save(connection: sqlite3.Connection, rows: Sequence[Row]) -> bool:
    """All rows or none: a savepoint, as other changes share the transaction."""
    connection.execute("SAVEPOINT change")
    for row in rows:
        values = (row.version, row.waiting, time.time(), row.body, row.id)
        if row.version == 1:
            done = connection.execute(
                "INSERT OR IGNORE INTO games (version, waiting, changed, body, id)"
                " VALUES (?, ?, ?, ?, ?)",
                values,
            )
        else:
            done = connection.execute(
                "UPDATE games SET version = ?, waiting = ?, changed = ?, body = ?"
                " WHERE id = ? AND version = ?",
                (*values, row.version - 1),
            )
        if done.rowcount != 1:
            connection.execute("ROLLBACK TO change")
            connection.execute("RELEASE change")
            return False
    connection.execute("RELEASE change")
    return True


def _read(connection: sqlite3.Connection, request: _Request) -> tuple[_Request, Any]:
    assert request.work
    try:
        return request, request.work(connection)
    except sqlite3.Error as error:
        return request, StoreBusyError(str(error))


def _write_together(connection: sqlite3.Connection, requests: list[_Request]) -> Answers:
    """Every write in one transaction; there are answers only once it is on disk."""
    if not requests:
        return []
    try:
        connection.execute("BEGIN IMMEDIATE")
        answers = [(one, one.work(connection)) for one in requests if one.work]
        connection.execute("COMMIT")
    except sqlite3.Error as error:  # a full disk, for example: nothing was kept
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        return [(one, StoreBusyError(str(error))) for one in requests]
    return answers


def _set_all(answers: Answers) -> None:
    for request, answer in answers:
        if request.answer.done():  # cancelled: nobody waits
            continue
        if isinstance(answer, Exception):
            request.answer.set_exception(answer)
        else:
            request.answer.set_result(answer)
