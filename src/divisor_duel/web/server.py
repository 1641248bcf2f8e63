"""A real server around the application: sockets, signals and sentences about what failed."""

from __future__ import annotations

import asyncio
import signal
import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from divisor_duel.errors import DuelError
from divisor_duel.web.app import Application, create_app
from divisor_duel.web.limits import Limits
from divisor_duel.web.store import open_store

FAREWELL_SECONDS = 3.0
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class ServerError(DuelError):
    """The server cannot start, in a sentence that says what to do."""


class _Protocol(WebSocketsSansIOProtocol):
    """Does not wait for a reader that takes nothing: its connection is cut after a while."""

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self.loop.call_later(FAREWELL_SECONDS, self._cut)

    def _cut(self) -> None:
        """End the connection now, whatever is still on its way: the system keeps nothing."""
        with suppress(OSError, AttributeError):  # it has ended by itself
            at_once = struct.pack("ii", 1, 0)
            connection = self.transport.get_extra_info("socket")
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
        self.transport.abort()


class _Server(uvicorn.Server):
    """Says where it is once it answers."""

    def __init__(self, config: uvicorn.Config, greeting: str) -> None:
        super().__init__(config)
        self._greeting = greeting

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            print(self._greeting, flush=True)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop in good order on Ctrl-C or SIGTERM, and leave it at that."""
        before = {one: signal.signal(one, self.handle_exit) for one in STOP_SIGNALS}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)


def serve(
    host: str,
    port: int,
    database: str,
    behind_proxy: bool = False,
    limits: Limits | None = None,
) -> int:
    """Serve until interrupted; the exit code."""
    limits = limits or Limits()
    _allow_many_files()
    app = create_app(open_store(database), limits, behind_proxy)
    listening = _listen(host, port)
    config = uvicorn.Config(
        app,
        lifespan="off",
        log_level="warning",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws=_Protocol,
        ws_max_size=limits.frame,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
        timeout_keep_alive=75,
    )
    where = _address(host, listening.getsockname()[1])
    server = _Server(config, f"Divisor Duel is at {where}  (Ctrl-C stops it)")
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(_run(app, server, listening))
    return 0


async def _run(app: Application, server: uvicorn.Server, listening: socket.socket) -> None:
    async with app.running():
        await server.serve(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        # Named as TCP, or answers would wait for the reader's delayed acknowledgements.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(2048)
    except OSError as error:
        problem = error.strerror or str(error)
        sentence = f"cannot listen on {host} port {port}: {problem}; choose another with --port"
        raise ServerError(sentence) from None
    listening.setblocking(False)
    return listening


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _allow_many_files() -> None:
    """Every live connection is a file; systems allow few unless asked."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 65_536)), hard))
