"""How long an honest client waits while the server is under attack.

One client with thirty connections floods every route in turn, with the most expensive
parameters, and then all routes at once. The attackers have their own loopback addresses, so
that the server can tell them apart. They share the machine with the server, which is harder
for it than attackers on the internet.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
import tempfile
import time
from collections.abc import Sequence
from statistics import quantiles

import httpx

from benchmarks.measure import duration, table
from tests.web.attackers import ATTACKS, address_of, flood
from tests.web.route_requests import (
    ROOM_CHANGE,
    ROOM_WISH,
    TEACHER,
    WISHES,
    Games,
    games_of,
    route_names,
)
from tests.web.servers import Server

SECONDS = 2.5
"""Duration of the flood of one route, in seconds."""

LONGER = 10.0
"""Duration of the other attacks and of the flood of all routes, in seconds."""

FEWEST = 10
"""Minimum number of measured moves, however slow the server is."""

TARGETS = (0.1, 0.3, 2.0)
"""Targets for the 99th percentile, in seconds: /healthz, a move, a computer's reply."""

HONEST_ADDRESS = "127.0.2.{}"
ROUTE_ADDRESS = "127.0.1.{}"
Figures = tuple[list[float], list[float], list[float]]


def _attack(name: str, port: int) -> None:
    """Attack until killed."""
    for _ in ATTACKS[name](port, address_of(name)):
        pass


def _flood(names: Sequence[str], port: int, address: str, games: Games) -> None:
    """Flood routes until killed."""
    asyncio.run(flood(names, port, address, games))


async def _warm_up(client: httpx.AsyncClient) -> None:
    """Start the worker processes and render the pages, so that this is not measured."""
    made = await client.post("/api/games", json={"game": "chain", "players": {"1": "perfect"}})
    path = f"/api/games/{made.json()['id']}"
    while (await client.get(path)).json()["thinking"]:
        await asyncio.sleep(0.05)
    pages = ("/", "/play", "/puzzle", "/daily", "/learn/chain", "/explore", "/rules/chain")
    for other in (*pages, "/picture.png", "/api/puzzle", "/api/openapi.json"):
        await client.get(other)


async def _honest(url: str, seconds: float, address: str) -> Figures:
    """Measure one player's waits for /healthz, own moves and the computer's replies."""
    own = httpx.AsyncHTTPTransport(local_address=address)
    health: list[float] = []
    moves: list[float] = []
    replies: list[float] = []
    async with httpx.AsyncClient(base_url=url, timeout=60, transport=own) as client:
        end = time.monotonic() + seconds

        def wants_more() -> bool:
            return time.monotonic() < end or len(replies) < FEWEST

        while wants_more():
            request = {"game": "chain", "options": {"high": 60}, "players": {"2": "perfect"}}
            made = (await client.post("/api/games", json=request)).json()
            path, token = f"/api/games/{made['id']}", made["seats"]["1"]
            state = made["state"]
            while not state["over"] and wants_more():
                began = time.monotonic()
                await client.get("/healthz")
                health.append(time.monotonic() - began)
                began = time.monotonic()
                move = {"ply": state["ply"], "move": state["legal"][secrets.randbelow(2) - 1]}
                headers = {"Authorization": f"Bearer {token}"}
                answer = await client.post(f"{path}/moves", json=move, headers=headers)
                moves.append(time.monotonic() - began)
                began, state = time.monotonic(), answer.json()
                while state["thinking"]:
                    await asyncio.sleep(0.01)
                    state = (await client.get(path)).json()
                replies.append(time.monotonic() - began)
    return health, moves, replies


async def _prepare(url: str) -> Games:
    """Warm up the server and create the games that the routes need."""
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        await _warm_up(client)
        made = [(await client.post("/api/games", json=wish)).json() for wish in WISHES]
        room = (await client.post("/api/rooms", json=ROOM_WISH)).json()["code"]
        teacher = {"Authorization": f"Bearer {TEACHER}"}
        await client.post(f"/api/rooms/{room}/change", json=ROOM_CHANGE, headers=teacher)
        client.cookies.clear()
        return games_of(made, (await client.get("/")).text, room)


def _row(name: str, figures: Figures) -> tuple[str, ...]:
    worst = [quantiles(one, n=100)[98] for one in figures]
    met = all(found < target for found, target in zip(worst, TARGETS, strict=True))
    return (name, *(duration(one) for one in worst), "yes" if met else "NO")


def _measured(
    name: str, number: int, server: Server, attackers: list[multiprocessing.Process]
) -> Figures:
    """Measure an honest client's waits during an attack.

    The client has a new address each time, since it creates more games in a run than one
    client may.
    """
    for attacker in attackers:
        attacker.start()
    try:
        seconds = SECONDS if " /" in name else LONGER
        return asyncio.run(_honest(server.url, seconds, HONEST_ADDRESS.format(number)))
    finally:
        for attacker in attackers:
            attacker.kill()
            attacker.join()


def _attackers(name: str, number: int, server: Server) -> list[multiprocessing.Process]:
    """Return the processes of an attack, not yet started."""
    port, process = server.port, multiprocessing.Process
    if name == "no attack":
        return []
    if name in ATTACKS:
        return [process(target=_attack, args=(name, port), daemon=True)]
    if name == "all other attacks at once":
        return [process(target=_attack, args=(one, port), daemon=True) for one in ATTACKS]
    names = list(route_names()) if name == "all routes at once" else [name]
    games = asyncio.run(_prepare(server.url))
    arguments = (names, port, ROUTE_ADDRESS.format(number), games)
    return [process(target=_flood, args=arguments, daemon=True)]


def run() -> None:
    """Print an honest client's waits under each attack, and under all of them at once."""
    together = ("all routes at once", *ATTACKS, "all other attacks at once")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        server = Server.plain(f"{folder}/games.sqlite3").start()
        asyncio.run(_prepare(server.url))
        for number, name in enumerate(("no attack", *route_names(), *together), 1):
            attackers = _attackers(name, number, server)
            rows.append(_row(name, _measured(name, number, server, attackers)))
            print("  ".join(rows[-1]), flush=True)
        server.stop()
    head = ("attack", "/healthz", "a move", "computer's reply", "met")
    table("99 of 100 answers to an honest client within", head, rows)
    targets = ", ".join(map(duration, TARGETS))
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    print(f"\n  Targets: {targets}. Load of the machine: {load} on {os.cpu_count()} cores.")
