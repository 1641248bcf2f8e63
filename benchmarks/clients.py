"""Clients of live games that use little CPU, as they share it with the server."""

from __future__ import annotations

import asyncio
import re
import time
from contextlib import suppress
from random import Random

import msgspec
from websockets.asyncio.client import ClientConnection


class State(msgspec.Struct):
    """The fields of a state that a player needs."""

    version: int
    ply: int
    to_move: int
    legal: list[int]
    over: bool


class StateMessage(msgspec.Struct):
    """A message of a live connection."""

    state: State


class Created(msgspec.Struct):
    """The fields of a new game that a player needs."""

    id: str
    seats: dict[str, str]
    state: State
    invitations: dict[str, str]


class Http:
    """A keep-alive HTTP connection."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self._port, self._address = port, address
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, body: object, token: str = "") -> bytes:
        """Send a POST request and return the body of the response."""
        content = msgspec.json.encode(body)
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        return await self._ask(head.encode() + content)

    async def get(self, path: str) -> bytes:
        """Send a GET request and return the body of the response."""
        return await self._ask(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())

    async def _ask(self, request: bytes) -> bytes:
        if self._streams is None:
            self._streams = await asyncio.open_connection(
                "127.0.0.1", self._port, local_addr=(self._address, 0)
            )
        reader, writer = self._streams
        writer.write(request)
        answer = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", answer)
        assert length
        body = await reader.readexactly(int(length[1]))
        assert answer.startswith(b"HTTP/1.1 20"), body
        return body

    def close(self) -> None:
        """Close the connection."""
        if self._streams:
            self._streams[1].close()


class Game:
    """A game with both players' live connections."""

    def __init__(self, made: Created) -> None:
        self.id, self.seats, self.state = made.id, made.seats, made.state
        self.seen: dict[int, float] = {}
        self.sockets: dict[int, ClientConnection] = {}
        self.answered: asyncio.Future[State] | None = None

    async def watch(self, port: int, seat: int, notes: bool) -> None:
        """Read one player's live connection for as long as it lasts."""
        from websockets.asyncio.client import connect
        from websockets.exceptions import ConnectionClosed

        address = f"ws://127.0.0.1:{port}/api/games/{self.id}/live"
        with suppress(ConnectionClosed):
            async with connect(address, compression=None, ping_interval=None) as connection:
                hello = {"type": "hello", "token": self.seats[str(seat)]}
                await connection.send(msgspec.json.encode(hello).decode())
                self.sockets[seat] = connection
                async for message in connection:
                    if self.answered and self.state.to_move == seat:
                        self._answer(message)
                    if notes:
                        now = time.monotonic()
                        match = re.search(r'"version":(\d+)', str(message))
                        assert match
                        self.seen.setdefault(int(match[1]), now)

    def _answer(self, message: str | bytes) -> None:
        state = msgspec.json.decode(message, type=StateMessage).state
        if self.answered and not self.answered.done() and state.ply > self.state.ply:
            self.answered.set_result(state)

    async def move(self, rng: Random) -> None:
        """Make a random move over the live connections, and wait until it is seen."""
        state = self.state
        choice = rng.choice(state.legal)
        request = {"type": "move", "ply": state.ply, "move": choice, "version": state.version}
        self.answered = asyncio.get_running_loop().create_future()
        await self.sockets[state.to_move].send(msgspec.json.encode(request).decode())
        self.state = await self.answered
