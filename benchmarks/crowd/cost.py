"""What a move costs: on one server beside a bare echo, and on two that share a database."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.crowd.players import AT_ONCE, Crowd, household
from benchmarks.crowd.size import Size, ninety_nine_of_100, on_a_loop
from benchmarks.crowd.wires import Wire, open_wire
from benchmarks.measure import at_least, at_most, duration, table
from benchmarks.processes import processor_seconds
from benchmarks.servers import ECHO, LOOPS, Served
from tests.web.servers import Postgres, Server

TYPICAL = {"game": "chain", "options": {"high": 100}}
"""What `benchmarks web` plays, too; random games last some twenty moves."""

FREE: dict[str, Any] = {"frames_per_second": 1e6}
"""Flat out, a player sends more than a person would."""


class Cost(NamedTuple):
    """What a move, or an echo, costs."""

    rate: float
    """How many a second there were."""
    work: float
    """Seconds of the servers' processor for each."""
    late: float
    """Seconds within which 99 of 100 were seen by the other player."""


async def cost_of_moves(
    servers: Sequence[Server], size: Size, apart: bool = False
) -> tuple[Cost, int]:
    """What a move costs on these servers, and the bytes of a state.

    Each game is on one server, or with `apart` its two players are on different ones.
    """
    ports, crowd = [server.port for server in servers], Crowd(TYPICAL)

    def where(number: int) -> list[int]:
        home = ports[number % len(ports)]
        return [ports[0], ports[-1]] if apart else [home, home]

    await crowd.gather(size.games, where)
    before = sum(map(_processor, servers))
    rate = await crowd.play_flat_out(size.seconds, AT_ONCE * len(servers))
    work = (sum(map(_processor, servers)) - before) / crowd.moves
    await crowd.disperse()
    assert not crowd.problems, crowd.problems[0]
    return Cost(rate, work, ninety_nine_of_100(crowd.delays)), crowd.state_bytes


def _processor(server: Server) -> float:
    assert server.process
    return processor_seconds(server.process.pid)


class _Echo:
    """A player who hears only what was said."""

    def __init__(self) -> None:
        self.wire: Wire | None = None
        self.ready = asyncio.Event()

    def opened(self, wire: Wire) -> None:
        self.wire = wire
        self.ready.set()

    def heard(self, text: bytes) -> None:
        self.ready.set()

    def lost(self, was_open: bool) -> None:
        self.wire = None


async def cost_of_echoes(server: Served, size: Size, text: bytes) -> Cost:
    """What sending a text back costs on as many connections as the games have."""
    echoes = [_Echo() for _ in range(2 * size.games)]
    for number, echo in enumerate(echoes):
        await open_wire(Wire("/", echo), server.port, household(number))
    for echo in echoes:
        await echo.ready.wait()
    delays, before, began = list[float](), server.seconds, time.monotonic()

    async def hurry(index: int) -> None:
        while time.monotonic() < began + size.seconds:
            for echo in echoes[index::AT_ONCE]:
                sent = time.monotonic()
                assert echo.wire
                echo.ready.clear()
                echo.wire.send(text)
                await echo.ready.wait()
                delays.append(time.monotonic() - sent)

    await asyncio.gather(*(hurry(index) for index in range(AT_ONCE)))
    rate = len(delays) / (time.monotonic() - began)
    work = (server.seconds - before) / len(delays)
    for echo in echoes:
        assert echo.wire
        echo.wire.transport.abort()
    return Cost(rate, work, ninety_nine_of_100(delays))


def one(size: Size) -> None:
    """One server beside a bare WebSocket echo, on either loop, of texts as long as a state."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"{folder}/games.sqlite3", Path(folder) / "log", **FREE).start()
        ours, long = on_a_loop(cost_of_moves([server], size))
        server.stop()
    row = ("move over the socket, on disk, seen by both", f"{ours.rate:,.0f}", duration(ours.work))
    rows = [(*row, "", "", "", duration(ours.late), *at_most(ours.late, 0.05))]
    for loop in LOOPS:
        bare = Served(ECHO, loop)
        echo = on_a_loop(cost_of_echoes(bare, size, b"x" * long))
        bare.stop()
        ratio = echo.work / ours.work
        row = (f"echo of {long:,} bytes, {loop}", f"{echo.rate:,.0f}", duration(echo.work))
        rows.append((*row, f"{ratio:.2f}", *at_least(ratio, 0.4), duration(echo.late), "", ""))
    head = ("", "a second", "processor", "move at its rate", "goal", "", "99 % within", "goal", "")
    table(f"{size.games:,} games, {AT_ONCE} moves on their way at once, one server", head, rows)


def pair(size: Size) -> None:
    """Two servers on one PostgreSQL, beside one."""
    cluster = Postgres().start()
    found: dict[str, Cost] = {}
    try:
        for name, count, apart in (
            ("one server", 1, False),
            ("two, each game on one of them", 2, False),
            ("two, the players of a game apart", 2, True),
        ):
            with tempfile.TemporaryDirectory() as folder:
                database = cluster.new_database()
                servers = [
                    Server(database, Path(folder) / str(number), **FREE).start()
                    for number in range(count)
                ]
                found[name] = on_a_loop(cost_of_moves(servers, size, apart))[0]
                for server in servers:
                    server.stop()
    finally:
        cluster.stop()
    alone = found["one server"]
    rows = []
    for name, cost in found.items():
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
    title = f"{size.games:,} games on one database, {AT_ONCE} moves on their way at each server"
    table(title, head, rows)
    print("\n  Players, servers and PostgreSQL share the machine: the processor's time counts, not")
    print("  the rate. With a core for each server, two carry 2 / ratio times the moves of one.")
