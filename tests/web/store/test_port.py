"""One contract for both stores: what is saved is there, once, and nothing overtakes."""

from __future__ import annotations

import asyncio

import pytest

from divisor_duel.web.store import postgres as postgres_store
from divisor_duel.web.store.port import (
    Phase,
    Store,
    StoredGame,
    StoredRoom,
    StoreError,
    cause_of,
)
from tests.web.store.opened import grow_older, run_sql, with_store


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
    """A change that follows an old version, repeats one or skips one is not saved."""

    async def test(store: Store) -> None:
        assert await store.save([StoredGame("a", 1, False, b"one")])
        assert not await store.save([StoredGame("a", 1, False, b"another")])
        assert await store.save([StoredGame("a", 2, True, b"two")])
        for version in (1, 2, 4):
            assert not await store.save([StoredGame("a", version, False, b"wrong")])
        assert await store.load("a") == StoredGame("a", 2, True, b"two")
        assert not await store.save([StoredGame("unknown", 2, False, b"wrong")])

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
    """Of fifty changes that follow the same version, exactly one is saved, each time."""

    async def test(store: Store) -> None:
        await store.save([StoredGame("a", 1, False, b"")])
        for version in (2, 3, 4):
            rows = [StoredGame("a", version, False, str(index).encode()) for index in range(50)]
            kept = await asyncio.gather(*(store.save([row]) for row in rows))
            assert kept.count(True) == 1
            assert await store.load("a") == rows[kept.index(True)]

    with_store(database, test)


def test_waiting_games_are_found(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games whose computer is to move are found unless a process works on them."""
    monkeypatch.setattr(postgres_store, "LEASE_SECONDS", -1.0)

    async def test(store: Store) -> None:
        await store.save([StoredGame("a", 1, True, b"")])
        await store.save([StoredGame("b", 1, False, b"")])
        assert [row.id for row in await store.waiting([])] == ["a"]
        await store.save([StoredGame("a", 2, False, b"")])
        assert await store.waiting([]) == []

    with_store(database, test)


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


@pytest.mark.parametrize(("schema", "advice"), [(99, "a newer"), (2, "an older")])
def test_a_database_of_another_version_is_refused(database: str, schema: int, advice: str) -> None:
    """A database with a newer or an older schema is refused in a sentence."""

    async def nothing(store: Store) -> None:
        """Only make the schema."""

    with_store(database, nothing)
    found = f"UPDATE duel_schema SET version = {schema}", f"PRAGMA user_version = {schema}"
    run_sql(database, *found)
    with pytest.raises(StoreError, match=rf"has schema {schema}.*install {advice}"):
        with_store(database, nothing)


def test_games_are_found_by_what_they_wait_for(database: str) -> None:
    """Open games are listed newest first; games whose time has run out are due."""

    async def test(store: Store) -> None:
        for number in range(3):
            row = StoredGame(f"open {number}", 1, False, b"", open=True)
            assert await store.save([row])
        await store.save([StoredGame("clock", 1, False, b"", due=100.0)])
        assert [row.id for row in await store.open_games(2)] == ["open 2", "open 1"]
        assert await store.due(99.0) == []
        assert await store.due(100.0) == ["clock"]
        assert {row.id for row in await store.load_all(["clock", "none", "open 0"])} == {
            "clock",
            "open 0",
        }

    with_store(database, test)


def test_the_cause_of_an_error_is_never_empty() -> None:
    """An error without a message is described by its type; a timeout in words."""
    assert cause_of(ValueError("no such host")) == "no such host"
    assert cause_of(ValueError()) == "ValueError"
    assert cause_of(TimeoutError()) == "no answer in time"


def test_a_room_is_saved_with_its_new_games_or_not_at_all(database: str) -> None:
    """Of two changes to one version of a room only the first is saved, with its games."""
    room = StoredRoom("BCDFGH", 1, 100.0, b"one")
    games = [StoredGame(name, 1, False, b"body") for name in ("a", "b")]

    async def test(store: Store) -> None:
        assert await store.load_room("BCDFGH") is None
        assert await store.save_room(room, [])
        assert not await store.save_room(room, []), "the code is taken"
        assert await store.save_room(room._replace(version=2, body=b"two"), games)
        late = room._replace(version=2, body=b"late")
        assert not await store.save_room(late, [StoredGame("c", 1, False, b"body")])
        taken = room._replace(version=3, body=b"three")
        assert not await store.save_room(taken, [*games, StoredGame("d", 1, False, b"body")])
        assert await store.load_room("BCDFGH") == room._replace(version=2, body=b"two")
        assert [row.id for row in await store.load_all(["a", "b", "c", "d"])] == ["a", "b"]

    with_store(database, test)


def test_an_expired_room_is_removed_with_its_games(database: str) -> None:
    """A room whose day is over leaves nothing behind; other rooms and games stay."""
    rooms = [StoredRoom("BCDFGH", 1, 100.0, b"old"), StoredRoom("JKMNPQ", 1, 300.0, b"new")]

    async def test(store: Store) -> None:
        for room, game in zip(rooms, "ab", strict=True):
            assert await store.save_room(room, [StoredGame(game, 1, False, b"body")])
        assert await store.expired_rooms(200.0) == rooms[:1]
        await store.remove_room("BCDFGH", ["a"])
        assert await store.load_room("BCDFGH") is None
        assert await store.load_room("JKMNPQ") == rooms[1]
        assert [row.id for row in await store.load_all(["a", "b"])] == ["b"]

    with_store(database, test)


def test_a_database_from_before_there_were_rooms_gets_their_table(database: str) -> None:
    """A database without the table of rooms is opened, keeps its games and can hold rooms."""
    row = StoredGame("a", 1, False, b"body")

    async def write(store: Store) -> None:
        assert await store.save([row])

    async def read(store: Store) -> None:
        assert await store.load("a") == row
        assert await store.save_room(StoredRoom("BCDFGH", 1, 1.0, b""), [])

    with_store(database, write)
    run_sql(database, "DROP TABLE duel_rooms", "DROP TABLE rooms")
    with_store(database, read)
