"""The SQLite file: whose it is, who may read it, and copies of it."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from divisor_duel.web.store.choice import open_store
from divisor_duel.web.store.port import Store, StoredGame, StoredRoom, StoreError
from divisor_duel.web.store.sqlite_file import connect, copy_file
from tests.web.store.opened import with_store


def test_one_process_owns_a_file(tmp_path: Path) -> None:
    """A second server on the same file is refused in a sentence that says what to do."""
    database = str(tmp_path / "games.sqlite3")

    async def test(store: Store) -> None:
        with pytest.raises(StoreError, match="another program uses the database"):
            await open_store(database).open(lambda *_: None)

    with_store(database, test)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    """Any other file is refused and not touched."""
    path = tmp_path / "notes.txt"
    path.write_bytes(b"not a database at all, but long enough to be checked" * 40)

    async def nothing(store: Store) -> None:
        """Not reached."""

    with pytest.raises(StoreError, match="is not a database"):
        with_store(str(path), nothing)
    assert path.read_bytes().startswith(b"not a database")


def test_commits_wait_for_the_disk(tmp_path: Path) -> None:
    """The SQLite file is written with a log and full syncing, so power may fail."""
    connection, lock = connect(str(tmp_path / "games.sqlite3"))
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    assert connection.execute("PRAGMA auto_vacuum").fetchone() == (2,)
    connection.close()
    lock.close()


def test_a_removed_room_leaves_no_name_in_the_file(tmp_path: Path) -> None:
    """Once the server has ended, none of its files contains what a removed room held."""
    names = b"Zebulon " * 200

    async def test(store: Store) -> None:
        games = [StoredGame(f"g{number}", 1, False, names) for number in range(30)]
        assert await store.save([StoredGame("stays", 1, False, b"Ann")])
        assert await store.save_room(StoredRoom("BCDFGH", 1, 100.0, names), games)
        await store.remove_room("BCDFGH", [game.id for game in games])

    with_store(str(tmp_path / "games.sqlite3"), test)
    files = [path.read_bytes() for path in tmp_path.glob("games*")]
    assert any(b"Ann" in file for file in files)
    assert not any(b"Zebulon" in file for file in files)


@pytest.mark.parametrize("mark", [0, 0x12345678])
def test_another_programs_database_is_not_touched(tmp_path: Path, mark: int) -> None:
    """A database of any other program is refused, and stays as it is byte for byte."""
    path = tmp_path / "other.sqlite3"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE songs (name TEXT)")
    connection.execute(f"PRAGMA application_id = {mark}")
    connection.commit()
    connection.close()
    path.chmod(0o644)
    before = path.read_bytes()

    async def nothing(store: Store) -> None:
        """Not reached."""

    with pytest.raises(StoreError, match="another program's database"):
        with_store(str(path), nothing)
    assert path.read_bytes() == before
    assert permissions(path) == "0o644"


def test_a_copy_is_made_while_the_server_writes(tmp_path: Path) -> None:
    """A copy made in the middle of changes is a whole database as it was at one moment."""
    database, copy = str(tmp_path / "games.sqlite3"), str(tmp_path / "copy.sqlite3")

    async def test(store: Store) -> None:
        for number in range(1, 50):
            assert await store.save([StoredGame("a", number, False, b"x" * number)])
        copying = asyncio.create_task(asyncio.to_thread(copy_file, database, copy))
        for number in range(50, 100):
            assert await store.save([StoredGame("a", number, False, b"x" * number)])
        await copying

    async def read(store: Store) -> None:
        row = await store.load("a")
        assert row
        assert 49 <= row.version <= 99
        assert row.body == b"x" * row.version

    with_store(database, test)
    with_store(copy, read)
    with pytest.raises(StoreError, match="is there already"):
        copy_file(database, copy)
    with pytest.raises(StoreError, match="there is no database"):
        copy_file(str(tmp_path / "none"), str(tmp_path / "new"))


def permissions(path: Path) -> str:
    """Return who may do what with a file, as an octal number."""
    return oct(path.stat().st_mode & 0o777)


@pytest.fixture
def open_umask() -> Iterator[None]:
    """Let new files be readable by everyone, as most systems do."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.usefixtures("open_umask")
def test_only_the_owner_can_read_the_games(tmp_path: Path) -> None:
    """The database, the files beside it and its copies are readable by their owner alone."""
    database = tmp_path / "games.sqlite3"

    async def test(store: Store) -> None:
        assert await store.save([StoredGame("a", 1, False, b"")])
        copy_file(str(database), str(tmp_path / "copy.sqlite3"))
        found = {path.name: permissions(path) for path in tmp_path.glob("*.sqlite3*")}
        beside = ("games.sqlite3", "games.sqlite3-wal", "games.sqlite3-shm", "games.sqlite3.lock")
        assert found == dict.fromkeys((*beside, "copy.sqlite3"), "0o600")

    with_store(str(database), test)


@pytest.mark.usefixtures("open_umask")
def test_files_that_others_can_read_are_closed_at_the_start(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A database that was made readable by everyone is closed to others, and the log says so."""
    database = tmp_path / "games.sqlite3"
    beside = [database, *(Path(f"{database}{end}") for end in ("-wal", "-shm"))]

    async def leave_open(store: Store) -> None:
        assert await store.save([StoredGame("a", 1, False, b"")])
        for path in beside:
            shutil.copy(path, path.with_name(f"old-{path.name}"))

    with_store(str(database), leave_open)
    for path in beside:
        path.with_name(f"old-{path.name}").rename(path)
        path.chmod(0o644)

    async def look(store: Store) -> None:
        assert await store.load("a")
        assert {permissions(path) for path in beside} == {"0o600"}

    with_store(str(database), look)
    assert f"other users could read {database}, {database}-wal" in caplog.text


@pytest.mark.usefixtures("open_umask")
def test_a_file_that_cannot_be_closed_is_reported(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where permissions cannot be changed, the store opens and the log names the file."""
    database = tmp_path / "games.sqlite3"
    database.touch()

    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "chmod", refuse)

    async def look(store: Store) -> None:
        assert await store.load("a") is None

    with_store(str(database), look)
    assert f"other users can read {database}" in caplog.text
    assert "Operation not permitted" in caplog.text


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    """A folder named as the database is refused, and keeps its permissions."""
    tmp_path.chmod(0o755)

    async def nothing(store: Store) -> None:
        """Not reached."""

    with pytest.raises(StoreError, match="cannot use the database"):
        with_store(str(tmp_path), nothing)
    assert permissions(tmp_path) == "0o755"


def test_a_new_file_has_the_schema_that_version_0_1_0_writes(tmp_path: Path) -> None:
    """The columns, their order and types, and the file's numbers are those of its file."""
    path = tmp_path / "games.sqlite3"
    connection, lock = connect(str(path))
    connection.close()
    lock.close()
    saved = Path(__file__).parents[2] / "data/formats/web/web.sqlite3"
    copy = Path(shutil.copy(saved, tmp_path))  # SQLite writes files beside those that it reads
    found = []
    for file in (path, copy):
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as database:
            columns = database.execute("PRAGMA table_info(games)").fetchall()
            numbers = [
                database.execute(f"PRAGMA {name}").fetchone()
                for name in ("user_version", "application_id", "auto_vacuum")
            ]
            found.append((columns, numbers))
    assert found[0] == found[1]
