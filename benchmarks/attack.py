"""An honest client beside hostile ones: how long it waits while the server is attacked.

The attackers have an address of their own on the loopback, so that the server can tell them
apart; they share the machine with it, which is harder than the internet would be.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import secrets
import socket
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from statistics import quantiles

import httpx

from benchmarks.measure import duration, table
from tests.web.servers import Server

SECONDS = 10.0
EVIL = "127.0.0.66"
TARGETS = (0.1, 0.3, 2.0)
"""Seconds within which 99 of 100 answers shall come: health, a move, a computer's reply."""


def _records(port: int) -> None:
    """Records of huge set-ups, a thousand in one text."""
    one = '[Game "countdown"]\n[Options "start=999999866000004473"]\n*\n'
    _post(port, "/api/records", {"text": one * 1000})


def _computers(port: int) -> None:
    """New games between perfect computers on a large board."""
    players = {"1": "perfect", "2": "perfect"}
    wish = {"game": "divider", "options": {"high": 400}, "players": players}
    _post(port, "/api/games", wish)


def _large(port: int) -> None:
    """The dearest states there are."""
    _post(port, "/api/games", {"game": "countdown", "options": {"start": 963_761_198_400}})


def _post(port: int, path: str, body: object) -> None:
    transport = httpx.HTTPTransport(local_address=EVIL)
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", transport=transport) as client:
        while True:
            with suppress(httpx.HTTPError):
                client.post(path, json=body, timeout=5)


def _silent(port: int) -> None:
    """Connections that say nothing."""
    held: list[socket.socket] = []
    while True:
        with suppress(OSError):
            held.append(socket.create_connection(("127.0.0.1", port), 1, (EVIL, 0)))
        if len(held) > 900:
            for connection in held:
                connection.close()
            held.clear()


def _pings(port: int) -> None:
    """Live connections that send nothing but pings, as fast as they can."""
    with httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
        game = client.post("/api/games", json={"game": "divider"}).json()["id"]
    head = (
        f"GET /api/games/{game}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n"
    )
    while True:
        address = ("127.0.0.1", port)
        with (
            suppress(OSError),
            socket.create_connection(address, 5, (EVIL, 0)) as connection,
        ):
            connection.sendall(head.encode())
            connection.recv(1000)
            while True:
                connection.sendall(b"\x89\x80\x00\x00\x00\x00" * 5000)


ATTACKS: dict[str, Callable[[int], None]] = {
    "records": _records,
    "computers": _computers,
    "large states": _large,
    "silent connections": _silent,
    "pings": _pings,
}


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
            chosen = (
                ATTACKS.values() if name == "all at once" else filter(None, [ATTACKS.get(name)])
            )
            attackers = [
                multiprocessing.Process(target=one, args=(server.port,), daemon=True)
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
    print(f"\n  Targets: {json.dumps(TARGETS)} seconds; attackers come from {EVIL}.")
