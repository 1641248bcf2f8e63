"""Run the application: the listening socket, signals and start-up errors."""

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
from divisor_duel.web.guard.limits import Limits
from divisor_duel.web.live.protocols import BoundedHttp, BoundedSocket, abort_overdue
from divisor_duel.web.ops.greeting import greeting
from divisor_duel.web.ops.logs import log_to_stderr
from divisor_duel.web.store.choice import open_store

SPARE_FILES = 100
"""Open files reserved for the database, pipes and pages; the others may be connections."""

GARBAGE = 20_000, 10, 5
"""gc thresholds for generations 0, 1 and 2."""

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class ServerError(DuelError):
    """The server cannot listen; the message says why."""


class _Server(uvicorn.Server):
    """Prints a greeting once it accepts requests."""

    def __init__(self, config: uvicorn.Config, greeting: str) -> None:
        super().__init__(config)
        self._greeting = greeting

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            print(self._greeting, flush=True)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Shut down in order on Ctrl-C or SIGTERM, without raising the signal again."""
        before = {number: signal.signal(number, self.handle_exit) for number in STOP_SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def serve(
    host: str,
    port: int,
    database: str,
    proxies: str = "",
    limits: Limits | None = None,
    metrics_from: str = "loopback",
    lobby: bool = True,
    for_others: str = "",
    origins: str = "",
) -> int:
    """Serve until interrupted; return the exit code.

    The server trusts what `proxies` say about a client's address. If it listens on this computer
    only, it says that, and `for_others`: how other devices could come. Pages of the sites in
    `origins` may use it as its own pages do.
    """
    files = allow_many_files()
    limits = limits or Limits()
    limits = replace(limits, connections=min(limits.connections, files - SPARE_FILES))
    app = create_app(open_store(database), limits, proxies, metrics_from, lobby, origins)
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
    server = _Server(config, greeting(host, listening.getsockname()[1], for_others))
    tune_garbage_collection()
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(_run(app, server, listening))
    return 0


def tune_garbage_collection() -> None:
    """Make garbage collection rare: reference counting frees nearly everything.

    Objects that exist by now stay, so they are frozen and never scanned again. With the usual
    threshold of 700, a server with many games spent a tenth of its time on garbage collection.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)


async def _run(app: Application, server: uvicorn.Server, listening: socket.socket) -> None:
    connections = server.server_state.connections
    async with app.running({"deadlines": lambda: abort_overdue(connections)}):
        await server.serve(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens; ServerError if it cannot."""
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        # asyncio sets TCP_NODELAY only if the protocol is named; without it, responses would
        # wait for the client's delayed acknowledgements.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    except (OSError, UnicodeError) as error:
        raise _listen_error(host, port, error) from None
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(2048)
    except OSError as error:
        listening.close()
        raise _listen_error(host, port, error) from None
    listening.setblocking(False)
    return listening


def _listen_error(host: str, port: int, error: Exception) -> ServerError:
    problem = getattr(error, "strerror", None) or error
    return ServerError(f"cannot listen on {host} port {port}: {problem}")


def allow_many_files() -> int:
    """Raise the limit on open files, one per connection; return the new limit."""
    if sys.platform == "win32":
        return 1 << 30
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 65_536)), hard))
    return max(resource.getrlimit(resource.RLIMIT_NOFILE)[0], 2 * SPARE_FILES)
