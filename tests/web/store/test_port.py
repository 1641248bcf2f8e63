"""One contract for both stores: what is saved is there, once, and nothing overtakes."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from divisor_duel.web.store import postgres as postgres_store
from divisor_duel.web.store.choice import open_store
from divisor_duel.web.store.port import Phase, Store, StoredGame, StoreError
from divisor_duel.web.store.sqlite_file import connect, copy_file
from tests.web.servers import Postgres, execute, fetch, until


@asynccontextmanager
async def opened(
    database: str, listener: Callable[[str, bytes], None] = lambda *_: None
) -> AsyncIterator[Store]:
    """A store that is open."""
    store = open_store(database)
    await store.open(listener)
    try:
        yield store
    finally:
        await store.close()


def with_store(database: str, test: Callable[[Store], Awaitable[None]]) -> None:
    """Run a test on a store that is open."""

    async def run() -> None:
        async with opened(database) as store:
            await test(store)

    asyncio.run(run())


def test_what_is_saved_is_there_after_reopening(database: str) -> None:
    """A row that was saved is read back byte for byte by the next process."""
    row = StoredGame("a", 1, False, b"\x00body\xff")

    async def write(store: Store) -> None:
        assert await store.load("a") is None
        assert await store.save([row])

    async def read(store: Store) -> None:
        assert await store.load("a") == row

    with_store(database, write)
    with_store(database, read)


def test_only_the_next_version_is_kept(database: str) -> None:
    """A change that follows an old version, repeats one or skips one is not kept."""

    async def test(store: Store) -> None:
        assert await store.save([StoredGame("a", 1, False, b"one")])
        assert not await store.save([StoredGame("a", 1, False, b"another")])
        assert await store.save([StoredGame("a", 2, True, b"two")])
        for version in (1, 2, 4):
            assert not await store.save([StoredGame("a", version, False, b"wrong")])
        assert await store.load("a") == StoredGame("a", 2, True, b"two")
        assert not await store.save([StoredGame("nobody", 2, False, b"wrong")])

    with_store(database, test)


def test_rows_are_saved_together_or_not_at_all(database: str) -> None:
    """If one of two rows cannot be saved, the other is not either."""

    async def test(store: Store) -> None:
        assert await store.save([StoredGame("a", 1, False, b"")])
        assert not await store.save(
            [StoredGame("b", 1, False, b""), StoredGame("a", 3, False, b"")]
        )
        assert await store.load("b") is None
        assert await store.save([StoredGame("b", 1, False, b""), StoredGame("a", 2, False, b"")])

    with_store(database, test)


def test_of_many_changes_at_once_one_wins(database: str) -> None:
    """Of fifty changes that follow the same version, exactly one is kept, each time."""

    async def test(store: Store) -> None:
        await store.save([StoredGame("a", 1, False, b"")])
        for version in (2, 3, 4):
            rows = [StoredGame("a", version, False, str(index).encode()) for index in range(50)]
            kept = await asyncio.gather(*(store.save([row]) for row in rows))
            assert kept.count(True) == 1
            assert await store.load("a") == rows[kept.index(True)]

    with_store(database, test)


def test_waiting_games_are_found(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games whose computer is to move are found unless somebody thinks about them."""
    monkeypatch.setattr(postgres_store, "LEASE_SECONDS", -1.0)

    async def test(store: Store) -> None:
        await store.save([StoredGame("a", 1, True, b"")])
        await store.save([StoredGame("b", 1, False, b"")])
        assert [row.id for row in await store.waiting([])] == ["a"]
        await store.save([StoredGame("a", 2, False, b"")])
        assert await store.waiting([]) == []

    with_store(database, test)


def test_a_leased_game_is_left_to_who_thinks_about_it(postgres: Postgres) -> None:
    """While one process thinks about a game, the others do not find it."""
    address = postgres.new_database()

    async def run() -> None:
        async with opened(address) as one, opened(address) as two:
            await one.save([StoredGame("a", 1, True, b"")])
            assert await two.waiting([]) == []
            assert await one.waiting(["a"]) == []

    asyncio.run(run())


