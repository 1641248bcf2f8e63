"""Servers that the tests of the web share."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest

from tests.web.players import MakeTable, Table
from tests.web.servers import ESBUILD, Postgres, Server, make_bundles, serving


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
def bundles_if_any(tmp_path_factory: pytest.TempPathFactory) -> Path | None:
    """The bundles of the pages, as in a wheel; None without esbuild."""
    return make_bundles(tmp_path_factory.mktemp("bundles")) if ESBUILD.exists() else None


@pytest.fixture
def bundles(bundles_if_any: Path | None) -> Path:
    """The bundles of the pages, for tests that are about them."""
    if bundles_if_any is None:
        pytest.skip("there is no esbuild: npm ci installs it")
    return bundles_if_any


@pytest.fixture(scope="session")
def server(
    bundles_if_any: Path | None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A server on SQLite that many tests share, with bundles as in a wheel."""
    folder = tmp_path_factory.mktemp("server")
    database, log = str(folder / "games.sqlite3"), folder / "log"
    with serving(database, log, bundles=bundles_if_any, away_seconds=1.0) as running:
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
