"""Players of live games who cost little, as they share the machine with what is measured."""

from __future__ import annotations

import asyncio
import re
import time
from contextlib import suppress
from random import Random

import msgspec
from websockets.asyncio.client import ClientConnection


class State(msgspec.Struct):
    """What a player needs of a state."""

    version: int
    ply: int
    to_move: int
    legal: list[int]
    over: bool


class Told(msgspec.Struct):
    """What a live connection sends."""

    state: State


class Created(msgspec.Struct):
    """What a player needs of a new game."""

    id: str
    seats: dict[str, str]
    state: State
    invitations: dict[str, str]


class Http:
    """A connection that is kept open for one request after another."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self._port, self._address = port, address
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, body: object, token: str = "") -> bytes:
        """The body of the answer to a body."""
        content = msgspec.json.encode(body)
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        return await self._ask(head.encode() + content)

    async def get(self, path: str) -> bytes:
        """The body of the answer."""
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
        found = await reader.readexactly(int(length[1]))
        assert answer.startswith(b"HTTP/1.1 20"), found
        return found

    def close(self) -> None:
        """Let go."""
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
                        found = re.search(r'"version":(\d+)', str(message[:120]))
                        assert found
                        self.seen.setdefault(int(found[1]), now)

    def _answer(self, message: str | bytes) -> None:
        state = msgspec.json.decode(message, type=Told).state
        if self.answered and not self.answered.done() and state.ply > self.state.ply:
            self.answered.set_result(state)

    async def move_live(self, rng: Random) -> None:
        """Make any move over the live connections, and wait until it is seen."""
        state = self.state
        wish = {"type": "move", "ply": state.ply, "move": rng.choice(state.legal)}
        self.answered = asyncio.get_running_loop().create_future()
        await self.sockets[state.to_move].send(msgspec.json.encode(wish).decode())
        self.state = await self.answered

    async def move(self, http: Http, rng: Random) -> None:
        """Make any move."""
        state = self.state
        wish = {"ply": state.ply, "move": rng.choice(state.legal)}
        token = self.seats[str(state.to_move)]
        answer = await http.post(f"/api/games/{self.id}/moves", wish, token)
        self.state = msgspec.json.decode(answer, type=State)
