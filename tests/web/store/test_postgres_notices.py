"""Messages between server processes on one real PostgreSQL database."""

from __future__ import annotations

import asyncio

import pytest

from divisor_duel.web.store import postgres_notices
from divisor_duel.web.store.port import StoredGame
from divisor_duel.web.store.postgres import PostgresStore
from tests.web.servers import Postgres, execute, until
from tests.web.store.opened import opened

Heard = list[tuple[str, bytes]]


def words(heard: Heard, kind: str) -> list[bytes]:
    """All words of one kind that were heard."""
    return [word for told, text in heard if told == kind for word in text.split()]


def test_only_who_watches_a_game_is_told_of_it(postgres: Postgres) -> None:
    """Changes are sent, with their moves, only for games that another process watches."""
    address, heard = postgres.new_database(), Heard()

    async def run() -> None:
        async with (
            opened(address) as one,
            opened(address, lambda *note: heard.append(note)) as two,
        ):
            assert isinstance(one, PostgresStore)
            two.watch("watched", True)
            await until(lambda: {"watched"} in one._notices._others.values())
            assert await one.save([StoredGame("watched", 1, False, b"1")])
            assert await one.save([StoredGame("other", 1, False, b"1")])
            assert await one.save([StoredGame("watched", 2, False, b"2", move="7:1")])
            await until(lambda: b"watched:2:7:1" in words(heard, "moves"))
            assert await one.save([StoredGame("other", 2, False, b"2")])
            two.watch("watched", False)
            two.watch("last", True)
            assert await one.save([StoredGame("last", 1, False, b"1")])
            await until(lambda: b"last:1:" in words(heard, "moves"))

    asyncio.run(run())
    told = {word.partition(b":")[0] for word in words(heard, "moves")}
    assert told == {b"watched", b"last"}


def test_what_changed_before_it_was_watched_is_told_again(postgres: Postgres) -> None:
    """A process that begins to watch is sent a change made just before, so it misses nothing."""
    address, heard = postgres.new_database(), Heard()

    async def run() -> None:
        async with (
            opened(address) as one,
            opened(address, lambda *note: heard.append(note)) as two,
        ):
            assert await one.save([StoredGame("a", 1, False, b"1")])
            assert await one.save([StoredGame("a", 2, False, b"2")])
            two.watch("a", True)
            await until(lambda: b"a:2:" in words(heard, "moves"))

    asyncio.run(run())


def test_a_server_that_has_not_answered_is_told_of_everything(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While another process has not said what it watches, every change is sent."""
    monkeypatch.setattr(postgres_notices, "HEARTBEAT_SECONDS", 100.0)  # no process is forgotten
    address, heard = postgres.new_database(), Heard()

    async def run() -> None:
        async with (
            opened(address, lambda *note: heard.append(note)) as one,
            opened(address) as two,
        ):
            one.watch("a", True)
            await execute(address, "SELECT pg_notify('duel', 'silent seen x/1')")
            await until(lambda: bool(words(heard, "seen")))
            assert await two.save([StoredGame("b", 1, False, b"1")])
            assert await two.save([StoredGame("a", 1, False, b"1")])
            await until(lambda: b"a:1:" in words(heard, "moves"))
            assert await two.save([StoredGame("b", 2, False, b"1", move="7:1")])
            await until(lambda: b"b:2:7:1" in words(heard, "moves"))

    asyncio.run(run())


def test_what_is_watched_outlives_a_broken_connection(postgres: Postgres) -> None:
    """After the database has cut every connection, changes of watched games are sent again."""
    address, heard = postgres.new_database(), Heard()

    async def run() -> None:
        async with (
            opened(address) as one,
            opened(address, lambda *note: heard.append(note)) as two,
        ):
            two.watch("a", True)
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
            opened(address, lambda *note: heard.append(note)) as two,
        ):
            assert isinstance(one, PostgresStore)
            notify = one._notices._notify

            async def fail_once(channel: str, note: str) -> None:
                if "a:1" in note and not failures:
                    failures.append(note)
                    raise RuntimeError("out of order")
                await notify(channel, note)

            one._notices._notify = fail_once
            two.watch("a", True)
            assert await one.save([StoredGame("a", 1, False, b"1")])
            await until(lambda: bool(failures))
            await until(lambda: b"a:1" in b" ".join(text for _, text in heard))

    asyncio.run(run())
    assert failures
