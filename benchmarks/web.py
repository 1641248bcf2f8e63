"""Live games on a real server: moves per second, and how soon the other player sees them.

A thousand games are played at once, each with two live connections, beside a bare
Starlette WebSocket echo in the same run: what the framework costs before any game.
The server notes when each move was on disk, the players when the other one saw it.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import NamedTuple

import msgspec
from websockets.asyncio.client import ClientConnection

from benchmarks.measure import duration, table
from benchmarks.processes import held_bytes, processor_seconds

GAMES = 1000
SECONDS = 6.0
AT_ONCE = 32
"""Games with a move on its way at the same time: players think in between."""

WISH = {"game": "chain", "options": {"high": 100}, "mode": "link"}
STATE_BYTES = 1900
"""What the echo carries: as much as a typical state."""

_SERVE = """
import asyncio, json, sys, time
from divisor_duel.web import server, store
from divisor_duel.web.limits import Limits
kept, target = [], sys.argv[2]
def noted(database, open_store=store.open_store):
    made = open_store(database)
    save = made.save
    async def note(rows):
        done = await save(rows)
        kept.extend((row.id, row.version, time.monotonic()) for row in rows)
        return done
    made.save = lambda rows: asyncio.ensure_future(note(rows))
    return made
server.open_store = noted
free = Limits(
    requests_per_second=1e9, burst=10**9, sockets_per_client=10**6, sockets=10**6,
    busy_share=1e9, busy_seconds=1e9, games_burst=10**9, connections_per_client=10**6,
    connections=10**6, frames_per_second=1e6,
)
server.serve("127.0.0.1", 0, sys.argv[1], limits=free)
open(target, "w").write(json.dumps(kept))
"""
ECHO = """
import socket, uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
async def echo(websocket):
    await websocket.accept()
    async for text in websocket.iter_text():
        await websocket.send_text(text)
listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
listening.bind(("127.0.0.1", 0))
listening.listen(2048)
print(f"http://127.0.0.1:{listening.getsockname()[1]}/", flush=True)
app = Starlette(routes=[WebSocketRoute("/", echo)])
config = uvicorn.Config(
    app, log_level="critical", ws="websockets-sansio", ws_per_message_deflate=False
)
try:
    uvicorn.Server(config).run(sockets=[listening])
except KeyboardInterrupt:
    pass
"""


class Figures(NamedTuple):
    """What was measured of a server."""

    rate: float
    """Moves, or echoes, per second."""
    delays: list[float]
    """Seconds from the commit to the other player's socket, or to the echo."""
    work: float
    """Seconds of the servers' processor per move or echo."""