def grow_older(database: str, days: int, id: str = "%") -> None:
    """Let games look as if they had been changed, or marked, some days earlier."""
    past = f"day = day - {days}, changed = changed - "
    rest = f" WHERE id LIKE '{id}'"
    run_sql(
        database,
        f"UPDATE duel_games SET {past} make_interval(days => {days}) {rest}",
        f"UPDATE games SET {past} {days * 86_400.0} {rest}",
    )


def test_old_games_are_marked_and_then_dropped(database: str) -> None:
    """Only games of the stage that are old enough are marked, and only marked ones dropped."""

    async def mark(store: Store) -> None:
        for stage in Phase:
            await store.save([StoredGame(stage.name, 1, False, b"", stage)])
        assert await store.drop(Phase.OVER, -1.0, -1.0) == 0
        assert await store.mark(Phase.OVER, 1.0) == 0
        assert await store.mark(Phase.OVER, -1.0) == 1
        assert await store.mark(Phase.OVER, -1.0) == 0
        assert await store.drop(Phase.OVER, -1.0, 1.0) == 0
        assert await store.count() == 3

    async def drop(store: Store) -> None:
        assert await store.drop(Phase.OVER, 8.0, 1.0) == 0
        assert await store.mark(Phase.OVER, 1.0) == 1, "it was not so old, and lost its mark"
        assert await store.drop(Phase.OVER, 1.0, 1.0) == 0
        assert await store.drop(Phase.OVER, 1.0, 0.0) == 1
        assert await store.load("OVER") is None
        assert await store.count() == 2

    with_store(database, mark)
    grow_older(database, 3)
    with_store(database, drop)


def test_a_marked_game_that_changes_is_not_dropped(database: str) -> None:
    """A change removes the mark, also a move that leaves everything else as it was."""

    async def mark(store: Store) -> None:
        await store.save([StoredGame("a", 1, False, b"")])
        assert await store.mark(Phase.PLAYING, -1.0) == 1

    async def play(store: Store) -> None:
        assert await store.save([StoredGame("a", 2, False, b"")])
        assert await store.drop(Phase.PLAYING, -1.0, -1.0) == 0
        assert await store.mark(Phase.PLAYING, 1.0) == 0

    with_store(database, mark)
    grow_older(database, 3)
    with_store(database, play)


def test_days_since_the_newest_change(database: str) -> None:
    """The newest game of any stage counts; an empty store has none."""

    async def fill(store: Store) -> None:
        assert await store.idle_days() is None
        for stage in Phase:
            await store.save([StoredGame(stage.name, 1, False, b"", stage)])
        assert await store.idle_days() == 0

    async def look(store: Store) -> None:
        assert await store.idle_days() == 400
        await store.save([StoredGame("new", 1, False, b"")])
        assert await store.idle_days() == 0

    with_store(database, fill)
    grow_older(database, 400)
    grow_older(database, 30, "PLAYING")
    with_store(database, look)


def test_rows_with_the_old_line_column_still_work(database: str) -> None:
    """Rows in which an older server stored a hash of the position load, change and lose it."""
    first = StoredGame("a", 1, False, b"one")
    mark = "UPDATE {} SET line = {} WHERE id = 'a'"

    async def write(store: Store) -> None:
        assert await store.save([first])

    async def play_on(store: Store) -> None:
        assert await store.load("a") == first
        assert await store.save([StoredGame("a", 2, False, b"two")])
        ended = StoredGame("a", 3, False, b"three", Phase.OVER)
        assert await store.save([ended])
        assert await store.load("a") == ended

    with_store(database, write)
    run_sql(database, mark.format("duel_games", "'\\x0102'"), mark.format("games", "x'0102'"))
    with_store(database, play_on)
    count = "SELECT count(*) FROM {} WHERE line IS NOT NULL"
    assert run_sql(database, count.format("duel_games"), count.format("games")) == [(0,)]


