"""What only PostgreSQL does: leases, messages between servers, and connections that are cut."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from divisor_duel.web.store.choice import open_store
from divisor_duel.web.store.port import Store, StoreBusyError, StoredGame, StoreError
from tests.web.servers import Postgres, execute, until
from tests.web.store.opened import opened, with_store


def test_a_leased_game_is_left_to_who_thinks_about_it(postgres: Postgres) -> None:
    """While one process thinks about a game, the others do not find it."""
    address = postgres.new_database()

    async def run() -> None:
        async with opened(address) as one, opened(address) as two:
            await one.save([StoredGame("a", 1, True, b"")])
            assert await two.waiting([]) == []
            assert await one.waiting(["a"]) == []

    asyncio.run(run())


def test_two_stores_share_postgresql(postgres: Postgres) -> None:
    """Changes and messages of one process reach the others, and not itself."""
    address = postgres.new_database()
    heard: list[tuple[str, bytes]] = []
    own: list[tuple[str, bytes]] = []

    async def run() -> None:
        async with (
            opened(address, lambda *note: own.append(note)) as one,
            opened(address, lambda *note: heard.append(note)) as two,
        ):
            assert await one.save([StoredGame("a", 1, False, b"x")])
            assert await two.load("a") == StoredGame("a", 1, False, b"x")
            await one.notify("seen", b"a/1 b/2")
            await until(lambda: len({kind for kind, _ in heard}) == 2)

    asyncio.run(run())
    assert set(heard) == {("moves", b"a:1:"), ("seen", b"a/1 b/2")}
    assert own == []


def test_a_lost_database_is_listened_to_again(postgres: Postgres) -> None:
    """After the database has cut all connections, the store works and says it lost track."""
    address = postgres.new_database()
    heard: list[str] = []

    async def run() -> None:
        async with opened(address, lambda kind, _: heard.append(kind)) as store:
            cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1"
            await execute(
                postgres.address("postgres"), cut.replace("$1", f"'{address.rpartition('/')[2]}'")
            )
            await until(lambda: bool(heard))
            assert await store.save([StoredGame("a", 1, False, b"x")])

    asyncio.run(run())
    assert heard == ["lost"]


def test_an_address_without_a_server_is_refused() -> None:
    """A PostgreSQL that is not there is refused in a sentence."""

    async def nothing(store: Store) -> None:
        """Not reached."""

    with pytest.raises(StoreError, match="cannot use the PostgreSQL database"):
        with_store("postgresql://duel@127.0.0.1:1/duel", nothing)


def test_a_database_that_can_only_be_read_is_said(postgres: Postgres, tmp_path: Path) -> None:
    """PostgreSQL that takes no changes, as a copy does that only follows, is not ready."""
    address = postgres.new_database()
    name = address.rpartition("/")[2]

    async def run() -> None:
        store = open_store(address)
        await store.open(lambda *_: None)
        try:
            await store.check()
            rule = f"ALTER DATABASE {name} SET default_transaction_read_only = on"
            await execute(postgres.address("postgres"), rule)
            others = f"datname = '{name}' AND pid <> pg_backend_pid()"
            cut = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}"
            await execute(postgres.address("postgres"), cut)
            assert await _problem(store)
        finally:
            await store.close()

    asyncio.run(run())


async def _problem(store: Store) -> bool:
    """Whether a database says that it can only be read; connections that were cut come first."""
    for _ in range(100):
        try:
            await store.check()
        except StoreBusyError as error:
            if "read-only" in str(error):
                return True
    return False
