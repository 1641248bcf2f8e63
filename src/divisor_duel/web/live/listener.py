"""One live connection: the frames that are sent to it, or a queue of messages."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import NamedTuple, Protocol

MOST_QUEUED = 16
"""Limit on the messages that wait for one listener."""

ARRIVAL = "duel.arrival"
"""Scope key for the time at which the whole request had arrived, on `time.monotonic`."""

WIRE = "duel.wire"
"""The ASGI extension that holds the connection itself (`protocols.BoundedSocket`)."""


class Wire(Protocol):
    """A connection that takes whole frames and never blocks the sender."""

    def put(self, frame: bytes) -> None:
        """Send a frame; while the client reads too slowly, hold only the newest."""


class Message(NamedTuple):
    """A message, encoded once for all recipients."""

    frame: bytes
    """The WebSocket frame: a server does not mask frames, so all clients get the same."""
    head: int
    """Length of the frame's header, in bytes."""

    @property
    def text(self) -> bytes:
        """The payload."""
        return self.frame[self.head :]


def message_of(*parts: bytes) -> Message:
    """Return a WebSocket text message, joined from its parts with only one copy."""
    length = sum(map(len, parts))
    if length < 126:
        head = bytes((0x81, length))
    elif length < 1 << 16:
        head = b"\x81\x7e" + length.to_bytes(2, "big")
    else:
        head = b"\x81\x7f" + length.to_bytes(8, "big")
    return Message(b"".join((head, *parts)), len(head))


class Listener:
    """One live connection: its wire, or a queue of messages if it has none."""

    def __init__(self, id: str, client: str = "") -> None:
        self.id, self.client = id, client
        self.seats: dict[int, str] = {}
        """The seats of its players, each with the hash of its token: two at one screen."""
        self.welcomed = False
        """Whether its first state has been sent."""
        self.wire: Wire | None = None
        self._queue: deque[bytes] = deque()
        self._filled = asyncio.Event()

    def put(self, message: Message) -> None:
        """Send a message; if too many wait, drop all but this one."""
        if self.wire:
            self.wire.put(message.frame)
            return
        if len(self._queue) >= MOST_QUEUED:
            self._queue.clear()
        self._queue.append(message.text)
        self._filled.set()

    async def get(self) -> str:
        """Wait for the next message and return it."""
        while not self._queue:
            self._filled.clear()
            await self._filled.wait()
        return self._queue.popleft().decode()


async def deliver(
    listener: Listener, send: Callable[[str], Awaitable[object]], seconds: float
) -> None:
    """Send a listener its messages; raise TimeoutError if one takes too long."""
    while True:
        message = await listener.get()
        async with asyncio.timeout(seconds):
            await send(message)
