"""Real servers for tests and measurements: `duel serve` in a process, and PostgreSQL."""

from __future__ import annotations

import asyncio
import glob
import json
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from divisor_duel.web.app import Application
from divisor_duel.web.live.protocols import BoundedHttp, BoundedSocket
from divisor_duel.web.site.bundles import build_bundles

ESBUILD = Path(__file__).parents[2] / "node_modules" / ".bin" / "esbuild"

_CODE = """
import json, sys
from divisor_duel.errors import DuelError
from divisor_duel.web.guard.limits import Limits
from divisor_duel.web.server import serve
port, database, limits, proxy, origins = sys.argv[1:]
limits = Limits(**json.loads(limits))
try:
    sys.exit(serve("127.0.0.1", int(port), database, proxy, limits, origins=origins))
except DuelError as error:
    sys.exit(str(error))
"""

NEWER = """
from divisor_duel.web.game import table
table.FORMAT += 1
"""
"""Makes a server one of the next version, which writes games as older ones do not know them."""

BUNDLED = """
from pathlib import Path
from divisor_duel.web.site import bundles
bundles.FOLDER = Path({folder!r})
"""
"""Makes a server send bundles, as one from a wheel does."""

WIDE = {
    "busy_share": 1000.0,
    "busy_seconds": 1000.0,
    "games_burst": 1_000_000,
    "requests_per_second": 1e6,
    "burst": 1_000_000,
    "sockets_per_game": 2000,
    "watchers_per_client": 2000,
    "lobby_games": 1_000_000,
    "joins_burst": 1_000_000,
    "rooms_per_hour": 1e6,
    "record_seconds": 100.0,
    "picture_seconds": 100.0,
}
"""Limits that no test reaches unless it wants to: all of them are one client."""


class Server:
    """A server process on the loopback; started again, it keeps its port."""

    def __init__(
        self,
        database: str,
        log: Path,
        proxies: str = "",
        newer: bool = False,
        bundles: Path | None = None,
        origins: str = "",
        **limits: Any,
    ) -> None:
        self.database = database
        self.log = log
        self.port = 0
        self._limits = json.dumps(WIDE | limits)
        self._proxies, self._origins = proxies, origins
        self._code = NEWER + _CODE if newer else _CODE
        if bundles:
            self._code = BUNDLED.format(folder=str(bundles)) + self._code
        self.process: subprocess.Popen[str] | None = None

    @classmethod
    def plain(cls, database: str, bundles: Path | None = None) -> Server:
        """A server with the limits that it has by itself; what it logs goes beside its games."""
        made = cls(database, Path(f"{database}.log"), bundles=bundles)
        made._limits = "{}"
        return made

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Server:
        """Start, and wait until it answers."""
        arguments = [str(self.port), self.database, self._limits, self._proxies]
        arguments.append(self._origins)
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", self._code, *arguments],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout
        line = self.process.stdout.readline()
        found = re.search(r":(\d+)/", line)
        assert found, self.log.read_text()
        self.port = int(found[1])
        return self

    def kill(self) -> None:
        """End it with no warning."""
        assert self.process
        assert self.process.stdout
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def stop(self) -> None:
        """End it in good order."""
        assert self.process
        assert self.process.stdout
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(300)
        finally:
            self.process.kill()
            self.process.stdout.close()

    def client(self) -> httpx.Client:
        """A client of it."""
        return httpx.Client(base_url=self.url, timeout=300)


@contextmanager
def serving(database: str, log: Path, **limits: Any) -> Iterator[Server]:
    """A server for as long as it is needed."""
    server = Server(database, log, **limits).start()
    try:
        yield server
    finally:
        if server.process and server.process.poll() is None:
            server.stop()


def make_bundles(folder: Path) -> Path:
    """Make the pages' bundles in a folder, as a wheel contains them."""
    if not ESBUILD.exists():
        raise FileNotFoundError("there is no esbuild: npm ci installs it")
    build_bundles(ESBUILD, folder)
    return folder


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


