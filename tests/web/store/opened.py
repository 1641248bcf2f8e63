"""Open a store for a test, and change its database behind its back."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing

from divisor_duel.web.store.choice import open_store
from divisor_duel.web.store.port import Store
from tests.web.servers import fetch


@asynccontextmanager
async def opened(
    database: str, listener: Callable[[str, bytes], None] = lambda *_: None
) -> AsyncIterator[Store]:
    """A store that is open."""
    store = open_store(database)
    await store.open(listener)
    try:
        yield store
    finally:
        await store.close()


def with_store(database: str, test: Callable[[Store], Awaitable[None]]) -> None:
    """Run a test on a store that is open."""

    async def run() -> None:
        async with opened(database) as store:
            await test(store)

    asyncio.run(run())


def grow_older(database: str, days: int, id: str = "%") -> None:
    """Let games look as if they had been changed, or marked, some days earlier."""
    past = f"day = day - {days}, changed = changed - "
    rest = f" WHERE id LIKE '{id}'"
    run_sql(
        database,
        f"UPDATE duel_games SET {past} make_interval(days => {days}) {rest}",
        f"UPDATE games SET {past} {days * 86_400.0} {rest}",
    )


def run_sql(database: str, postgresql: str, sqlite: str) -> list[tuple[object, ...]]:
    """Run a statement outside of the store, in the dialect of the database; return the rows."""
    if database.startswith("postgresql"):
        return asyncio.run(fetch(database, postgresql))
    with closing(sqlite3.connect(database)) as connection, connection:
        return connection.execute(sqlite).fetchall()
