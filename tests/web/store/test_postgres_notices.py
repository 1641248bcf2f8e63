"""Messages between server processes on one real PostgreSQL database."""

from __future__ import annotations

import asyncio

from divisor_duel.web.store.port import StoredGame
from divisor_duel.web.store.postgres import PostgresStore
from tests.web.servers import Postgres, execute, until
from tests.web.store.opened import opened

Heard = list[tuple[str, bytes]]


def words(heard: Heard, kind: str) -> list[bytes]:
    """All words of one kind that were heard."""
    return [word for told, text in heard if told == kind for word in text.split()]


def test_every_other_process_is_sent_every_change(postgres: Postgres) -> None:
    """Changes are sent with their moves, to all but the process that made them."""
    address, heard, own = postgres.new_database(), Heard(), Heard()

    async def run() -> None:
        async with (
            opened(address, lambda *note: own.append(note)) as one,
            opened(address, lambda *note: heard.append(note)),
        ):
            assert await one.save([StoredGame("a", 1, False, b"1")])
            assert await one.save([StoredGame("b", 1, False, b"1")])
            await until(lambda: {b"a:1:", b"b:1:"} <= set(words(heard, "moves")))
            assert await one.save([StoredGame("a", 2, False, b"2", move="7:1")])
            await until(lambda: b"a:2:7:1" in words(heard, "moves"))

    asyncio.run(run())
    assert not own


def test_changes_are_sent_again_after_a_broken_connection(postgres: Postgres) -> None:
    """After the database has cut every connection, changes still reach the other processes."""
    address, heard = postgres.new_database(), Heard()

    async def run() -> None:
        async with (
            opened(address) as one,
            opened(address, lambda *note: heard.append(note)),
        ):
            assert await one.save([StoredGame("a", 1, False, b"1")])
            await until(lambda: bool(heard))
            name = address.rpartition("/")[2]
            cut = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
            await execute(postgres.address("postgres"), cut)
            await until(lambda: ("lost", b"") in heard)
            heard.clear()
            assert await one.save([StoredGame("a", 2, False, b"2")])
            await until(lambda: b"a:2" in b" ".join(text for _, text in heard))

    asyncio.run(run())


def test_a_failure_of_any_kind_does_not_silence_a_process(postgres: Postgres) -> None:
    """A message that could not be sent, whatever the error, is sent once sending works again."""
    address, heard = postgres.new_database(), Heard()
    failures: list[str] = []

    async def run() -> None:
        async with (
            opened(address) as one,
            opened(address, lambda *note: heard.append(note)),
        ):
            assert isinstance(one, PostgresStore)
            notify = one._notices._notify

            async def fail_once(channel: str, note: str) -> None:
                if "a:1" in note and not failures:
                    failures.append(note)
                    raise RuntimeError("out of order")
                await notify(channel, note)

            one._notices._notify = fail_once
            assert await one.save([StoredGame("a", 1, False, b"1")])
            await until(lambda: bool(failures))
            await until(lambda: b"a:1" in b" ".join(text for _, text in heard))

    asyncio.run(run())
    assert failures
