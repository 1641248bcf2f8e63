"""Live games on a real server: moves per second, and delay to the opponent.

A thousand games are played at once, each with two live connections, over which the players send
their moves as the page does. The same run measures
a bare Starlette WebSocket echo, which is the cost of the framework alone. The server
records when each move was on disk, the clients when the opponent saw it.
"""

from __future__ import annotations

import asyncio
import secrets
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import NamedTuple

import msgspec

from benchmarks.clients import Created, Game, Http
from benchmarks.measure import duration, table
from benchmarks.servers import ECHO, RunningServer

GAMES = 1000
SECONDS = 6.0
AT_ONCE = 32
"""Number of games with a move in flight at the same time, since players pause to think."""

NEW_GAME = {"game": "chain", "options": {"high": 100}, "mode": "link"}
STATE_BYTES = 1900
"""Size of an echo message: that of a typical state."""

_SERVE = """
import asyncio, json, sys, time
from divisor_duel.web import server
from divisor_duel.web.guard.limits import Limits
saved, target = [], sys.argv[2]
def noted(database, open_store=server.open_store):
    made = open_store(database)
    save = made.save
    def note(rows):
        saved.extend((row.id, row.version, time.monotonic()) for row in rows)
    async def noting_save(rows):
        done = await save(rows)
        note(rows)
        return done
    made.save = lambda rows: asyncio.ensure_future(noting_save(rows))
    return made
server.open_store = noted
free = Limits(
    requests_per_second=1e9, burst=10**9, sockets_per_client=10**6, sockets=10**6,
    busy_share=1e9, busy_seconds=1e9, games_burst=10**9, connections_per_client=10**6,
    connections=10**6, frames_per_second=1e6,
)
server.serve("127.0.0.1", 0, sys.argv[1], limits=free)
open(target, "w").write(json.dumps(saved))
"""


class Figures(NamedTuple):
    """The figures of a server."""

    rate: float
    """Moves, or echoes, per second."""
    delays: list[float]
    """Seconds from the commit to the opponent's socket, or to the echo."""
    work: float
    """CPU seconds of the servers per move or echo."""


async def play(servers: Sequence[RunningServer]) -> tuple[list[Game], float, float, float]:
    """Play on all servers; return the games, moves/s, CPU seconds/move and bytes/game."""
    ports = [server.port for server in servers]
    connections = [[Http(port) for port in ports] for _ in range(AT_ONCE)]
    games: list[Game] = []
    before = sum(server.bytes for server in servers)

    async def create(number: int) -> None:
        http = connections[number % AT_ONCE][0]
        made = msgspec.json.decode(await http.post("/api/games", NEW_GAME), type=Created)
        made.seats["2"] = secrets.token_urlsafe(24)
        request = {"invitation": made.invitations["2"], "token": made.seats["2"]}
        await http.post(f"/api/games/{made.id}/join", request)
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
                    await game.move(rng)
                    moves += 1

    await asyncio.gather(*(player(index) for index in range(AT_ONCE)))
    rate = moves / (time.monotonic() - began)
    work = (sum(server.seconds for server in servers) - work) / max(moves, 1)
    await asyncio.sleep(0.5)
    for reader in readers:
        reader.cancel()
    await asyncio.gather(*readers, return_exceptions=True)
    for row in connections:
        for http in row:
            http.close()
    return games, rate, work, memory


def measure(databases: Sequence[str]) -> tuple[Figures, float]:
    """Return the figures of servers on these databases, and bytes per live game."""
    with tempfile.TemporaryDirectory() as folder:
        notes = [Path(folder) / str(number) for number in range(len(databases))]
        servers = [
            RunningServer(_SERVE, database, str(note))
            for database, note in zip(databases, notes, strict=True)
        ]
        games, rate, work, memory = asyncio.run(play(servers))
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
        if version > 2 and (game.id, version) in kept  # it is made, joined, and then played
    ]
    return Figures(rate, delays, work), memory


async def echo(port: int) -> tuple[float, list[float]]:
    """Return echoes per second of a thousand connections, and the delay of each."""
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
    """Return the figures of a bare Starlette echo."""
    server = RunningServer(ECHO, "uvloop")
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
    """Return the cost of those parts of a move that are this package's own code."""
    from divisor_duel.web.game import moves
    from divisor_duel.web.game.new_table import new_table
    from divisor_duel.web.game.view import state_of
    from divisor_duel.web.schema.requests import NewGame
    from divisor_duel.web.schema.states import StateMessage, encode

    request = NewGame("chain", options={"high": 100}, mode="link")
    begun = moves.move(new_table(request)[0], 1, 0, 6)
    state = state_of(begun)
    parts: list[tuple[str, Callable[[], object]]] = [
        ("check and make the move", lambda: moves.move(begun, 2, 1, 12)),
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
    """Print the cost of a thousand live games."""
    from tests.web.servers import Postgres

    head = ("server", "per second", "ratio", "half within", "99 % within", "processor")
    with ExitStack() as stack:
        bare = measure_echo()
        rows = [_row("bare Starlette echo", bare, bare)]
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        ours, memory = measure([f"{folder}/games.sqlite3"])
        rows.append(_row("moves, SQLite", ours, bare))
        try:
            cluster = Postgres().start()
        except (AssertionError, OSError, subprocess.SubprocessError) as problem:
            print(f"\nPostgreSQL: not measured, {problem}")
        else:
            stack.callback(cluster.stop)
            rows.append(_row("moves, PostgreSQL", measure([cluster.new_database()])[0], bare))
            both = measure([cluster.new_database()] * 2)[0]
            rows.append(_row("moves, PostgreSQL, two servers", both, bare))
    title = f"{GAMES:,} live games, two connections each: from commit to the other's socket"
    table(title, head, rows)
    print(
        "\n  A commit counts from when its own server learns of it: on PostgreSQL the other learns"
    )
    print("  at the same moment, so 0 means not later.")
    print(f"  Memory per live game with two connections: {memory / 1024:.0f} KB")
    table("Where the time of a move goes besides HTTP and sockets", ("part", "each"), _costs())
