"""What a storm of connections does, and what a kill in the middle of a crowd loses."""

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
from benchmarks.crowd.players import Crowd, Game, Told, at_once
from benchmarks.crowd.size import Size, ninety_nine_of_100, on_a_loop
from benchmarks.measure import at_most, duration, table
from benchmarks.processes import held_bytes
from tests.web.servers import Server

LONG = {"game": "divider", "options": {"high": 50}}
"""No game is over before its sixteenth move, or very seldom."""

BACK_SECONDS = 30.0


def _probe(url: str, results: Connection) -> None:
    """Ask for /healthz again and again until told to stop; then say how long it took."""
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
    """Another process looks how the server is; at the end, how long each look took."""
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
    """Cut every connection at once; the seconds until all are back."""
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
    """All players lose their connections at the same moment and come back."""
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
    """What came of a run with a kill."""

    moves: int
    before: float
    """Moves a second before the kill."""
    late: float
    """Seconds within which 99 of 100 moves were seen, before the kill."""
    back: float
    """Seconds from the kill until everybody was back."""
    held: int
    """Bytes that the server held with everybody there."""
    lost: int
    """Games that were not exactly as acknowledged in the end."""


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
    """How many games the server, started once more, does not know as they were acknowledged."""
    differing: list[Game] = []

    async def compare(game: Game) -> None:
        http = Http(server.port, game.address)
        found = msgspec.json.decode(await http.get(f"/api/games/{game.id}"), type=Told)
        if found.played != game.acknowledged:
            differing.append(game)
        http.close()

    await at_once(crowd.games, compare)
    return len(differing)


def kill(size: Size) -> None:
    """A crowd at play, and the server killed in the middle of it."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server.plain(f"{folder}/games.sqlite3").start()
        found = on_a_loop(_survive(server, size))
        server.stop()
    rows = [
        ("moves a second before the kill", f"{found.before:,.0f}", "", ""),
        ("99 of 100 seen by the other within", duration(found.late), "", ""),
        ("memory of the server", f"{found.held / 2**20:,.0f} MB", "", ""),
        ("all back after the kill", duration(found.back), *at_most(found.back, BACK_SECONDS)),
        ("moves acknowledged in all", f"{found.moves:,}", "", ""),
        ("games not exactly as acknowledged", f"{found.lost}", *at_most(found.lost, 0)),
    ]
    table(
        f"{size.crowd:,} players, the server killed in the middle", ("", "found", "goal", ""), rows
    )
