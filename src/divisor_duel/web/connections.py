"""Connections with bounds: counted, with deadlines, and let go of when they ask for too much.

These are uvicorn's own protocols for HTTP and WebSockets. What they leave open, how
long a request may take to arrive and how many frames a live connection may send, is
bounded here, before any of it reaches the application.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, apply_mask  # type: ignore[attr-defined]

from divisor_duel.web.api import ARRIVAL
from divisor_duel.web.budgets import TokenBucket
from divisor_duel.web.clients import household
from divisor_duel.web.sockets import WIRE

if TYPE_CHECKING:
    from divisor_duel.web.app import Application

FAREWELL_SECONDS = 3.0
LOOK_SECONDS = 0.5
TOO_MUCH = 1008
SLICE = 512
"""Bytes of a live connection that are parsed before its frames are counted again."""

WHOLE_TEXT, MASKED, SMALL, FRAME_HEAD = 0x81, 0x80, 126, 6
"""How a small frame of a client begins: what it is, its length, and four bytes of mask."""


class BoundedHttp(HttpToolsProtocol):
    """A connection that makes requests: its heads and bodies must come in time."""

    app: Application
    deadline: float | None = None
    """When it is cut off, if what it waits for has not come."""
    _counted: str | None = None
    _in_head = True
    _head = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        name = _name(self.app, self.client)
        if not self.app.doorkeeper.connections.enter(name):
            self.app.doorkeeper.refused += 1
            self.app.note_refused_connection(name)
            transport.abort()
            return
        self._counted = name
        self.deadline = self.loop.time() + self.app.limits.head_seconds

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._counted is not None:
            self.app.doorkeeper.connections.leave(self._counted)

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
    """A live connection: every frame and byte is counted, of whatever kind."""

    app: Application
    deadline: float | None = None
    counted: str | None = None
    """Under which name it is counted among the connections."""
    take: Callable[[bytes, float], bool] | None = None
    """Handles a text, and when it came, at once if possible; set by the application."""
    client_name = ""
    """Whom it is charged to, once the application has found that out."""
    _whole = False
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
        """When each message came that waits for the application, on `time.monotonic`."""

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.take = None  # it leads back here: nothing is to wait for the collector of garbage
        if self.counted is not None:
            self.app.doorkeeper.connections.leave(self.counted)

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            self._whole = data.endswith(b"\r\n\r\n")
            super().data_received(data)
            return
        began = monotonic()
        if not self._take_at_once(data):
            self._take_in_slices(data)
        self.app.doorkeeper.spend_since(began, self.client_name)

    def _take_in_slices(self, data: bytes) -> None:
        """Have data parsed, and let go of who sends too much."""
        for start in range(0, len(data), SLICE):
            piece = data[start : start + SLICE]
            self._excess = bool(self._bytes.take(len(piece))) or self._excess
            if self._excess or self.close_sent or self.transport.is_closing():
                break
            super().data_received(piece)
        if self._excess and not self.close_sent:
            self.let_go(TOO_MUCH, "too much at once")

    def _take_at_once(self, data: bytes) -> bool:
        """Whether this was one small text, whole, which the application has taken by itself.

        What players send is nearly always that, so it need not go through the parser, the
        queue and a task that waits. The parser must be between two frames: after data that do
        not end with one, the connection has lost this way.
        """
        size = len(data) - FRAME_HEAD
        one = 0 < size < SMALL and data[0] == WHOLE_TEXT and data[1] == MASKED | size
        self._whole = self._whole and (one or ends_whole(data))
        if not (one and self._whole and self.take) or self.frames or not self.queue.empty():
            return False
        if self.close_sent or self.transport.is_closing() or self._frames.wait():
            return False
        text, arrival = apply_mask(data[FRAME_HEAD:], data[2:FRAME_HEAD]), self.arrival()
        if not self.take(text, arrival):
            return False
        self._bytes.spend(size + FRAME_HEAD)
        self._frames.spend(1.0)
        return True

    def arrival(self) -> float:
        """Return when a message that is read now may have come, on `time.monotonic`."""
        return self.app.loop_lag.arrival()

    def send_receive_event_to_app(self) -> None:
        self.arrivals.append(self.arrival())
        super().send_receive_event_to_app()

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

    def let_go(self, code: int, reason: str) -> None:
        """Say why the connection ends, and end it."""
        if not self.handshake_complete:
            self.transport.abort()
        if self.close_sent or self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        self.conn.fail(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()
        self.loop.call_later(FAREWELL_SECONDS, cut, self.transport)

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            self.handshake_complete = True  # a refusal is an answer, too, and nothing to log

    async def run_asgi(self) -> None:
        extensions: Any = self.scope["extensions"]
        extensions[WIRE] = self
        await super().run_asgi()
        del extensions[WIRE]  # it leads back here, too
        # A reader that takes nothing is not waited for.
        self.loop.call_later(FAREWELL_SECONDS, cut, self.transport)

    # --- sending without a task of its own --------------------------------------------------

    def put(self, frame: bytes) -> None:
        """Send a frame, with all others that are made in this turn of the event loop."""
        self.app.outbox.put(self, frame)

    def put_now(self, frame: bytes) -> None:
        """Send a frame; while the reader is behind, only the newest one is kept for it."""
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
            self.put_now(newest)


def ends_whole(data: bytes) -> bool:
    """Whether frames, the first of which begins where the data begin, end where they end.

    Said of small data only; of any others, and of large frames, it is denied.
    """
    at, end = 0, len(data)
    if end > SLICE:
        return False
    while at + FRAME_HEAD <= end:
        size = data[at + 1] ^ MASKED
        if size >= SMALL:
            return False
        at += FRAME_HEAD + size
    return at == end


def _name(app: Application, peer: tuple[str, int] | None) -> str:
    """Whom a connection is counted for: behind a proxy, which counts its own, nobody."""
    if peer is None:  # it has ended already
        return ""
    return f"{peer[0]} {peer[1]}" if app.proxies.trusts(peer[0]) else household(peer[0])


def cut(transport: asyncio.Transport) -> None:
    """End a connection now, whatever is still on its way: the system keeps nothing for it."""
    connection = transport.get_extra_info("socket")
    with suppress(OSError, AttributeError, ValueError):  # it has ended by itself
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()


async def cut_the_late(connections: Iterable[Any]) -> None:
    """End connections that have let a deadline pass, for as long as the server runs."""
    loop = asyncio.get_running_loop()
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        now = loop.time()
        for one in list(connections):
            deadline = getattr(one, "deadline", None)
            if deadline is not None and deadline < now:
                one.deadline = None
                cut(one.transport)
