"""Hostile clients, for tests and measurements: each goes on for ever and tells what comes of it.

Every one has an address of its own on the loopback, so that the server can tell it from
honest clients, who come from 127.0.0.1.
"""

from __future__ import annotations

import select
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import httpx

ADDRESS = "127.0.0.{}"
FIRST_ADDRESS = 66
HELD = 900
"""Connections that the silent attacker keeps before it begins anew."""

ENDED = "ended"
"""What a connection comes to that the server ends without a word."""

PINGS = b"\x89\x80\x00\x00\x00\x00" * 5000

Attack = Callable[[int, str], Iterator[str]]
"""Attacks a port from an address; yields what each attempt comes to: a status, or a word."""


def records(port: int, address: str) -> Iterator[str]:
    """Records of huge set-ups, a thousand in one text."""
    one = '[Game "countdown"]\n[Options "start=999999866000004473"]\n*\n'
    return _post(port, address, "/api/records", {"text": one * 1000})


def computers(port: int, address: str) -> Iterator[str]:
    """New games between perfect computers on a large board."""
    players = {"1": "perfect", "2": "perfect"}
    wish = {"game": "divider", "options": {"high": 400}, "players": players}
    return _post(port, address, "/api/games", wish)


def large_states(port: int, address: str) -> Iterator[str]:
    """The dearest states there are."""
    wish = {"game": "countdown", "options": {"start": 963_761_198_400}}
    return _post(port, address, "/api/games", wish)


def _post(port: int, address: str, path: str, body: object) -> Iterator[str]:
    transport = httpx.HTTPTransport(local_address=address)
    url = f"http://127.0.0.1:{port}"
    with httpx.Client(base_url=url, transport=transport, timeout=300) as client:
        while True:
            try:
                yield str(client.post(path, json=body).status_code)
            except httpx.HTTPError:
                yield ENDED


def silence(port: int, address: str) -> Iterator[str]:
    """Connections that say nothing."""
    while True:
        with ExitStack() as held:
            watch = select.poll()
            for _ in range(HELD):
                try:
                    made = socket.create_connection(("127.0.0.1", port), 60, (address, 0))
                except OSError:
                    yield ENDED
                    continue
                watch.register(held.enter_context(made), select.POLLIN)
                yield ENDED if watch.poll(0) else "held"


def pings(port: int, address: str) -> Iterator[str]:
    """Live connections that send nothing but pings, as fast as they can."""
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=300) as client:
        game = client.post("/api/games", json={"game": "divider"}).json()["id"]
    head = (
        f"GET /api/games/{game}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n"
    )
    while True:
        try:
            with socket.create_connection(("127.0.0.1", port), 60, (address, 0)) as connection:
                connection.sendall(head.encode())
                yield _flood(connection)
        except OSError:
            yield ENDED


def _flood(connection: socket.socket) -> str:
    """Send pings until the server has had enough of them."""
    if not connection.recv(1000).startswith(b"HTTP/1.1 101"):
        return "not opened"
    try:
        while True:
            connection.sendall(PINGS)
    except ConnectionError:
        return ENDED


ATTACKS: dict[str, Attack] = {
    "records": records,
    "computers": computers,
    "large states": large_states,
    "silent connections": silence,
    "pings": pings,
}


def address_of(name: str) -> str:
    """Where an attacker comes from."""
    return ADDRESS.format(FIRST_ADDRESS + list(ATTACKS).index(name))
