"""A network that breaks without a word: the server notices, and misses nothing for good."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from urllib.parse import urlsplit

import pytest

from divisor_duel.web.store import postgres_notices
from divisor_duel.web.store.port import StoredGame, StoreError
from divisor_duel.web.store.postgres import PostgresStore
from tests.web.servers import Postgres, until


class Freezer:
    """Passes connections on to a port, and can leave those it has hanging for ever."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._links: list[asyncio.Task[None]] = []
        self._held: list[asyncio.StreamWriter] = []
        self.port = 0

    async def start(self) -> asyncio.Server:
        """Listen on a free port."""
        server = await asyncio.start_server(self._link, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        return server

    def freeze(self) -> None:
        """From now on nothing passes on the connections there are; new ones work."""
        for link in self._links:
            link.cancel()

    async def _link(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._target)
        self._held += [writer, back]
        for source, target in ((reader, back), (there, writer)):
            self._links.append(asyncio.create_task(_pump(source, target)))

    async def end(self) -> None:
        """Let go of everything."""
        self.freeze()
        for writer in self._held:
            writer.transport.abort()
        await asyncio.gather(*self._links, return_exceptions=True)


async def _pump(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    while data := await source.read(65_536):
        target.write(data)
        await target.drain()


def test_a_silent_break_is_noticed(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """When connections hang without closing, the store reconnects and reports a gap."""
    monkeypatch.setattr(postgres_notices, "HEARTBEAT_SECONDS", 1.0)  # a busy machine keeps up
    address = postgres.new_database()
    heard: list[str] = []

    async def run() -> None:
        freezer = Freezer(postgres.port)
        server = await freezer.start()
        through = address.replace(f":{urlsplit(address).port}", f":{freezer.port}")
        here, there = PostgresStore(through), PostgresStore(address, patience=300.0)
        await _open(here, heard)
        await _open(there, [])
        try:
            assert await there.save([StoredGame("a", 1, False, b"one")])
            await until(lambda: "moves" in heard)
            heard.clear()
            freezer.freeze()
            assert await there.save([StoredGame("a", 2, False, b"two")])
            await until(lambda: "lost" in heard)
            assert await there.save([StoredGame("a", 3, False, b"three")])
            await until(lambda: "moves" in heard)
        finally:
            await here.close()
            await there.close()
            server.close()
            await freezer.end()

    asyncio.run(run())
    assert heard[0] == "lost"


async def _open(store: PostgresStore, heard: list[str]) -> None:
    """Open a store that notes what it hears; a busy machine may need more than one try."""
    async with asyncio.timeout(300):
        while True:
            with suppress(StoreError):
                await store.open(lambda kind, _: heard.append(kind))
                return
