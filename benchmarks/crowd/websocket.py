"""Minimal WebSocket clients, so that thousands of players fit on one core."""

from __future__ import annotations

import asyncio
from typing import Protocol

_HEAD = (
    "GET {} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nPragma: no-cache\r\n"
    "Cache-Control: no-cache\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 "
    "(KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36\r\nUpgrade: websocket\r\n"
    "Origin: http://127.0.0.1\r\nSec-WebSocket-Version: 13\r\n"
    "Accept-Encoding: gzip, deflate, br, zstd\r\nAccept-Language: en-US,en;q=0.9\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n"
)
"""The request by which Chrome opens a WebSocket."""

_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10


def frame(opcode: int, payload: bytes) -> bytes:
    """Return a client frame; the mask is zero, so masking costs nothing."""
    size = len(payload)
    if size < 126:
        return bytes((0x80 | opcode, 0x80 | size)) + bytes(4) + payload
    return bytes((0x80 | opcode, 0x80 | 126)) + size.to_bytes(2, "big") + bytes(4) + payload


class Reader(Protocol):
    """Callbacks for the events of a WebSocket."""

    def opened(self, websocket: WebSocketClient) -> None:
        """Handle an opened connection."""

    def heard(self, text: bytes) -> None:
        """Handle a text message."""

    def lost(self, was_open: bool) -> None:
        """Handle a connection that ended or could not be opened."""


class WebSocketClient(asyncio.Protocol):
    """A minimal WebSocket connection."""

    def __init__(self, path: str, reader: Reader) -> None:
        self._path, self._reader = path, reader
        self._buffer, self._upgraded = b"", False
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport = transport
        transport.write(_HEAD.format(self._path).encode())

    def send(self, text: bytes) -> None:
        """Send a text message."""
        self.transport.write(frame(_TEXT, text))

    def data_received(self, data: bytes) -> None:
        self._buffer = self._buffer + data if self._buffer else data
        if not self._upgraded:
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.transport.abort()  # refused; the player retries as after a lost connection
                return
            self._upgraded, self._buffer = True, rest
            self._reader.opened(self)
        while self._take():
            pass

    def _take(self) -> bool:
        """Handle the first frame in the buffer; return False if it is not complete yet."""
        buffer = self._buffer
        if len(buffer) < 2:
            return False
        size, start = buffer[1] & 127, 2
        if size > 125:
            start = 4 if size == 126 else 10
            size = int.from_bytes(buffer[2:start], "big")
        if len(buffer) < start + size:
            return False
        opcode, payload = buffer[0] & 15, buffer[start : start + size]
        self._buffer = buffer[start + size :]
        if opcode == _TEXT:
            self._reader.heard(payload)
        elif opcode == _PING:
            self.transport.write(frame(_PONG, payload))
        elif opcode == _CLOSE:
            self.transport.close()
        return True

    def connection_lost(self, error: Exception | None) -> None:
        self._reader.lost(self._upgraded)


async def open_websocket(websocket: WebSocketClient, port: int, address: str) -> None:
    """Connect from a loopback address; OSError if that fails."""
    loop = asyncio.get_running_loop()
    await loop.create_connection(lambda: websocket, "127.0.0.1", port, local_addr=(address, 0))
