"""Simulated players, cheap enough that thousands fit on one core.

They send what the page sends: a hello for their seat, moves, and a ping now and then.
They are spread over loopback addresses, as people are over the internet, so the server can
apply its default limits. A player never gives up: it reconnects when a connection ends, and
sends a move again until a state shows that it was made. Acknowledged moves are recorded, to
be compared with the server's games at the end.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from random import Random

import msgspec

from benchmarks.clients import Created, Http
from benchmarks.crowd.websocket import WebSocketClient, open_websocket

HOUSEHOLDS = 50
AT_ONCE = 32
PATIENCE = (0.1, 1.0)
"""Shortest and longest pause before a player reconnects, in seconds."""

LONGEST = 120.0
"""Timeout for anything that must happen, in seconds."""


class State(msgspec.Struct):
    """The fields of a state that a player needs."""

    version: int
    ply: int
    to_move: int
    legal: list[int]
    played: list[int]
    over: bool


class StateMessage(msgspec.Struct, tag_field="type", tag="state"):
    """A state on a live connection."""

    state: State


class Refused(msgspec.Struct, tag_field="type", tag="refused"):
    """A move that was not made."""

    error: str
    again: bool


class Pong(msgspec.Struct, tag_field="type", tag="pong"):
    """The answer to a ping."""


_DECODER = msgspec.json.Decoder(StateMessage | Refused | Pong)

HEARTBEAT = 15.0
"""Seconds between two pings of a page."""

PING = b'{"type":"ping"}'


def hello(token: str) -> bytes:
    """Return the message by which the page names a seat; `tests.web.browser` compares both."""
    return b'{"type":"hello","token":"%s"}' % token.encode()


def move_message(ply: int, move: int, version: int) -> bytes:
    """Return the message by which the page makes a move; `tests.web.browser` compares both."""
    return b'{"type":"move","ply":%d,"move":%d,"version":%d}' % (ply, move, version)


def client_address(number: int) -> str:
    """Return the client address of the players of a game."""
    return f"127.1.0.{number % HOUSEHOLDS + 1}"


class Player:
    """One seat of a game, and its connection."""

    def __init__(self, game: Game, seat: int, port: int) -> None:
        self.game, self.seat, self.port = game, seat, port
        self.websocket: WebSocketClient | None = None
        self.ply = -1
        """Ply of the last state received on this connection; -1 before the first."""
        self._leaving = False

    async def connect(self, later: bool = False) -> None:
        """Connect, at once or after a pause, and retry until it works."""
        path = f"/api/games/{self.game.id}/live"
        while not self._leaving:
            if later:
                await asyncio.sleep(self.game.rng.uniform(*PATIENCE))
            with suppress(OSError):
                await open_websocket(WebSocketClient(path, self), self.port, self.game.address)
                return
            later = True

    def opened(self, websocket: WebSocketClient) -> None:
        """Send the token, and repeat a move that was not acknowledged."""
        self.websocket = websocket
        websocket.send(hello(self.game.tokens[self.seat]))
        self._ping_later(websocket)
        if self.game.pending and self.game.mover is self:
            self.send_pending()

    def _ping_later(self, websocket: WebSocketClient) -> None:
        asyncio.get_running_loop().call_later(HEARTBEAT, self._ping, websocket)

    def _ping(self, websocket: WebSocketClient) -> None:
        if self.websocket is websocket:
            websocket.send(PING)
            self._ping_later(websocket)

    def send_pending(self) -> None:
        """Send the pending move now, or after connecting if the connection is down."""
        if self.websocket and self.game.pending:
            self.websocket.send(move_message(*self.game.pending))

    def heard(self, text: bytes) -> None:
        """Handle a state or a refusal."""
        message = _DECODER.decode(text)
        if isinstance(message, StateMessage):
            self.ply = max(self.ply, message.state.ply)
            self.game.told(message.state, len(text))
        elif isinstance(message, Pong):
            return
        elif message.again:
            asyncio.get_running_loop().call_later(0.1, self.send_pending)
        else:
            self.game.crowd.problems.append(f"a move was refused: {message.error}")

    def lost(self, was_open: bool) -> None:
        """Reconnect, after a pause if the server refused the connection."""
        self.websocket, self.ply = None, -1
        if not self._leaving:
            self.game.crowd.begin(self.connect(later=not was_open))

    def cut(self) -> None:
        """Abort the connection, as in a tunnel; the player reconnects."""
        self.ply = -1
        if self.websocket:
            self.websocket.transport.abort()

    def leave(self) -> None:
        """Disconnect for good."""
        self._leaving = True
        self.cut()


class Game:
    """A game, its two players, and the acknowledged moves."""

    def __init__(self, crowd: Crowd, number: int, made: Created, ports: Sequence[int]) -> None:
        self.crowd, self.id, self.address = crowd, made.id, client_address(number)
        self.rng = Random(number)
        self.tokens = {1: made.seats["1"], 2: secrets.token_urlsafe(24)}
        self.players = {seat: Player(self, seat, ports[seat - 1]) for seat in (1, 2)}
        begun = made.state
        self.state = State(begun.version, 0, begun.to_move, begun.legal, [], begun.over)
        self.acknowledged: list[int] = []
        self.pending: tuple[int, int, int] | None = None
        """The ply, the move and the version of a move that is not acknowledged."""
        self._sent, self._seen = 0.0, asyncio.Event()
        self._seen.set()

    @property
    def mover(self) -> Player:
        """The player to move."""
        return self.players[self.state.to_move]

    async def move(self) -> None:
        """Make a move, and wait until both players have seen it."""
        state = self.state
        self.pending = (state.ply, self.rng.choice(state.legal), state.version)
        self._sent = time.monotonic()
        self._seen.clear()
        self.mover.send_pending()
        async with asyncio.timeout(LONGEST):
            await self._seen.wait()

    def told(self, state: State, size: int) -> None:
        """Handle a state received by one of the players."""
        self.crowd.state_bytes = size
        if self.pending and state.ply > self.pending[0] and self.mover.ply > self.pending[0]:
            if state.played != [*self.acknowledged, self.pending[1]]:
                self.crowd.problems.append(f"{self.id} is not as it was played")
            self.acknowledged.append(self.pending[1])
            self.state, self.pending = state, None
        if self.pending is None and all(
            player.ply >= len(self.acknowledged) for player in self.players.values()
        ):
            if not self._seen.is_set():
                self.crowd.delays.append(time.monotonic() - self._sent)
            self._seen.set()


class Crowd:
    """Many games, and the connections of their players."""

    def __init__(self, settings: Mapping[str, object]) -> None:
        self._settings = {**settings, "mode": "link"}
        self.games: list[Game] = []
        self.delays: list[float] = []
        """Seconds from sending a move until both players had seen it."""
        self.problems: list[str] = []
        """Errors that should never happen."""
        self.state_bytes = 0
        """Size of the last state received, in bytes."""
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, work: Awaitable[None]) -> None:
        """Start a background task."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def gather(self, count: int, ports: Callable[[int], Sequence[int]]) -> None:
        """Create games and connect their players; `ports` returns the two ports of a game."""

        async def create(number: int) -> None:
            game_ports = ports(number)
            http = Http(game_ports[0], client_address(number))
            made = msgspec.json.decode(await http.post("/api/games", self._settings), type=Created)
            game = Game(self, number, made, game_ports)
            request = {"invitation": made.invitations["2"], "token": game.tokens[2]}
            await http.post(f"/api/games/{game.id}/join", request)
            http.close()
            self.games.append(game)

        await at_once(range(count), create)
        await at_once(self.games, lambda game: _both(game))
        await self.all_here()

    async def all_here(self) -> None:
        """Wait until all players are connected and have received a state."""
        async with asyncio.timeout(LONGEST):
            while any(player.ply < 0 for player in self.players):
                await asyncio.sleep(0.02)

    async def play_flat_out(self, seconds: float, together: int) -> float:
        """Play at full speed, `together` games at the same time; return moves per second."""
        began, before = time.monotonic(), self.moves

        async def hurry(index: int) -> None:
            while time.monotonic() < began + seconds:
                going = [game for game in self.games[index::together] if not game.state.over]
                if not going:
                    return
                for game in going:
                    if time.monotonic() < began + seconds:
                        await game.move()

        await asyncio.gather(*(hurry(index) for index in range(min(together, len(self.games)))))
        return (self.moves - before) / (time.monotonic() - began)

    async def play_at_leisure(self, pause: float, stop: asyncio.Event) -> None:
        """Play all games with random pauses until `stop` is set."""

        async def go_on(game: Game) -> None:
            while not stop.is_set() and not game.state.over:
                await asyncio.sleep(game.rng.uniform(0, 2 * pause))
                if not stop.is_set():
                    await game.move()

        await asyncio.gather(*map(go_on, self.games))

    @property
    def moves(self) -> int:
        """Number of moves acknowledged so far."""
        return sum(len(game.acknowledged) for game in self.games)

    @property
    def players(self) -> list[Player]:
        """The players of all games."""
        return [player for game in self.games for player in game.players.values()]

    async def disperse(self) -> None:
        """Disconnect all players and cancel all tasks."""
        for player in self.players:
            player.leave()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def _both(game: Game) -> None:
    await asyncio.gather(*(player.connect() for player in game.players.values()))


async def at_once(things: Iterable[object], work: Callable[..., Awaitable[None]]) -> None:
    """Call `work` for each thing, `AT_ONCE` of them concurrently."""
    left = iter(things)

    async def worker() -> None:
        for thing in left:
            await work(thing)

    await asyncio.gather(*(worker() for _ in range(AT_ONCE)))
