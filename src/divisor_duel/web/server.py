"""A real server around the application: sockets, signals and sentences about what failed."""

from __future__ import annotations

import asyncio
import gc
import math
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

import uvicorn

from divisor_duel.errors import DuelError
from divisor_duel.web.app import Application, create_app
from divisor_duel.web.connections import BoundedHttp, BoundedSocket, cut_the_late
from divisor_duel.web.limits import Limits
from divisor_duel.web.log import log_to_stderr
from divisor_duel.web.store import open_store

SPARE_FILES = 100
"""Open files that are not connections: the database, pipes, pages."""

GARBAGE = 20_000, 10, 5
"""Objects made and not yet gone, after which garbage is looked for among them; after how many such
looks among older ones, and after how many of those among all."""

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class ServerError(DuelError):
    """The server cannot start, in a sentence that says what to do."""


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
    proxies: str = "",
    limits: Limits | None = None,
    metrics_from: str = "loopback",
    lobby: bool = True,
) -> int:
    """Serve until interrupted; the exit code. `proxies` are those whose word is believed."""
    files = allow_many_files()
    limits = limits or Limits()
    limits = replace(limits, connections=min(limits.connections, files - SPARE_FILES))
    app = create_app(open_store(database), limits, proxies, metrics_from, lobby)
    log_to_stderr()
    listening = _listen(host, port)
    config = uvicorn.Config(
        app,
        lifespan="off",
        log_level="warning",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        http=BoundedHttp,
        ws=BoundedSocket,
        ws_max_size=limits.frame_bytes,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
        timeout_keep_alive=math.ceil(limits.idle_seconds),
    )
    where = _address(host, listening.getsockname()[1])
    server = _Server(config, f"Divisor Duel is at {where}  (Ctrl-C stops it)")
    calm_the_collector()
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(_run(app, server, listening))
    return 0


def calm_the_collector() -> None:
    """Have garbage looked for seldom: nearly all of it goes away by itself.

    What is there by now stays, so it is never looked through again. With the usual threshold
    of 700 a tenth of the time of a server with many games went into looking.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)


async def _run(app: Application, server: uvicorn.Server, listening: socket.socket) -> None:
    connections = server.server_state.connections
    async with app.running({"deadlines": lambda: cut_the_late(connections)}):
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


def allow_many_files() -> int:
    """Every live connection is a file; systems allow few unless asked. How many there may be."""
    if sys.platform == "win32":
        return 1 << 30
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 65_536)), hard))
    return max(resource.getrlimit(resource.RLIMIT_NOFILE)[0], 2 * SPARE_FILES)
