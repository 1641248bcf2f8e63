"""Servers to measure: programs that print their address, and a bare echo."""

from __future__ import annotations

import re
import signal
import subprocess
import sys

from benchmarks.processes import held_bytes, processor_seconds

ECHO = """
import socket, sys, uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
async def echo(websocket):
    await websocket.accept()
    async for text in websocket.iter_text():
        await websocket.send_text(text)
listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
listening.bind(("127.0.0.1", 0))
listening.listen(2048)
print(f"http://127.0.0.1:{listening.getsockname()[1]}/", flush=True)
app = Starlette(routes=[WebSocketRoute("/", echo)])
config = uvicorn.Config(
    app, loop=sys.argv[1], log_level="critical", ws="websockets-sansio",
    ws_per_message_deflate=False,
)
try:
    uvicorn.Server(config).run(sockets=[listening])
except KeyboardInterrupt:
    pass
"""
"""A bare Starlette echo on the named event loop: the cost of the framework alone."""

LOOPS = ("asyncio", "uvloop")
"""Python's own event loop, and the faster one that our server uses."""


class RunningServer:
    """A running server to measure."""

    def __init__(self, code: str, *arguments: str) -> None:
        command = [sys.executable, "-c", code, *arguments]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout
        match = re.search(r":(\d+)/", self._process.stdout.readline())
        assert match, "the server did not start"
        self.port = int(match[1])

    @property
    def seconds(self) -> float:
        """CPU seconds that the server has used."""
        return processor_seconds(self._process.pid)

    @property
    def bytes(self) -> int:
        """Resident memory of the server."""
        return held_bytes(self._process.pid)

    def stop(self) -> None:
        """Shut the server down."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait(60)
        assert self._process.stdout
        self._process.stdout.close()
