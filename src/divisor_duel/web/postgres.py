"""Games in PostgreSQL, shared by any number of server processes.

The version check and the write are one statement, so the database decides which of
two changes came first. Other processes are told after the commit, many changes in one
message: a NOTIFY inside every transaction would make all commits of all servers queue
up behind one lock. Should a process die before it has told, the others notice the
changes of what they watch when they next look, a few seconds later.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import deque
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from time import monotonic
from typing import Any

import asyncpg  # type: ignore[import-untyped,import-not-found,unused-ignore]

from divisor_duel.web.store import (
    DROPPED_AT_ONCE,
    LEASE_SECONDS,
    LOST_TRACK,
    Listener,
    Phase,
    StoreBusyError,
    StoredGame,
    StoreError,
    too_new,
)

SCHEMAS = (
    """
    CREATE TABLE duel_games (
        id text PRIMARY KEY,
        version integer NOT NULL,
        waiting boolean NOT NULL,
        changed timestamptz NOT NULL DEFAULT now(),
        body bytea NOT NULL
    );
    CREATE INDEX duel_games_waiting ON duel_games (changed) WHERE waiting;
    """,
    """
    DROP INDEX duel_games_waiting;
    ALTER TABLE duel_games
        ADD COLUMN stage smallint NOT NULL DEFAULT 1,
        ADD COLUMN line bytea,
        ADD COLUMN open boolean NOT NULL DEFAULT false,
        ADD COLUMN day integer NOT NULL DEFAULT (extract(epoch FROM now()) / 86400)::integer,
        ADD COLUMN leased timestamptz NOT NULL DEFAULT now();
    ALTER TABLE duel_games SET (fillfactor = 70);
    CREATE INDEX duel_games_waiting ON duel_games (id) WHERE waiting;
    CREATE INDEX duel_games_stage ON duel_games (stage, day);
    CREATE INDEX duel_games_line ON duel_games (line) WHERE line IS NOT NULL;
    CREATE INDEX duel_games_open ON duel_games (id) WHERE open;
    """,
    """
    ALTER TABLE duel_games ADD COLUMN due double precision;
    CREATE INDEX duel_games_due ON duel_games (due) WHERE due IS NOT NULL;
    """,
)
"""What makes each schema from the one before it; a new one is added at the end."""

_LOG = logging.getLogger("divisor_duel.web")
CHANNEL = "duel"
UPGRADE_LOCK = 0x6475656C
MOST_CONNECTIONS = 8
PATIENCE = 5.0
"""How many seconds a request waits for the database."""

_DAY = "(extract(epoch FROM now()) / 86400)::integer"
_ROW = "SELECT id, version, waiting, body, stage, line, open, due FROM duel_games"
_INSERT = """
    INSERT INTO duel_games (id, version, waiting, body, stage, line, open, due, leased)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(secs => $9))
    ON CONFLICT DO NOTHING RETURNING 1"""
_UPDATE = f"""
    UPDATE duel_games SET version = $2, waiting = $3, body = $4, stage = $5, line = $6,
    open = $7, due = $8, leased = now() + make_interval(secs => $9), changed = now(), day = {_DAY}
    WHERE id = $1 AND version = $2 - 1 RETURNING 1"""
_UPDATE_ALL = f"""
    UPDATE duel_games AS kept SET version = new.version, waiting = new.waiting, body = new.body,
    stage = new.stage, line = new.line, open = new.open, due = new.due,
    leased = now() + make_interval(secs => $9), changed = now(), day = {_DAY}
    FROM unnest($1::text[], $2::integer[], $3::boolean[], $4::bytea[], $5::smallint[],
        $6::bytea[], $7::boolean[], $8::double precision[])
        AS new (id, version, waiting, body, stage, line, open, due)
    WHERE kept.id = new.id AND kept.version = new.version - 1 RETURNING kept.id"""
_LEASE = """
    UPDATE duel_games SET leased = now() + make_interval(secs => $1) WHERE id = ANY($2)"""
_WAITING = """
    UPDATE duel_games SET leased = now() + make_interval(secs => $1) WHERE id IN (
        SELECT id FROM duel_games WHERE waiting AND leased < now()
        LIMIT $2 FOR UPDATE SKIP LOCKED
    ) RETURNING id, version, waiting, body, stage, line, open, due"""
_DROP = f"""
    DELETE FROM duel_games WHERE id IN (
        SELECT id FROM duel_games WHERE stage = $1 AND day < {_DAY} - $2::float8
        LIMIT $3 FOR UPDATE SKIP LOCKED
    )"""
_WRITABLE = "UPDATE duel_schema SET version = version WHERE false"
"""Changes nothing; fails where nothing can be changed, as on a copy that only follows."""

_TROUBLE = (
    OSError,
    TimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)
TELL_SECONDS = 0.02
"""How long changes gather before the other processes are told of them."""

HEARTBEAT_SECONDS = 2.0
"""How often a process lets itself be heard by itself, to know that it would hear others."""

MOST_NOTED = 7000
"""Bytes of one message: PostgreSQL carries 8,000."""

MOST_LEASED = 200
MOST_AT_ONCE = 500
WRITERS = 2
"""Statements that may be on their way at the same time."""


class _OutrunError(Exception):
    """Undoes a transaction in which one row was not as expected."""


class PostgresStore:
    """A store in a PostgreSQL database."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._name = secrets.token_hex(4)
        self._pool: Any = None
        self._tasks: list[asyncio.Task[None]] = []
        self._changed: dict[str, int] = {}
        self._changes = asyncio.Event()
        self._waiting: deque[tuple[StoredGame, asyncio.Future[bool]]] = deque()
        self._writing = 0
        self._writers: set[asyncio.Task[None]] = set()
        self._heard = 0.0

    async def open(self, listener: Listener) -> None:
        """Connect, upgrade the schema, and begin to listen."""
        try:
            self._pool = await asyncpg.create_pool(
                self._address,
                min_size=0,
                max_size=MOST_CONNECTIONS,
                command_timeout=PATIENCE,
                reset=_leave_as_it_is,
            )
            await self._upgrade()
        except StoreError:
            await self.close()
            raise
        except (*_TROUBLE, ValueError) as error:
            await self.close()
            raise StoreError(f"cannot use the PostgreSQL database: {error}") from None
        ready = asyncio.Event()
        work = (self._listen(listener, ready), self._tell_changes(), self._beat())
        self._tasks = [asyncio.create_task(one) for one in work]
        try:
            await asyncio.wait_for(ready.wait(), 3 * PATIENCE)
        except TimeoutError:
            await self.close()
            raise StoreError("cannot listen to the PostgreSQL database; try again") from None

    async def load(self, id: str) -> StoredGame | None:
        rows = await self.load_all([id])
        return rows[0] if rows else None

    async def load_all(self, ids: Sequence[str]) -> list[StoredGame]:
        return await self._fetch(f"{_ROW} WHERE id = ANY($1)", list(ids))

    def save(self, rows: Sequence[StoredGame]) -> asyncio.Future[bool]:
        if len(rows) == 1 and rows[0].version > 1:
            return self._queue(rows[0])
        return asyncio.ensure_future(self._save(rows))

    async def _save(self, rows: Sequence[StoredGame]) -> bool:
        async with self._connection() as connection:
            if len(rows) == 1:  # one statement is a transaction of its own
                if not await self._write(connection, rows[0]):
                    return False
            else:
                try:
                    async with connection.transaction():
                        for row in rows:
                            if not await self._write(connection, row):
                                raise _OutrunError
                except _OutrunError:
                    return False
        self._changed.update((row.id, row.version) for row in rows)
        self._changes.set()
        return True

    def _queue(self, row: StoredGame) -> asyncio.Future[bool]:
        """Have a change written together with all others that come in meanwhile."""
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((row, answer))
        if self._writing < WRITERS:
            self._writing += 1
            task = asyncio.create_task(self._write_waiting())
            self._writers.add(task)
            task.add_done_callback(self._writers.discard)
        return answer

    async def _write_waiting(self) -> None:
        """Write what waits, many changes in one statement and one commit, until nothing does."""
        try:
            while self._waiting:
                batch: dict[str, tuple[StoredGame, asyncio.Future[bool]]] = {}
                while self._waiting and len(batch) < MOST_AT_ONCE:
                    if self._waiting[0][0].id in batch:
                        break  # the next batch: of one game, one change at a time
                    row, answer = self._waiting.popleft()
                    batch[row.id] = (row, answer)
                await self._write_batch(list(batch.values()))
        finally:
            self._writing -= 1

    async def _write_batch(self, batch: list[tuple[StoredGame, asyncio.Future[bool]]]) -> None:
        columns = [list(column) for column in zip(*(row for row, _ in batch), strict=True)]
        try:
            async with self._connection() as connection:
                found = await connection.fetch(_UPDATE_ALL, *columns, LEASE_SECONDS)
        except BaseException as error:
            for _, answer in batch:
                if not answer.done():
                    answer.set_exception(
                        error if isinstance(error, StoreBusyError) else StoreBusyError(str(error))
                    )
            if not isinstance(error, StoreBusyError):
                raise
            return
        kept = {one["id"] for one in found}
        for row, answer in batch:
            if row.id in kept:
                self._changed[row.id] = row.version
            if not answer.done():
                answer.set_result(row.id in kept)
        self._changes.set()

    async def _write(self, connection: Any, row: StoredGame) -> bool:
        statement = _INSERT if row.version == 1 else _UPDATE
        return await connection.fetchrow(statement, *row, LEASE_SECONDS) is not None

    async def _fetch(self, query: str, *values: object) -> list[StoredGame]:
        async with self._connection() as connection:
            return [StoredGame(*found) for found in await connection.fetch(query, *values)]

    async def waiting(self, held: Sequence[str]) -> list[StoredGame]:
        if held:
            async with self._connection() as connection:
                await connection.execute(_LEASE, LEASE_SECONDS, list(held))
        return await self._fetch(_WAITING, LEASE_SECONDS, MOST_LEASED)

    async def playing(self, lines: Sequence[bytes]) -> bool:
        query = "SELECT EXISTS (SELECT FROM duel_games WHERE line = ANY($1))"
        async with self._connection() as connection:
            return bool(await connection.fetchval(query, list(lines)))

    async def open_games(self, most: int) -> list[StoredGame]:
        return await self._fetch(f"{_ROW} WHERE open ORDER BY changed DESC LIMIT $1", most)

    async def due(self, now: float) -> list[str]:
        async with self._connection() as connection:
            query = "SELECT id FROM duel_games WHERE due <= $1 LIMIT 500"
            return [found["id"] for found in await connection.fetch(query, now)]

    async def drop(self, stage: Phase, days: float) -> int:
        async with self._connection() as connection:
            done = await connection.execute(_DROP, int(stage), days, DROPPED_AT_ONCE)
        return int(done.rpartition(" ")[2])

    async def count(self) -> int:
        """As the database itself estimates, once there are many."""
        async with self._connection() as connection:
            query = "SELECT reltuples::bigint FROM pg_class WHERE oid = 'duel_games'::regclass"
            about = int(await connection.fetchval(query))
            if about > 10_000:
                return about
            return int(await connection.fetchval("SELECT count(*) FROM duel_games"))

    async def check(self) -> float:
        async with self._connection() as connection:
            await connection.fetchval("SELECT count(*) FROM (SELECT FROM duel_games LIMIT 1) one")
            await connection.execute(_WRITABLE)
        return monotonic() - self._heard

    async def tell(self, kind: str, text: bytes) -> None:
        async with self._connection() as connection:
            note = f"{self._name} {kind} {text.decode()}"
            await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, note)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._writers, return_exceptions=True)
        if self._pool:
            try:
                await asyncio.wait_for(self._pool.close(), PATIENCE)
            except TimeoutError:
                self._pool.terminate()

    @contextlib.asynccontextmanager
    async def _connection(self) -> AsyncIterator[Any]:
        try:
            async with self._pool.acquire(timeout=PATIENCE) as connection:
                yield connection
        except _TROUBLE as error:
            _LOG.error("the database fails: %s", error or type(error).__name__)
            raise StoreBusyError(str(error) or type(error).__name__) from None

    async def _upgrade(self) -> None:
        async with self._pool.acquire() as connection, connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1)", UPGRADE_LOCK)
            await connection.execute(
                "CREATE TABLE IF NOT EXISTS duel_schema (version integer NOT NULL)"
            )
            found = await connection.fetchval("SELECT max(version) FROM duel_schema") or 0
            if found > len(SCHEMAS):
                raise too_new("in PostgreSQL", found, len(SCHEMAS))
            for version, schema in enumerate(SCHEMAS[found:], found + 1):
                await connection.execute(schema)
                await connection.execute("INSERT INTO duel_schema VALUES ($1)", version)

    # --- what runs for as long as the store is open -----------------------------------------

    async def _tell_changes(self) -> None:
        """Tell the other processes which games have changed, a moment's worth at a time."""
        while True:
            await self._changes.wait()
            await asyncio.sleep(TELL_SECONDS)
            self._changes.clear()
            changed, self._changed = self._changed, {}
            for note in _notes(changed):
                with contextlib.suppress(StoreBusyError):  # they look for themselves, too
                    await self.tell("games", note.encode())

    async def _beat(self) -> None:
        """Be heard by itself: a listener that hears nothing has lost its connection."""
        while True:
            with contextlib.suppress(StoreBusyError):
                await self.tell("beat", b"")
            await asyncio.sleep(HEARTBEAT_SECONDS)

    async def _listen(self, listener: Listener, ready: asyncio.Event) -> None:
        """Hear the other processes; after a break, say that something may have been missed."""
        while True:
            with contextlib.suppress(*_TROUBLE):
                connection = await asyncpg.connect(self._address, timeout=PATIENCE)
                try:
                    await connection.add_listener(
                        CHANNEL, lambda *arguments: self._hear(listener, str(arguments[-1]))
                    )
                    self._heard = monotonic()
                    if ready.is_set():
                        listener(LOST_TRACK, b"")
                    ready.set()
                    await self._until_silent(connection)
                finally:
                    connection.terminate()
            await asyncio.sleep(0.5)

    async def _until_silent(self, connection: Any) -> None:
        """Return once a connection has ended, or brings nothing, not even our own heartbeat."""
        while not connection.is_closed():
            await asyncio.sleep(HEARTBEAT_SECONDS / 4)
            if monotonic() - self._heard > 3 * HEARTBEAT_SECONDS:
                return

    def _hear(self, listener: Listener, note: str) -> None:
        self._heard = monotonic()
        sender, _, rest = note.partition(" ")
        kind, _, text = rest.partition(" ")
        if sender != self._name and kind != "beat":
            listener(kind, text.encode())


async def _leave_as_it_is(connection: Any) -> None:
    """Nothing that we do outlasts its transaction: a query to undo it all would be one in two."""


def _notes(changed: Mapping[str, int]) -> Iterator[str]:
    """Changes as texts that a message can hold."""
    note = ""
    for game, version in changed.items():
        word = f"{game}:{version}"
        if len(note) + len(word) > MOST_NOTED:
            yield note
            note = ""
        note = f"{note} {word}" if note else word
    if note:
        yield note
