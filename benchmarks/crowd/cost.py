"""The cost of a move: one server against bare ones, and two with one database."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from benchmarks.crowd.players import Crowd, client_address
from benchmarks.crowd.size import Size, ninety_nine_of_100, on_a_loop
from benchmarks.crowd.websocket import WebSocketClient, open_websocket
from benchmarks.measure import at_least, at_most, duration, table
from benchmarks.processes import processor_seconds
from benchmarks.servers import ECHO, LOOPS, RunningServer
from tests.web.servers import Postgres, Server

TYPICAL = {"game": "chain", "options": {"high": 100}}
"""The game played, as in `benchmarks web`; random games last about twenty moves."""

FREE: dict[str, Any] = {"frames_per_second": 1e6}
"""Limits of the server: at full speed, a player sends more than a person would."""


ON_THE_WAY = 64
"""Moves or echoes in flight at the same time. With half as many, the server is idle nearly half
of the time, while an echo server never is."""


SET_BY = "asyncio"
"""The event loop of the echo that the goal refers to; uvloop, which the server uses, is faster."""

MOST_OF_BARE = 1.3
"""Target for the processor time of a move, as a multiple of a bare durable server's."""

LEAST_ALONE = 800.0
"""Target for the moves per second of two players who are alone on a server."""

BARE = "from benchmarks.crowd.bare import main; main()"
"""Runs a server that stores a row for each move and tells both players, and does no more."""


class Cost(NamedTuple):
    """The cost of a move or an echo."""

    rate: float
    """Moves or echoes per second."""
    work: float
    """CPU seconds of the servers for each."""
    late: float
    """99th percentile of the seconds until the opponent saw it."""


TURNS = 10
"""Number of alternations: a shared machine varies in speed, so all parts run alternately."""


class _Measured:
    """Work of servers, measured in several short runs."""

    def __init__(self, processor: Callable[[], float]) -> None:
        """Measure with `processor`, which returns the CPU seconds of the servers so far."""
        self._processor = processor
        self.count, self._work, self._time = 0, 0.0, 0.0
        self.delays: list[float] = []

    async def begin(self, games: int) -> None:
        """Connect the players of the given number of games."""
        raise NotImplementedError

    async def hurry(self, seconds: float) -> int:
        """Work at full speed for `seconds`, and return the number of moves or echoes."""
        raise NotImplementedError

    async def end(self) -> None:
        """Disconnect all players."""
        raise NotImplementedError

    async def go_on(self, seconds: float) -> None:
        """Work at full speed for `seconds`, and add to the figures."""
        before, began = self._processor(), time.monotonic()
        self.count += await self.hurry(seconds)
        self._work += self._processor() - before
        self._time += time.monotonic() - began

    @property
    def cost(self) -> Cost:
        """The average cost over all runs."""
        late = ninety_nine_of_100(self.delays)
        return Cost(self.count / self._time, self._work / self.count, late)


class _Moves(_Measured):
    """Moves in games; with `apart` the two players of a game are on different servers."""

    def __init__(
        self,
        servers: Sequence[Server | RunningServer],
        apart: bool = False,
        together: int = ON_THE_WAY,
    ) -> None:
        """Keep `together` moves in flight at each server."""
        super().__init__(lambda: sum(map(_processor, servers)))
        self._ports, self._apart, self._together = [each.port for each in servers], apart, together
        self._crowd = Crowd(TYPICAL)
        self.delays = self._crowd.delays

    async def begin(self, games: int) -> None:
        await self._crowd.gather(games, self._ports_of)

    def _ports_of(self, number: int) -> list[int]:
        home = self._ports[number % len(self._ports)]
        return [self._ports[0], self._ports[-1]] if self._apart else [home, home]

    async def hurry(self, seconds: float) -> int:
        before = self._crowd.moves
        await self._crowd.play_flat_out(seconds, self._together * len(self._ports))
        return self._crowd.moves - before

    async def end(self) -> None:
        await self._crowd.disperse()
        assert not self._crowd.problems, self._crowd.problems[0]

    @property
    def state(self) -> bytes:
        """A message as long as a state."""
        return b"x" * self._crowd.state_bytes


def _processor(server: Server | RunningServer) -> float:
    if isinstance(server, RunningServer):
        return server.seconds
    assert server.process
    return processor_seconds(server.process.pid)


class _Listener:
    """A client that waits for its own echo."""

    def __init__(self) -> None:
        self.websocket: WebSocketClient | None = None
        self.ready = asyncio.Event()

    def opened(self, websocket: WebSocketClient) -> None:
        self.websocket = websocket
        self.ready.set()

    def heard(self, text: bytes) -> None:
        self.ready.set()

    def lost(self, was_open: bool) -> None:
        self.websocket = None


