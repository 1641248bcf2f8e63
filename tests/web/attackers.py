"""Hostile clients, for tests and measurements: each goes on for ever and tells what comes of it.

Every one has an address of its own on the loopback, so that the server can distinguish it from
honest clients, who come from 127.0.0.1.
"""

from __future__ import annotations

import asyncio
import json
import re
import select
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from itertools import count

import httpx

from tests.web.route_requests import REQUESTS, Asked, Games

ADDRESS = "127.0.0.{}"
FIRST_ADDRESS = 66
HELD = 900
"""Connections that the silent attacker holds before it starts over."""

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


# --- any route ------------------------------------------------------------------------------

CONNECTIONS = 30
"""Connections of a client that floods routes."""

_LENGTH = re.compile(rb"content-length: *(\d+)", re.I)
_UPGRADE = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version": "13",
}


def written(name: str, asked: Asked) -> bytes:
    """A request as it goes over the wire."""
    method = name.split()[0]
    body = b"" if asked.body is None else json.dumps(asked.body).encode()
    headers = {"Host": "127.0.0.1", "Accept-Encoding": "gzip", "Content-Length": str(len(body))}
    if method == "LIVE":
        method, headers = "GET", headers | _UPGRADE
    if body:
        headers["Content-Type"] = "application/json"
    if asked.token:
        headers["Authorization"] = f"Bearer {asked.token}"
    lines = [f"{method} {asked.path} HTTP/1.1", *(f"{key}: {to}" for key, to in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode() + body


async def flood(names: Sequence[str], port: int, address: str, games: Games) -> None:
    """Ask for routes over and over on thirty connections, each the next request at once."""
    numbers = count()

    async def ask_on() -> None:
        while True:
            with suppress(OSError, EOFError):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", port, local_addr=(address, 0), limit=1 << 24
                )
                try:
                    for number in numbers:
                        name = names[number % len(names)]
                        writer.write(written(name, REQUESTS[name](games, number)))
                        await _answered(reader)
                finally:
                    writer.close()

    await asyncio.gather(*(ask_on() for _ in range(CONNECTIONS)))


async def _answered(reader: asyncio.StreamReader) -> None:
    """Read a whole answer; from a live connection only its first messages, then reconnect."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = _LENGTH.search(head)
    if length:
        await reader.readexactly(int(length[1]))
    elif head.startswith(b"HTTP/1.1 101"):
        await reader.read(1 << 20)
        raise EOFError
    else:  # lines that follow one another
        await reader.readuntil(b"\r\n0\r\n\r\n")