def run_sql(database: str, postgresql: str, sqlite: str) -> list[tuple[object, ...]]:
    """Run a statement outside of the store, in the dialect of the database; return the rows."""
    if database.startswith("postgresql"):
        return asyncio.run(fetch(database, postgresql))
    with closing(sqlite3.connect(database)) as connection, connection:
        return connection.execute(sqlite).fetchall()


def test_a_newer_database_is_refused(database: str) -> None:
    """A database of a newer program is refused in a sentence, and left as it is."""

    async def nothing(store: Store) -> None:
        """Only make the schema."""

    with_store(database, nothing)
    run_sql(database, "INSERT INTO duel_schema VALUES (99)", "PRAGMA user_version = 99")
    with pytest.raises(StoreError, match=r"has schema 99.*install a newer"):
        with_store(database, nothing)


def test_two_stores_share_postgresql(postgres: Postgres) -> None:
    """Changes and messages of one process reach the others, and not itself."""
    address = postgres.new_database()
    heard: list[tuple[str, bytes]] = []
    own: list[tuple[str, bytes]] = []

    async def run() -> None:
        async with (
            opened(address, lambda *note: own.append(note)) as one,
            opened(address, lambda *note: heard.append(note)) as two,
        ):
            two.watch("a", True)
            assert await one.save([StoredGame("a", 1, False, b"x")])
            assert await two.load("a") == StoredGame("a", 1, False, b"x")
            await one.notify("seen", b"a/1 b/2")
            await until(lambda: len({kind for kind, _ in heard}) == 2)

    asyncio.run(run())
    assert set(heard) <= {("games", b"a:1"), ("moves", b"a:1:"), ("seen", b"a/1 b/2")}
    assert ("seen", b"a/1 b/2") in heard
    assert len(heard) > 1
    assert own == []


def test_a_lost_database_is_listened_to_again(postgres: Postgres) -> None:
    """After the database has cut all connections, the store works and says it lost track."""
    address = postgres.new_database()
    heard: list[str] = []

    async def run() -> None:
        async with opened(address, lambda kind, _: heard.append(kind)) as store:
            cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1"
            await execute(
                postgres.address("postgres"), cut.replace("$1", f"'{address.rpartition('/')[2]}'")
            )
            await until(lambda: bool(heard))
            assert await store.save([StoredGame("a", 1, False, b"x")])

    asyncio.run(run())
    assert heard == ["lost"]


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
    path.write_bytes(b"not a database at all, but long enough to be looked at" * 40)

    async def nothing(store: Store) -> None:
        """Not reached."""

    with pytest.raises(StoreError, match="is not a database"):
        with_store(str(path), nothing)
    assert path.read_bytes().startswith(b"not a database")


def test_an_address_without_a_server_is_refused() -> None:
    """A PostgreSQL that is not there is refused in a sentence."""

    async def nothing(store: Store) -> None:
        """Not reached."""

    with pytest.raises(StoreError, match="cannot use the PostgreSQL database"):
        with_store("postgresql://duel@127.0.0.1:1/duel", nothing)


def test_commits_wait_for_the_disk(tmp_path: Path) -> None:
    """The SQLite file is written with a log and full syncing, so power may fail."""
    connection, lock = connect(str(tmp_path / "games.sqlite3"))
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    assert connection.execute("PRAGMA auto_vacuum").fetchone() == (2,)
    connection.close()
    lock.close()


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


def test_databases_of_unknown_kinds_are_refused() -> None:
    """An address that is neither a file nor PostgreSQL is refused, not taken for a file."""
    for address in ("mysql://host/duel", "redis://host", "HTTP://host"):
        with pytest.raises(StoreError, match="name a file or postgresql"):
            open_store(address)


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
