"""Games in PostgreSQL, shared by any number of server processes.

The version check and the write are one statement, so the database decides which of
two changes came first. `postgres_notices` notifies other processes after the commit.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Sequence
from time import monotonic
from typing import Any

import asyncpg  # type: ignore[import-untyped,import-not-found,unused-ignore]

from divisor_duel.web.ops.restarts import Restarts, Work, end_tasks
from divisor_duel.web.store.port import (
    COLUMNS,
    DROPPED_AT_ONCE,
    LEASE_SECONDS,
    MARKED,
    MessageHandler,
    Phase,
    StoreBusyError,
    StoredGame,
    StoredRoom,
    StoreError,
    cause_of,
    check_known,
)
from divisor_duel.web.store.postgres_notices import PATIENCE, TROUBLE, Notices
from divisor_duel.web.store.postgres_writes import Writes

SCHEMA = 3
"""Number of the schema, in the table `duel_schema`; bump it when CREATE changes."""

CREATE = """
    CREATE TABLE duel_games (
        id text PRIMARY KEY,
        version integer NOT NULL,
        waiting boolean NOT NULL,
        changed timestamptz NOT NULL DEFAULT now(),
        body bytea NOT NULL,
        stage smallint NOT NULL DEFAULT 1,
        line bytea,
        open boolean NOT NULL DEFAULT false,
        day integer NOT NULL DEFAULT (extract(epoch FROM now()) / 86400)::integer,
        leased timestamptz NOT NULL DEFAULT now(),
        due double precision
    ) WITH (fillfactor = 70);
    CREATE INDEX duel_games_waiting ON duel_games (id) WHERE waiting;
    CREATE INDEX duel_games_stage ON duel_games (stage, day);
    CREATE INDEX duel_games_open ON duel_games (id) WHERE open;
    CREATE INDEX duel_games_due ON duel_games (due) WHERE due IS NOT NULL;
"""
"""The statements that create the schema. `line` is unused, but version 0.1.0 sets it to NULL."""

CREATE_ROOMS = """
    CREATE TABLE IF NOT EXISTS duel_rooms (
        id text PRIMARY KEY,
        version integer NOT NULL,
        expires double precision NOT NULL,
        body bytea NOT NULL
    )