class _Echoes(_Measured):
    """Echoes, on as many connections as the games have."""

    def __init__(self, server: RunningServer, text: Callable[[], bytes]) -> None:
        super().__init__(lambda: server.seconds)
        self._port, self._text = server.port, text
        self._listeners: list[_Listener] = []

    async def begin(self, games: int) -> None:
        self._listeners = [_Listener() for _ in range(2 * games)]
        for number, listener in enumerate(self._listeners):
            await open_websocket(WebSocketClient("/", listener), self._port, client_address(number))
        for listener in self._listeners:
            await listener.ready.wait()

    async def hurry(self, seconds: float) -> int:
        text, end, before = self._text(), time.monotonic() + seconds, len(self.delays)

        async def shout(index: int) -> None:
            for listener in cycle(self._listeners[index::ON_THE_WAY]):
                sent = time.monotonic()
                if sent > end:
                    return
                assert listener.websocket
                listener.ready.clear()
                listener.websocket.send(text)
                await listener.ready.wait()
                self.delays.append(time.monotonic() - sent)

        await asyncio.gather(*(shout(index) for index in range(ON_THE_WAY)))
        return len(self.delays) - before

    async def end(self) -> None:
        for listener in self._listeners:
            assert listener.websocket
            listener.websocket.transport.abort()


async def _in_turn(size: Size, *parts: _Measured) -> None:
    """Measure all parts alternately."""
    for part in parts:
        await part.begin(size.games)
    for _ in range(TURNS):
        for part in parts:
            await part.go_on(size.seconds / TURNS)
    for part in parts:
        await part.end()


def one(size: Size) -> None:
    """Compare one server with a bare durable one, and with echoes of equal length."""
    echoing = {loop: RunningServer(ECHO, loop) for loop in LOOPS}
    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"{folder}/games.sqlite3", Path(folder) / "log", **FREE).start()
        bare = RunningServer(BARE, f"{folder}/bare.sqlite3")
        moves, least = _Moves([server]), _Moves([bare])
        echoes = {loop: _Echoes(echoing[loop], lambda: moves.state) for loop in LOOPS}
        alone, least_alone = _Moves([server], together=1), _Moves([bare], together=1)
        try:
            on_a_loop(_in_turn(size, moves, least, *echoes.values()))
            on_a_loop(_in_turn(size, alone, least_alone))
        finally:
            server.stop()
            for served in (bare, *echoing.values()):
                served.stop()
    ours = moves.cost
    row = ("a move of the page, on disk, seen by both", f"{ours.rate:,.0f}", duration(ours.work))
    rows = [(*row, "", "", "", duration(ours.late), *at_most(ours.late, 0.05))]
    cost = least.cost
    row = ("the same by a bare server", f"{cost.rate:,.0f}", duration(cost.work))
    ratio = ours.work / cost.work
    rows.append((*row, f"{ratio:.2f}", *at_most(ratio, MOST_OF_BARE), duration(cost.late), "", ""))
    for loop in LOOPS:
        cost = echoes[loop].cost
        ratio = ours.work / cost.work
        row = (f"echo as long as a state, {loop}", f"{cost.rate:,.0f}", duration(cost.work))
        mark = at_most(ratio, 2.5) if loop == SET_BY else ("", "")
        rows.append((*row, f"{ratio:.2f}", *mark, duration(cost.late), "", ""))
    head = ("", "a second", "processor", "a move to it", "goal", "", "99 % within", "goal", "")
    table(f"{size.games:,} games, {ON_THE_WAY} moves on their way at once, one server", head, rows)
    _print_alone(median(alone.delays), median(least_alone.delays))


def _print_alone(ours: float, bare: float) -> None:
    """Print what a move of two players takes who are alone, as a rate.

    It is the median, because a busy machine makes some moves wait for a processor.
    """
    rows = [
        ("our server", duration(ours), f"{1 / ours:,.0f}", *at_least(1 / ours, LEAST_ALONE)),
        ("the bare server", duration(bare), f"{1 / bare:,.0f}", "", ""),
    ]
    table("Two players alone", ("", "half within", "moves a second", "goal", ""), rows)


def pair(size: Size) -> None:
    """Compare two servers on one PostgreSQL database with one server."""
    cluster, started = Postgres().start(), list[Server]()
    parts: dict[str, _Moves] = {}
    with tempfile.TemporaryDirectory() as folder:
        try:
            for name, count, apart in (
                ("one server", 1, False),
                ("two, each game on one of them", 2, False),
                ("two, the players of a game apart", 2, True),
            ):
                database = cluster.new_database()
                servers = [
                    Server(database, Path(folder) / f"{name} {number}", **FREE).start()
                    for number in range(count)
                ]
                started += servers
                parts[name] = _Moves(servers, apart)
            on_a_loop(_in_turn(size, *parts.values()))
        finally:
            for server in started:
                server.stop()
            cluster.stop()
    costs = {name: part.cost for name, part in parts.items()}
    alone = costs["one server"]
    rows = []
    for name, cost in costs.items():
        ratio = cost.work / alone.work
        mark = ("", "") if cost is alone else at_most(ratio, 1.2)
        rows.append(
            (
                name,
                f"{cost.rate:,.0f}",
                duration(cost.work),
                f"{ratio:.2f}",
                *mark,
                duration(cost.late),
            )
        )
    head = ("PostgreSQL", "a second", "servers' processor", "to one", "goal", "", "99 % within")
    title = f"{size.games:,} games on one database, {ON_THE_WAY} moves on their way at each server"
    table(title, head, rows)
    print("\n  Players, servers and PostgreSQL share the machine: the processor's time counts, not")
    print("  the rate. With a core for each server, two carry 2 / ratio times the moves of one.")
