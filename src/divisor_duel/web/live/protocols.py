"""uvicorn's HTTP and WebSocket protocols with connection limits and deadlines.

uvicorn does not limit how long a request may take to arrive, nor how many frames a live
connection may send. These subclasses do, before any of it reaches the application.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from time import monotonic
from typing import Any, Protocol

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from divisor_duel.web.game.clock import LoopLag
from divisor_duel.web.guard.addresses import AddressList, client_name
from divisor_duel.web.guard.limits import Limits
from divisor_duel.web.guard.rate_limits import RateLimiter, TokenBucket
from divisor_duel.web.live.listener import ARRIVAL, WIRE

CLOSE_SECONDS = 3.0
"""Seconds that a closing live connection has to receive the last frames."""
CHECK_SECONDS = 0.5
"""Seconds between two checks for missed deadlines."""
POLICY_VIOLATION = 1008
"""WebSocket close code: policy violation."""
MOST_UNREAD = 8
"""Messages of a live connection that the application has not read when reading pauses."""
SLICE = 512
"""Bytes of a live connection that are parsed before its frames are counted again."""


class Application(Protocol):
    """What these protocols need of the application that they serve."""

    rate_limiter: RateLimiter
    limits: Limits
    loop_lag: LoopLag
    proxies: AddressList

    def note_refused_connection(self, client: str) -> None:
        """Record that a connection was refused before anything was read from it."""


class BoundedHttp(HttpToolsProtocol):
    """An HTTP connection, whose request heads and bodies must arrive in time."""

    app: Application
    deadline: float | None = None
    """Time of the event loop at which the connection is aborted; None for never."""
    _counted: str | None = None
    _in_head = True
    _head = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        name = _name(self.app, self.client)
        if not self.app.rate_limiter.connections.enter(name):
            self.app.rate_limiter.refused += 1
            self.app.note_refused_connection(name)
            transport.abort()
            return
        self._counted = name
        self.deadline = self.loop.time() + self.app.limits.head_seconds

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._counted is not None:
            self.app.rate_limiter.connections.leave(self._counted)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._in_head:
            self._head += len(data)
        super().data_received(data)
        if self._in_head and self._head > self.app.limits.head_bytes:
            self.transport.abort()

    def on_message_begin(self) -> None:
        if self.deadline is None:
            self.deadline = self.loop.time() + self.app.limits.head_seconds
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head, self._head = False, 0
        self.deadline = self.loop.time() + self.app.limits.body_seconds
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._in_head, self._head = True, 0
        self.deadline = None
        scope: dict[str, Any] = self.scope  # type: ignore[assignment]
        scope[ARRIVAL] = self.app.loop_lag.arrival()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        counted, self._counted = self._counted, None
        super().handle_websocket_upgrade()
        protocol: Any = self.transport.get_protocol()
        protocol.counted = counted

    def pause_writing(self) -> None:
        super().pause_writing()
        self.deadline = self.loop.time() + self.app.limits.send_seconds

    def resume_writing(self) -> None:
        super().resume_writing()
        self.deadline = None


class BoundedSocket(WebSocketsSansIOProtocol):
    """A live connection that limits its frames, of any kind, and its bytes."""

    app: Application
    deadline: float | None = None
    counted: str | None = None
    """Name under which the connection is counted."""
    client_name = ""
    """The client to charge, once the application has identified it."""
    _paused = False
    _newest: bytes | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        limits = self.app.limits
        self._frames = TokenBucket(limits.frames_per_second, 3 * limits.frames_per_second)
        rate = limits.frames_per_second * limits.frame_bytes
        self._bytes = TokenBucket(rate, 3 * rate)
        self._excess = False
        self.arrivals: deque[float] = deque()
        """Arrival times of the messages that the application has not read, on `time.monotonic`."""

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.counted is not None:
            self.app.rate_limiter.connections.leave(self.counted)

    def data_received(self, data: bytes) -> None:
        """Parse the frames in the data, and charge the client for that."""
        if not self.handshake_initiated:
            super().data_received(data)
            return
        began = monotonic()
        self._parse(data)
        self.app.rate_limiter.charge_cpu_since(began, self.client_name)

    def _parse(self, data: bytes) -> None:
        """Parse data in slices, and close the connection if it sends too much."""
        for start in range(0, len(data), SLICE):
            piece = data[start : start + SLICE]
            self._excess = bool(self._bytes.take(len(piece))) or self._excess
            if self._excess or self.close_sent or self.transport.is_closing():
                break
            super().data_received(piece)
        if self._excess and not self.close_sent:
            self.close_with(POLICY_VIOLATION, "too much at once")

    def send_receive_event_to_app(self) -> None:
        """Queue a message. uvicorn pauses reading for each one; we do if more than a few wait."""
        self.arrivals.append(self.app.loop_lag.arrival())
        few = self.queue.qsize() < MOST_UNREAD
        self.read_paused = few  # then uvicorn does not pause again
        super().send_receive_event_to_app()
        if few:
            self.read_paused = False

    def handle_text(self, event: Frame) -> None:
        self._count()
        super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        self._count()
        super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        self._count()
        super().handle_cont(event)

    def handle_ping(self) -> None:
        self._count()
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        self._count()
        super().handle_pong(event)

    def _count(self) -> None:
        self._excess = bool(self._frames.take()) or self._excess

    def close_with(self, code: int, reason: str) -> None:
        """Close the connection, and send the client the reason."""
        if not self.handshake_complete:
            self.transport.abort()
        if self.close_sent or self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        self.conn.fail(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()
        self.loop.call_later(CLOSE_SECONDS, abort, self.transport)

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            self.handshake_complete = True  # a refusal is a response: uvicorn has no error to log

    async def run_asgi(self) -> None:
        extensions: Any = self.scope["extensions"]
        extensions[WIRE] = self
        await super().run_asgi()
        del extensions[WIRE]  # another reference cycle
        # Do not wait for a client that reads nothing.
        self.loop.call_later(CLOSE_SECONDS, abort, self.transport)

    # --- sending without a task -------------------------------------------------------------

    def put(self, frame: bytes) -> None:
        """Send a frame; while the client reads too slowly, hold only the newest."""
        if self._paused:
            self._newest = frame
        elif not self.close_sent and not self.transport.is_closing():
            self.transport.write(frame)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._paused = True
        self.deadline = self.loop.time() + self.app.limits.send_seconds

    def resume_writing(self) -> None:
        super().resume_writing()
        self._paused, self.deadline = False, None
        newest, self._newest = self._newest, None
        if newest:
            self.put(newest)


def _name(app: Application, peer: tuple[str, int] | None) -> str:
    """Return the name under which a connection is counted: its client's.

    A trusted proxy limits its own clients, so each of its connections has a separate name.
    """
    if peer is None:  # already closed
        return ""
    return f"{peer[0]} {peer[1]}" if app.proxies.contains(peer[0]) else client_name(peer[0])


def abort(transport: asyncio.Transport) -> None:
    """Abort a connection and drop all unsent data, the kernel's included."""
    connection = transport.get_extra_info("socket")
    with suppress(OSError, AttributeError, ValueError):  # already closed
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()


async def abort_overdue(connections: Iterable[Any]) -> None:
    """Abort connections that miss a deadline, for as long as the server runs."""
    loop = asyncio.get_running_loop()
    while True:
        await asyncio.sleep(CHECK_SECONDS)
        now = loop.time()
        for connection in list(connections):
            deadline = getattr(connection, "deadline", None)
            if deadline is not None and deadline < now:
                connection.deadline = None
                abort(connection.transport)
