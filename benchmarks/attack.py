"""An honest client beside hostile ones: how long it waits while the server is attacked.

The attackers have an address of their own on the loopback, so that the server can tell them
apart; they share the machine with it, which is harder than the internet would be.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import secrets
import tempfile
import time
from statistics import quantiles

import httpx

from benchmarks.measure import duration, table
from tests.web.attackers import ATTACKS, address_of
from tests.web.servers import Server

SECONDS = 10.0
TARGETS = (0.1, 0.3, 2.0)
"""Seconds within which 99 of 100 answers shall come: health, a move, a computer's reply."""


def _attack(name: str, port: int) -> None:
    """Attack for ever."""
    for _ in ATTACKS[name](port, address_of(name)):
        pass


async def _warm_up(client: httpx.AsyncClient) -> None:
    """Have the processes that think begin: that is not what is measured."""
    made = await client.post("/api/games", json={"game": "chain", "players": {"1": "perfect"}})
    path = f"/api/games/{made.json()['id']}"
    while (await client.get(path)).json()["thinking"]:
        await asyncio.sleep(0.05)


async def _honest(url: str) -> tuple[list[float], list[float], list[float]]:
    """What one player waits for: health, own moves, and the computer's replies."""
    health: list[float] = []
    moves: list[float] = []
    replies: list[float] = []
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        await _warm_up(client)
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            wish = {"game": "chain", "options": {"high": 60}, "players": {"2": "perfect"}}
            made = (await client.post("/api/games", json=wish)).json()
            path, token = f"/api/games/{made['id']}", made["seats"]["1"]
            state = made["state"]
            while not state["over"] and time.monotonic() < end:
                began = time.monotonic()
                await client.get("/healthz")
                health.append(time.monotonic() - began)
                began = time.monotonic()
                wanted = {"ply": state["ply"], "move": state["legal"][secrets.randbelow(2) - 1]}
                headers = {"Authorization": f"Bearer {token}"}
                answer = await client.post(f"{path}/moves", json=wanted, headers=headers)
                moves.append(time.monotonic() - began)
                began, state = time.monotonic(), answer.json()
                while state["thinking"]:
                    await asyncio.sleep(0.01)
                    state = (await client.get(path)).json()
                replies.append(time.monotonic() - began)
    return health, moves, replies


def _row(name: str, figures: tuple[list[float], ...]) -> tuple[str, ...]:
    worst = [quantiles(one, n=100)[98] if len(one) > 1 else 99.0 for one in figures]
    kept = all(found < target for found, target in zip(worst, TARGETS, strict=True))
    return (name, *(duration(one) for one in worst), "yes" if kept else "NO")


def run() -> None:
    """Print what an honest client waits for under each attack, and under all of them."""
    rows = []
    for name in ("nobody attacks", *ATTACKS, "all at once"):
        with tempfile.TemporaryDirectory() as folder:
            server = Server.plain(f"{folder}/games.sqlite3").start()
            chosen = ATTACKS if name == "all at once" else {name} & set(ATTACKS)
            attackers = [
                multiprocessing.Process(target=_attack, args=(one, server.port), daemon=True)
                for one in chosen
            ]
            for attacker in attackers:
                attacker.start()
            rows.append(_row(name, asyncio.run(_honest(server.url))))
            for attacker in attackers:
                attacker.kill()
                attacker.join()
            server.stop()
    head = ("attack", "/healthz", "a move", "computer's reply", "kept")
    table("99 of 100 answers to an honest client within", head, rows)
    print(f"\n  Targets: {json.dumps(TARGETS)} seconds. Each attacker has an address of its own.")
