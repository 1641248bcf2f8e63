"""Damage in the SQLite file is found before the server starts, and while it runs."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from divisor_duel.web.store import sqlite_check
from divisor_duel.web.store.port import Store, StoreBusyError, StoredGame
from divisor_duel.web.store.sqlite_check import FileCheck, UnfinishedCheckError
from tests.conftest import Run
from tests.web.servers import until
from tests.web.store.opened import with_store

PAGE = 4096
"""Bytes of a page. The second page lists where all others belong: no game is read from it."""


async def fill(store: Store) -> None:
    """Save a hundred games."""
    for number in range(100):
        assert await store.save([StoredGame(str(number), 1, False, b"x" * 1000)])


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with a hundred games."""
    path = tmp_path / "games.sqlite3"
    with_store(str(path), fill)
    return path


def damage(database: Path) -> None:
    """Overwrite page 2 on the disk."""
    with closing(sqlite3.connect(database)) as file:
        assert file.execute("PRAGMA page_size").fetchone() == (PAGE,)
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with database.open("r+b") as file:
        file.seek(PAGE)
        file.write(b"\xff" * PAGE)


def test_a_whole_file_passes(database: Path) -> None:
    """The check finds nothing in a file as the server wrote it, and leaves it as it is."""
    before = database.read_bytes()
    assert FileCheck(str(database)).run(300.0) is None
    assert database.read_bytes() == before


def test_a_damaged_page_is_found(database: Path) -> None:
    """One overwritten page is described in one line, although every game can still be read."""
    damage(database)
    with closing(sqlite3.connect(database)) as file:
        assert file.execute("SELECT count(body) FROM games").fetchone() == (100,)
    found = FileCheck(str(database)).run(300.0)
    assert found
    assert "ptrmap" in found
    assert "\n" not in found


def test_a_check_can_be_stopped(database: Path) -> None:
    """A check that was stopped says that it is not finished, instead of what it has seen."""
    check = FileCheck(str(database))
    check.stop()
    with pytest.raises(UnfinishedCheckError):
        check.run(300.0)


def test_a_server_does_not_start_on_a_damaged_file(database: Path, duel_process: Run) -> None:
    """`duel serve` refuses the file in one sentence that says how to restore, and exits with 2."""
    damage(database)
    before = database.read_bytes()
    refused = duel_process("serve", "--port", "0", "--database", str(database))
    assert (refused.returncode, refused.stdout) == (2, "")
    (sentence,) = refused.stderr.splitlines()
    assert sentence.startswith(f"duel: the database {database} is damaged (")
    assert "put a backup in its place" in sentence
    assert database.read_bytes() == before


def test_a_file_too_large_to_check_at_the_start_is_used(
    database: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """When the first check runs out of time, the store opens and the log says so."""

    def run_out_of_time(check: FileCheck, seconds: float) -> None:
        raise UnfinishedCheckError

    monkeypatch.setattr(FileCheck, "run", run_out_of_time)

    async def look(store: Store) -> None:
        assert await store.load("7")

    with_store(str(database), look)
    assert "not fully checked within 10 s" in caplog.text


def test_damage_is_found_while_the_server_runs(
    database: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A later check finds the damage: it is logged, games are read, and changes are refused."""
    monkeypatch.setattr(sqlite_check, "FIRST_SECONDS", 0.01)
    monkeypatch.setattr(sqlite_check, "NEXT_SECONDS", 0.01)

    async def run(store: Store) -> None:
        await store.check()
        damage(database)
        await until(lambda: "damaged" in caplog.text)
        assert await store.load("7")
        for refused in (store.check(), store.save([StoredGame("new", 1, False, b"")])):
            with pytest.raises(StoreBusyError, match=r"the file is damaged: .*restore a backup"):
                await refused

    with_store(str(database), run)
    assert caplog.text.count("damaged") == 1


def test_a_store_that_closes_does_not_wait_for_a_check(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A check on its way is stopped when the store closes."""
    begun: list[FileCheck] = []

    def run_until_stopped(check: FileCheck, seconds: float) -> None:
        begun.append(check)
        check.stopped.wait(300)
        raise UnfinishedCheckError

    async def run(store: Store) -> None:
        monkeypatch.setattr(FileCheck, "run", run_until_stopped)
        await until(lambda: bool(begun))

    monkeypatch.setattr(sqlite_check, "FIRST_SECONDS", 0.01)
    with_store(str(database), run)
    assert begun[0].stopped.is_set()