"""
"""Adds the table of rooms, also to a database that servers of version 1.0.0 go on using."""

_LOG = logging.getLogger("divisor_duel.web")
CREATE_LOCK = 0x6475656C
"""Key of the advisory lock that a process holds while it creates the schema."""

MOST_CONNECTIONS = 8
"""Limit on the connections in the pool."""

_DAY = "(extract(epoch FROM now()) / 86400)::integer"
_ROW = "SELECT id, version, waiting, body, stage, open, due FROM duel_games"
_INSERT = """
    INSERT INTO duel_games (id, version, waiting, body, stage, open, due, leased)
    VALUES ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8))
    ON CONFLICT DO NOTHING RETURNING 1"""
_UPDATE = f"""
    UPDATE duel_games SET version = $2, waiting = $3, body = $4, stage = $5, open = $6,
    due = $7, leased = now() + make_interval(secs => $8), changed = now(), day = {_DAY}
    WHERE id = $1 AND version = $2 - 1 RETURNING 1"""
_UPDATE_ALL = f"""
    UPDATE duel_games AS saved SET version = new.version, waiting = new.waiting, body = new.body,
    stage = new.stage, open = new.open, due = new.due,
    leased = now() + make_interval(secs => $8), changed = now(), day = {_DAY}
    FROM unnest($1::text[], $2::integer[], $3::boolean[], $4::bytea[], $5::smallint[],
        $6::boolean[], $7::double precision[])
        AS new (id, version, waiting, body, stage, open, due)
    WHERE saved.id = new.id AND saved.version = new.version - 1 RETURNING saved.id"""
_LEASE = """
    UPDATE duel_games SET leased = now() + make_interval(secs => $1) WHERE id = ANY($2)"""
_WAITING = """
    UPDATE duel_games SET leased = now() + make_interval(secs => $1) WHERE id IN (
        SELECT id FROM duel_games WHERE waiting AND leased < now()
        LIMIT $2 FOR UPDATE SKIP LOCKED
    ) RETURNING id, version, waiting, body, stage, open, due"""
_NEWEST = f"""
    SELECT {_DAY} - max((SELECT max(day) FROM duel_games WHERE duel_games.stage = one.stage))
    FROM generate_series(0, {2 * MARKED - 1}) AS one (stage)"""
_MARK = f"""
    UPDATE duel_games SET stage = stage + {MARKED}, day = {_DAY} WHERE id IN (
        SELECT id FROM duel_games WHERE stage = $1 AND day < {_DAY} - $2::float8
        LIMIT $3 FOR UPDATE SKIP LOCKED
    ) RETURNING 1"""
_CORRECT_MARK = f"""
    UPDATE duel_games SET day = {_DAY} WHERE stage = $1 + {MARKED} AND day > {_DAY}"""
_CHANGED = "(extract(epoch FROM changed) / 86400)::integer"
_MARKED_LONG_AGO = f"""
    SELECT id FROM duel_games WHERE stage = $1 + {MARKED} AND day <= {_DAY} - $4::float8"""
_UNMARK = f"""
    UPDATE duel_games SET stage = stage - {MARKED}, day = {_CHANGED} WHERE id IN (
        {_MARKED_LONG_AGO} AND {_CHANGED} >= {_DAY} - $2::float8 LIMIT $3 FOR UPDATE SKIP LOCKED
    )"""
_DROP = f"""
    DELETE FROM duel_games WHERE id IN (
        {_MARKED_LONG_AGO} AND {_CHANGED} < {_DAY} - $2::float8 LIMIT $3 FOR UPDATE SKIP LOCKED
    ) RETURNING 1"""
_ROOM = "SELECT id, version, expires, body FROM duel_rooms"
_INSERT_ROOM = """
    INSERT INTO duel_rooms (id, version, expires, body) VALUES ($1, $2, $3, $4)
    ON CONFLICT DO NOTHING RETURNING 1"""
_UPDATE_ROOM = """
    UPDATE duel_rooms SET version = $2, expires = $3, body = $4
    WHERE id = $1 AND version = $2 - 1 RETURNING 1"""
_WRITABLE = "UPDATE duel_schema SET version = version WHERE false"
"""Changes nothing, but fails where writing is impossible, as on a read replica."""

MOST_LEASED = 200
"""Limit on the games that one query leases."""


class _OutrunError(Exception):
    """Rolls back a transaction because another process changed one of its rows first."""


class PostgresStore:
    """A store in a PostgreSQL database."""

    def __init__(self, address: str, patience: float = PATIENCE) -> None:
        """`patience` is the timeout for answers of the database, in seconds."""
        self._address, self._patience = address, patience
        self._pool: Any = None
        self._tasks: list[asyncio.Task[None]] = []
        self._writes = Writes(self._write_all)
        self._notices = Notices(self._notify, patience)

    async def open(self, listener: MessageHandler) -> None:
        """Connect, create the schema if there is none, and begin to listen."""
        try:
            self._pool = await asyncpg.create_pool(
                self._address,
                min_size=0,
                max_size=MOST_CONNECTIONS,
                command_timeout=self._patience,
                reset=_skip_reset,
            )
            await self._prepare()
        except StoreError:
            await self.close()
            raise
        except (*TROUBLE, ValueError) as error:
            await self.close()
            problem = f"cannot use the PostgreSQL database: {cause_of(error)}"
            raise StoreError(problem) from None
        ready = asyncio.Event()
        notices = self._notices
        work: dict[str, Work] = {
            "listening": lambda: notices.listen(self._address, listener, ready),
            "telling": notices.send_changes,
            "the heartbeat": notices.send_heartbeats,
        }
        keep = Restarts().keep_running
        self._tasks = [asyncio.create_task(keep(name, task)) for name, task in work.items()]
        try:
            await asyncio.wait_for(ready.wait(), 3 * self._patience)
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
            return self._writes.add(rows[0])
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
        for row in rows:
            self._notices.change(row.id, row.version, row.move)
        return True

    async def _write_all(self, rows: Sequence[StoredGame]) -> set[str]:
        columns = [list(column) for column in zip(*(row[:COLUMNS] for row in rows), strict=True)]
        async with self._connection() as connection:
            updated = await connection.fetch(_UPDATE_ALL, *columns, LEASE_SECONDS)
        saved = {record["id"] for record in updated}
        for row in rows:
            if row.id in saved:
                self._notices.change(row.id, row.version, row.move)
        return saved

    async def _write(self, connection: Any, row: StoredGame) -> bool:
        statement = _INSERT if row.version == 1 else _UPDATE
        return await connection.fetchrow(statement, *row[:COLUMNS], LEASE_SECONDS) is not None

    async def _fetch(self, query: str, *values: object) -> list[StoredGame]:
        async with self._connection() as connection:
            return [StoredGame(*record) for record in await connection.fetch(query, *values)]

    async def waiting(self, held: Sequence[str]) -> list[StoredGame]:
        if held:
            async with self._connection() as connection:
                await connection.execute(_LEASE, LEASE_SECONDS, list(held))
        return await self._fetch(_WAITING, LEASE_SECONDS, MOST_LEASED)

    async def open_games(self, most: int) -> list[StoredGame]:
        return await self._fetch(f"{_ROW} WHERE open ORDER BY changed DESC LIMIT $1", most)

    async def due(self, now: float) -> list[str]:
        async with self._connection() as connection:
            query = "SELECT id FROM duel_games WHERE due <= $1 LIMIT 500"
            return [record["id"] for record in await connection.fetch(query, now)]

    async def idle_days(self) -> int | None:
        async with self._connection() as connection:
            days: int | None = await connection.fetchval(_NEWEST)
            return days

    async def mark(self, stage: Phase, days: float) -> int:
        async with self._connection() as connection:
            return len(await connection.fetch(_MARK, int(stage), days, DROPPED_AT_ONCE))

    async def drop(self, stage: Phase, days: float, wait: float) -> int:
        values = int(stage), days, DROPPED_AT_ONCE, wait
        async with self._connection() as connection, connection.transaction():
            await connection.execute(_CORRECT_MARK, int(stage))
            await connection.execute(_UNMARK, *values)
            return len(await connection.fetch(_DROP, *values))

    async def load_room(self, id: str) -> StoredRoom | None:
        async with self._connection() as connection:
            record = await connection.fetchrow(f"{_ROOM} WHERE id = $1", id)
            return StoredRoom(*record) if record else None

    async def save_room(self, room: StoredRoom, games: Sequence[StoredGame]) -> bool:
        statement = _INSERT_ROOM if room.version == 1 else _UPDATE_ROOM
        try:
            async with self._connection() as connection, connection.transaction():
                if await connection.fetchrow(statement, *room) is None:
                    return False
                for row in games:
                    if not await self._write(connection, row):
                        raise _OutrunError
        except _OutrunError:
            return False
        return True

    async def expired_rooms(self, now: float) -> list[StoredRoom]:
        async with self._connection() as connection:
            records = await connection.fetch(f"{_ROOM} WHERE expires <= $1 LIMIT 100", now)
            return [StoredRoom(*record) for record in records]

    async def remove_room(self, id: str, games: Sequence[str]) -> None:
        async with self._connection() as connection, connection.transaction():
            await connection.execute("DELETE FROM duel_rooms WHERE id = $1", id)
            await connection.execute("DELETE FROM duel_games WHERE id = ANY($1)", list(games))

    async def count(self) -> int:
        """Return the number of games, as PostgreSQL estimates it once there are many."""
        async with self._connection() as connection:
            query = "SELECT reltuples::bigint FROM pg_class WHERE oid = 'duel_games'::regclass"
            estimate = int(await connection.fetchval(query))
            if estimate > 10_000:
                return estimate
            return int(await connection.fetchval("SELECT count(*) FROM duel_games"))

    async def check(self) -> float:
        async with self._connection() as connection:
            await connection.fetchval("SELECT count(*) FROM (SELECT FROM duel_games LIMIT 1) one")
            await connection.execute(_WRITABLE)
        return monotonic() - self._notices.last_heard

    async def notify(self, kind: str, text: bytes) -> None:
        await self._notices.send(kind, text.decode())

    async def _notify(self, channel: str, note: str) -> None:
        async with self._connection() as connection:
            await connection.execute("SELECT pg_notify($1, $2)", channel, note)

    async def close(self) -> None:
        await end_tasks(self._tasks)
        await self._writes.end()
        if self._pool:
            try:
                await asyncio.wait_for(self._pool.close(), self._patience)
            except TimeoutError:
                self._pool.terminate()

    @contextlib.asynccontextmanager
    async def _connection(self) -> AsyncIterator[Any]:
        try:
            async with self._pool.acquire(timeout=self._patience) as connection:
                yield connection
        except TROUBLE as error:
            late = isinstance(error, TimeoutError)
            cause = f"no answer within {self._patience:g} s" if late else cause_of(error)
            _LOG.error("the database fails: %s", cause)
            raise StoreBusyError(cause) from None

    async def _prepare(self) -> None:
        async with self._pool.acquire() as connection, connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1)", CREATE_LOCK)
            await connection.execute(
                "CREATE TABLE IF NOT EXISTS duel_schema (version integer NOT NULL)"
            )
            current = await connection.fetchval("SELECT max(version) FROM duel_schema")
            if current is None:
                await connection.execute(CREATE)
                await connection.execute("INSERT INTO duel_schema VALUES ($1)", SCHEMA)
            else:
                check_known("in PostgreSQL", current, SCHEMA)
            await connection.execute(CREATE_ROOMS)


async def _skip_reset(connection: Any) -> None:
    """Skip asyncpg's RESET, which doubles the queries: we leave no session state."""
