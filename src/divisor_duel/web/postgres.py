"""Games in PostgreSQL, shared by any number of server processes.

The version check and the write are one statement, so the database decides which of
two changes came first. NOTIFY is part of the same transaction: the other processes
hear of a change exactly when it is there to be read, and of none that was undone.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Sequence
from typing import Any

import asyncpg  # type: ignore[import-untyped,import-not-found,unused-ignore]

from divisor_duel.web.store import (
    LOST_TRACK,
    Listener,
    Row,
    StoreBusyError,
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
)
"""What makes each schema from the one before it; a new one is added at the end."""

CHANNEL = "duel"
UPGRADE_LOCK = 0x6475656C
MOST_CONNECTIONS = 8
PATIENCE = 5.0
"""How many seconds a request waits for the database."""

_INSERT = """
    INSERT INTO duel_games (id, version, waiting, body) VALUES ($1, $2, $3, $4)
    ON CONFLICT DO NOTHING RETURNING pg_notify($5, $6)"""
_UPDATE = """
    UPDATE duel_games SET version = $2, waiting = $3, body = $4, changed = now()
    WHERE id = $1 AND version = $2 - 1 RETURNING pg_notify($5, $6)"""
_TROUBLE = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)


class _OutrunError(Exception):
    """Undoes a transaction in which one row was not as expected."""


class PostgresStore:
    """A store in a PostgreSQL database."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._name = secrets.token_hex(4)
        self._pool: Any = None
        self._ear: asyncio.Task[None] | None = None

    async def open(self, listener: Listener) -> None:
        """Connect, upgrade the schema, and begin to listen."""
        try:
            self._pool = await asyncpg.create_pool(
                self._address, min_size=1, max_size=MOST_CONNECTIONS, command_timeout=PATIENCE
            )
            await self._upgrade()
        except StoreError:
            await self.close()
            raise
        except (*_TROUBLE, ValueError) as error:
            await self.close()
            raise StoreError(f"cannot use the PostgreSQL database: {error}") from None
        ready = asyncio.Event()
        self._ear = asyncio.create_task(self._listen(listener, ready))
        try:
            await asyncio.wait_for(ready.wait(), 3 * PATIENCE)
        except TimeoutError:
            await self.close()
            raise StoreError("cannot listen to the PostgreSQL database; try again") from None

    async def load(self, id: str) -> Row | None:
        async with self._connection() as connection:
            query = "SELECT id, version, waiting, body FROM duel_games WHERE id = $1"
            found = await connection.fetchrow(query, id)
        return Row(*found) if found else None

    async def save(self, rows: Sequence[Row]) -> bool:
        async with self._connection() as connection:
            if len(rows) == 1:  # one statement is a transaction of its own
                return await self._write(connection, rows[0])
            try:
                async with connection.transaction():
                    for row in rows:
                        if not await self._write(connection, row):
                            raise _OutrunError
            except _OutrunError:
                return False
        return True

    async def _write(self, connection: Any, row: Row) -> bool:
        statement = _INSERT if row.version == 1 else _UPDATE
        note = f"{self._name} game {row.id} {row.version}"
        return await connection.fetchrow(statement, *row, CHANNEL, note) is not None

    async def waiting(self, seconds: float) -> list[Row]:
        async with self._connection() as connection:
            query = (
                "SELECT id, version, waiting, body FROM duel_games"
                " WHERE waiting AND changed <= now() - make_interval(secs => $1) LIMIT 1000"
            )
            return [Row(*found) for found in await connection.fetch(query, seconds)]

    async def tell(self, kind: str, text: bytes) -> None:
        async with self._connection() as connection:
            note = f"{self._name} {kind} {text.decode()}"
            await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, note)

    async def close(self) -> None:
        if self._ear:
            self._ear.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._ear
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

    async def _listen(self, listener: Listener, ready: asyncio.Event) -> None:
        """Hear the other processes; after a break, say that something may have been missed."""
        while True:
            with contextlib.suppress(*_TROUBLE):
                connection = await asyncpg.connect(self._address, timeout=PATIENCE)
                lost = asyncio.Event()
                connection.add_termination_listener(lambda *_, lost=lost: lost.set())
                await connection.add_listener(
                    CHANNEL, lambda *arguments: self._hear(listener, str(arguments[-1]))
                )
                if ready.is_set():
                    listener(LOST_TRACK, b"")
                ready.set()
                try:
                    await lost.wait()
                finally:
                    connection.terminate()
            await asyncio.sleep(0.5)

    def _hear(self, listener: Listener, note: str) -> None:
        sender, _, rest = note.partition(" ")
        kind, _, text = rest.partition(" ")
        if sender != self._name:
            listener(kind, text.encode())