async def until(fact: Callable[[], bool]) -> None:
    """Wait for something that is about to be true."""
    async with asyncio.timeout(300):
        while not fact():
            await asyncio.sleep(0.005)


@asynccontextmanager
async def serving_here(app: Application) -> AsyncIterator[str]:
    """Serve an application in this process, whose parts a test can then reach; yield host:port."""
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        app,
        lifespan="off",
        log_config=None,
        http=BoundedHttp,
        ws=BoundedSocket,
        proxy_headers=False,
    )
    server = uvicorn.Server(config)
    async with app.running({}):
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        await until(lambda: server.started)
        try:
            yield f"127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            await serving


class Postgres:
    """A private PostgreSQL cluster in a folder of its own."""

    def __init__(self) -> None:
        self._bin = _postgres_programs()
        self._folder = Path(tempfile.mkdtemp(prefix="duel-postgres-"))
        self._user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
        if os.geteuid() == 0:
            shutil.chown(self._folder, "postgres")
        self.port = free_port()
        self._made = 0

    def start(self) -> Postgres:
        """Make the cluster and start it."""
        data = str(self._folder / "data")
        self._run("initdb", "-D", data, "-A", "trust", "-U", "duel", "--no-sync", "-E", "UTF8")
        self._begin()
        return self

    def _begin(self) -> None:
        options = f"-p {self.port} -k {self._folder} -c listen_addresses=127.0.0.1"
        data, log = str(self._folder / "data"), str(self._folder / "log")
        self._run("pg_ctl", "-D", data, "-w", "-t", "280", "-l", log, "-o", options, "start")

    def fall(self) -> None:
        """Fall in the middle of everything, and start again from what is on disk."""
        self._run("pg_ctl", "-D", str(self._folder / "data"), "-m", "immediate", "stop")
        self._begin()

    def stop(self) -> None:
        """Stop it and remove the folder."""
        self._run("pg_ctl", "-D", str(self._folder / "data"), "-m", "immediate", "stop")
        shutil.rmtree(self._folder, ignore_errors=True)

    def new_database(self) -> str:
        """The address of an empty database."""
        self._made += 1
        name = f"duel{self._made}"
        asyncio.run(execute(self.address("postgres"), f"CREATE DATABASE {name}"))
        return self.address(name)

    def address(self, name: str) -> str:
        """The address of a database."""
        return f"postgresql://duel@127.0.0.1:{self.port}/{name}"

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._bin / program), *arguments]
        if os.geteuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        # A server started by pg_ctl holds inherited pipes open, so output goes nowhere.
        subprocess.run(
            command,
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            timeout=300,
        )


def _postgres_programs() -> Path:
    """The folder of PostgreSQL's programs; installed first where that is possible."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
    if not found and not shutil.which("initdb") and os.geteuid() == 0:
        quiet = {"check": True, "stdout": subprocess.DEVNULL}
        subprocess.run(["apt-get", "update"], **quiet)  # type: ignore[call-overload]
        subprocess.run(["apt-get", "install", "-y", "postgresql"], **quiet)  # type: ignore[call-overload]
        found = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
    if found:
        return Path(found[-1])
    program = shutil.which("initdb")
    assert program, "PostgreSQL is needed: apt-get install postgresql"
    return Path(program).resolve().parent


async def execute(address: str, statement: str) -> None:
    """Run one statement on a PostgreSQL database."""
    await fetch(address, statement)


async def fetch(address: str, statement: str) -> list[tuple[object, ...]]:
    """Return the rows of one statement on a PostgreSQL database."""
    import asyncpg  # type: ignore[import-untyped,import-not-found,unused-ignore]

    connection = await asyncpg.connect(address)
    try:
        return [tuple(row) for row in await connection.fetch(statement)]
    finally:
        await connection.close()
