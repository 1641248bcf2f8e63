"""Servers that the tests of the web share."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest

from tests.web.players import MakeTable, Table
from tests.web.servers import Postgres, Server, serving


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL of our own."""
    cluster = Postgres().start()
    yield cluster
    cluster.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database, of each kind in turn."""
    if request.param == "sqlite":
        return str(tmp_path / "games.sqlite3")
    cluster: Postgres = request.getfixturevalue("postgres")
    return cluster.new_database()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on SQLite that many tests share."""
    folder = tmp_path_factory.mktemp("server")
    with serving(str(folder / "games.sqlite3"), folder / "log", away_seconds=1.0) as running:
        yield running


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    """A client of the shared server."""
    with server.client() as made:
        yield made


@pytest.fixture
def make_table(client: httpx.Client) -> MakeTable:
    """Sets up games on the shared server."""
    return partial(Table, client)
