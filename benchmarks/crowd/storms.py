"""What happens when all players reconnect at once, and when the server is killed."""

from __future__ import annotations

import asyncio
import multiprocessing
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import NamedTuple

import httpx
import msgspec

from benchmarks.clients import Http
from benchmarks.crowd.players import Crowd, Game, State, at_once
from benchmarks.crowd.size import Size, ninety_nine_of_100, on_a_loop
from benchmarks.measure import at_most, duration, table
from benchmarks.processes import held_bytes
from tests.web.servers import Server

LONG = {"game": "divider", "options": {"high": 50}}
"""A game that is very rarely over before its sixteenth move."""

BACK_SECONDS = 30.0


def _probe(url: str, results: Connection) -> None:
    """Request /healthz until a message arrives, then send the waiting times."""
    waits: list[float] = []
    with httpx.Client(base_url=url, timeout=100) as client:
        client.get("/healthz")
        results.send("begun")
        while not results.poll():
            began = time.monotonic()
            client.get("/healthz")
            waits.append(time.monotonic() - began)
            time.sleep(0.01)
    results.send(waits)


@contextmanager
def probing(url: str) -> Iterator[list[float]]:
    """Request /healthz from another process; the yielded list gets the waiting times."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_probe, args=(url, theirs), daemon=True)
    process.start()
    ours.recv()
    waits: list[float] = []
    yield waits
    ours.send("enough")
    waits += ours.recv()
    process.join()


async def _storm(server: Server, size: Size) -> float:
    """Cut every connection at once, and return the seconds until all are back."""
    crowd = Crowd(LONG)
    await crowd.gather(size.storm // 2, lambda _: [server.port] * 2)
    began = time.monotonic()
    for player in crowd.players:
        player.cut()
    await crowd.all_here()
    took = time.monotonic() - began
    await crowd.disperse()
    return took


def storm(size: Size) -> None:
    """Cut all connections at once, and print how quickly all players reconnect."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server.plain(f"{folder}/games.sqlite3").start()
        with probing(server.url) as waits:
            took = on_a_loop(_storm(server, size))
        server.stop()
    rows = [
        ("all back after", duration(took), "", ""),
        (
            "/healthz, the slowest of " + f"{len(waits):,}",
            duration(max(waits)),
            *at_most(max(waits), 1.0),
        ),
    ]
    table(f"{size.storm:,} connections cut at once and made again", ("", "found", "goal", ""), rows)


class Survival(NamedTuple):
    """The result of a run with a kill."""

    moves: int
    before: float
    """Moves per second before the kill."""
    late: float
    """99th percentile of the seconds until a move was seen, before the kill."""
    back: float
    """Seconds from the kill until all players were back."""
    held: int
    """Resident memory of the server with all players connected, in bytes."""
    lost: int
    """Games that differ from the acknowledged moves at the end."""


async def _survive(server: Server, size: Size) -> Survival:
    crowd, stop = Crowd(LONG), asyncio.Event()
    await crowd.gather(size.crowd // 2, lambda _: [server.port] * 2)
    began, leisure = time.monotonic(), 2 * size.pause
    playing = asyncio.create_task(crowd.play_at_leisure(size.pause, stop))
    await asyncio.sleep(leisure)
    rate, late = crowd.moves / (time.monotonic() - began), ninety_nine_of_100(crowd.delays)
    assert server.process
    held, killed = held_bytes(server.process.pid), time.monotonic()
    await asyncio.to_thread(server.kill)
    await asyncio.to_thread(server.start)
    await crowd.all_here()
    back = time.monotonic() - killed
    await asyncio.sleep(leisure)
    stop.set()
    await playing
    await crowd.disperse()
    await asyncio.to_thread(server.kill)
    await asyncio.to_thread(server.start)
    lost = await _differing(crowd, server)
    assert not crowd.problems, crowd.problems[0]
    return Survival(crowd.moves, rate, late, back, held, lost)


async def _differing(crowd: Crowd, server: Server) -> int:
    """Count the games in which the restarted server lacks acknowledged moves."""
    differing: list[Game] = []

    async def compare(game: Game) -> None:
        http = Http(server.port, game.address)
        state = msgspec.json.decode(await http.get(f"/api/games/{game.id}"), type=State)
        if state.played != game.acknowledged:
            differing.append(game)
        http.close()

    await at_once(crowd.games, compare)
    return len(differing)


def kill(size: Size) -> None:
    """Kill the server while a crowd is playing, and print what was lost."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server.plain(f"{folder}/games.sqlite3").start()
        result = on_a_loop(_survive(server, size))
        server.stop()
    rows = [
        ("moves a second before the kill", f"{result.before:,.0f}", "", ""),
        ("99 of 100 seen by the other within", duration(result.late), "", ""),
        ("memory of the server", f"{result.held / 2**20:,.0f} MB", "", ""),
        ("all back after the kill", duration(result.back), *at_most(result.back, BACK_SECONDS)),
        ("moves acknowledged in all", f"{result.moves:,}", "", ""),
        ("games not exactly as acknowledged", f"{result.lost}", *at_most(result.lost, 0)),
    ]
    table(
        f"{size.crowd:,} players, the server killed in the middle", ("", "found", "goal", ""), rows
    )