class Process:
    """A server to be measured."""

    def __init__(self, code: str, *arguments: str) -> None:
        command = [sys.executable, "-c", code, *arguments]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout
        found = re.search(r":(\d+)/", self._process.stdout.readline())
        assert found, "the server did not start"
        self.port = int(found[1])

    @property
    def seconds(self) -> float:
        """The processor's time that it has used."""
        return processor_seconds(self._process.pid)

    @property
    def bytes(self) -> int:
        """The memory that it holds."""
        return held_bytes(self._process.pid)

    def stop(self) -> None:
        """End it in good order."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait(60)
        assert self._process.stdout
        self._process.stdout.close()


# --- a client that costs little, as it shares the machine ------------------------------------


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


async def at_once(count: int, work: Callable[[int], Awaitable[None]]) -> None:
    """Do something for each of the numbers below `count`, some of them at the same time."""
    numbers = iter(range(count))

    async def worker() -> None:
        for number in numbers:
            await work(number)

    await asyncio.gather(*(worker() for _ in range(AT_ONCE)))


async def play(servers: Sequence[Process], live: bool) -> tuple[list[Game], float, float, float]:
    """Play on all servers; the games, moves per second, work per move and bytes per game."""
    ports = [server.port for server in servers]
    desks = [[Http(port) for port in ports] for _ in range(AT_ONCE)]
    games: list[Game] = []
    before = sum(server.bytes for server in servers)

    async def create(number: int) -> None:
        desk = desks[number % AT_ONCE][0]
        made = msgspec.json.decode(await desk.post("/api/games", WISH), type=Created)
        made.seats["2"] = secrets.token_urlsafe(24)
        wish = {"invitation": made.invitations["2"], "token": made.seats["2"]}
        await desk.post(f"/api/games/{made.id}/join", wish)
        games.append(Game(made))

    for begin in range(0, GAMES, AT_ONCE):  # one request at a time on each connection
        numbers = range(begin, min(begin + AT_ONCE, GAMES))
        await asyncio.gather(*(create(number) for number in numbers))
    readers = []
    for begin in range(0, GAMES, 50):
        for game in games[begin : begin + 50]:
            readers += [
                asyncio.create_task(game.watch(ports[0], 1, notes=False)),
                asyncio.create_task(game.watch(ports[-1], 2, notes=True)),
            ]
        await asyncio.sleep(0.15)
    while any(not game.seen for game in games):
        await asyncio.sleep(0.1)
    memory = (sum(server.bytes for server in servers) - before) / GAMES
    work, began, moves = sum(server.seconds for server in servers), time.monotonic(), 0

    async def player(index: int) -> None:
        nonlocal moves
        rng = Random(index)
        while time.monotonic() < began + SECONDS:
            for game in games[index::AT_ONCE]:
                if not game.state.over and time.monotonic() < began + SECONDS:
                    await (game.move_live(rng) if live else game.move(desks[index][0], rng))
                    moves += 1

    await asyncio.gather(*(player(index) for index in range(AT_ONCE)))
    rate = moves / (time.monotonic() - began)
    work = (sum(server.seconds for server in servers) - work) / max(moves, 1)
    await asyncio.sleep(0.5)
    for reader in readers:
        reader.cancel()
    await asyncio.gather(*readers, return_exceptions=True)
    for desk in desks:
        for http in desk:
            http.close()
    return games, rate, work, memory


def measure(databases: Sequence[str], live: bool = False) -> tuple[Figures, float]:
    """Figures of servers on these databases, and bytes per live game."""
    with tempfile.TemporaryDirectory() as folder:
        notes = [Path(folder) / str(number) for number in range(len(databases))]
        servers = [
            Process(_SERVE, database, str(note))
            for database, note in zip(databases, notes, strict=True)
        ]
        games, rate, work, memory = asyncio.run(play(servers, live))
        for server in servers:
            server.stop()
        kept: dict[tuple[str, int], float] = {}
        for note in notes:
            for name, version, when in msgspec.json.decode(note.read_bytes()):
                kept[name, version] = when
    delays = [
        max(seen - kept[game.id, version], 0.0)
        for game in games
        for version, seen in game.seen.items()
        if version > 1 and (game.id, version) in kept
    ]
    return Figures(rate, delays, work), memory


async def echo(port: int) -> tuple[float, list[float]]:
    """Echoes per second of a thousand connections, and how long each took."""
    from websockets.asyncio.client import connect

    connections = []
    for _ in range(GAMES // 50):
        address = f"ws://127.0.0.1:{port}/"
        wanted = (connect(address, compression=None, ping_interval=None) for _ in range(50))
        connections += await asyncio.gather(*wanted)
    text, delays, began = "x" * STATE_BYTES, list[float](), time.monotonic()

    async def player(index: int) -> None:
        while time.monotonic() < began + SECONDS / 2:
            for connection in connections[index::AT_ONCE]:
                asked = time.monotonic()
                await connection.send(text)
                await connection.recv()
                delays.append(time.monotonic() - asked)

    await asyncio.gather(*(player(index) for index in range(AT_ONCE)))
    rate = len(delays) / (time.monotonic() - began)
    await asyncio.gather(*(connection.close() for connection in connections))
    return rate, delays


def measure_echo() -> Figures:
    """Figures of a bare Starlette echo."""
    server = Process(ECHO)
    before = server.seconds
    rate, delays = asyncio.run(echo(server.port))
    figures = Figures(rate, delays, (server.seconds - before) / len(delays))
    server.stop()
    return figures


def _row(name: str, figures: Figures, bare: Figures) -> tuple[str, ...]:
    cuts = quantiles(figures.delays, n=100)
    return (
        name,
        f"{figures.rate:,.0f}",
        f"{figures.rate / bare.rate:.2f}",
        duration(cuts[49]),
        duration(cuts[98]),
        duration(figures.work),
    )


def _costs() -> list[tuple[str, str]]:
    """What the parts of a move cost that are this package's own."""
    from divisor_duel.web import tables
    from divisor_duel.web.messages import NewGame, StateMessage, encode
    from divisor_duel.web.setups import new_table
    from divisor_duel.web.view import state_of

    wish = NewGame("chain", options={"high": 100}, mode="link")
    begun = tables.move(new_table(wish)[0], 1, 0, 6)
    state = state_of(begun)
    parts: list[tuple[str, Callable[[], object]]] = [
        ("check and make the move", lambda: tables.move(begun, 2, 1, 12)),
        ("build the state", lambda: state_of(begun)),
        ("write the state as JSON", lambda: encode(StateMessage(state))),
        ("write the game for the store", lambda: encode(begun)),
    ]
    rows = []
    for name, part in parts:
        began = time.process_time()
        for _ in range(2000):
            part()
        rows.append((name, duration((time.process_time() - began) / 2000)))
    return rows


def run() -> None:
    """Print what a thousand live games cost."""
    from tests.web.servers import Postgres

    head = ("server", "per second", "ratio", "half within", "99 % within", "processor")
    with ExitStack() as stack:
        bare = measure_echo()
        rows = [_row("bare Starlette echo", bare, bare)]
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        ours, memory = measure([f"{folder}/games.sqlite3"])
        rows.append(_row("moves, SQLite", ours, bare))
        live = measure([f"{folder}/live.sqlite3"], live=True)[0]
        rows.append(_row("moves over the socket, SQLite", live, bare))
        try:
            cluster = Postgres().start()
        except (AssertionError, OSError, subprocess.SubprocessError) as problem:
            print(f"\nPostgreSQL: not measured, {problem}")
        else:
            stack.callback(cluster.stop)
            rows.append(_row("moves, PostgreSQL", measure([cluster.new_database()])[0], bare))
            both = measure([cluster.new_database()] * 2)[0]
            rows.append(_row("moves, PostgreSQL, two servers", both, bare))
            alone = measure([cluster.new_database()], live=True)[0]
            rows.append(_row("moves over the socket, PostgreSQL", alone, bare))
            pair = measure([cluster.new_database()] * 2, live=True)[0]
            rows.append(_row("moves over the socket, two servers", pair, bare))
    title = f"{GAMES:,} live games, two connections each: from commit to the other's socket"
    table(title, head, rows)
    print(
        "\n  A commit counts from when its own server hears of it: on PostgreSQL the other is told"
    )
    print("  at the same moment, so 0 means not later.")
    print(f"  Memory per live game with two connections: {memory / 1024:.0f} KB")
    table("Where the time of a move goes besides HTTP and sockets", ("part", "each"), _costs())
