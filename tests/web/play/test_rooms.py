"""Rooms in progress: saved with their games, followed by them, removed after their time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace

from divisor_duel.web.classroom import changes
from divisor_duel.web.classroom.room import Room
from divisor_duel.web.game import clock, moves
from divisor_duel.web.game.table import NewerGameError, UnknownGameError
from divisor_duel.web.live.listener import Listener
from divisor_duel.web.play.rooms import Operation, Rooms, UnknownRoomError
from divisor_duel.web.play.service import Service
from divisor_duel.web.store.port import StoreBusyError, StoredRoom
from tests.web.classroom.rooms import room_with, token_of
from tests.web.play.services import Movers, running
from tests.web.servers import until


def joining(number: int) -> Operation:
    """The operation by which a pupil joins."""
    return lambda room: changes.join(room, token_of(number), f"Pupil {number}", 99)


@asynccontextmanager
async def class_of(pupils: int) -> AsyncIterator[tuple[Rooms, Service]]:
    """A room with pupils who are there."""
    async with running(Movers()) as service:
        rooms = Rooms(service)
        await rooms.open(replace(room_with(0)))
        for number in range(1, pupils + 1):
            await rooms.change("BCDFGH", joining(number))
            rooms.hub.join(Listener("room", "client"), "BCDFGH", number)
        yield rooms, service


def run(test: Callable[[Rooms, Service], Awaitable[None]], pupils: int = 2) -> None:
    """Run a test in a room."""

    async def play() -> None:
        async with class_of(pupils) as (rooms, service):
            await test(rooms, service)

    asyncio.run(play())


def test_a_round_makes_games_and_their_results_are_recorded() -> None:
    """The games of a round exist at once; a game that ends is recorded by itself."""

    async def test(rooms: Rooms, service: Service) -> None:
        room = await rooms.start_round("BCDFGH", 0)
        pairing = room.current[0]
        table = await service.find(pairing.game)
        await service.change(table.id, lambda now: moves.resign(now, 1))
        await until(lambda: not service.busy())
        assert (await rooms.find("BCDFGH")).current[0].winner == pairing.two
        view = rooms.view(await rooms.find("BCDFGH", fresh=True), 0).room
        assert view.teacher is not None
        assert [game.winner for game in view.teacher.games] == [pairing.two]

    run(test)


def test_a_result_that_a_crash_left_unrecorded_is_found() -> None:
    """Another process that opens the room records what the first one could not."""

    async def test(rooms: Rooms, service: Service) -> None:
        room = await rooms.start_round("BCDFGH", 0)
        service.on_room_game = lambda table: None  # as if this process had died here
        await service.change(room.current[0].game, lambda now: moves.resign(now, 2))
        again = Rooms(service)
        found = await again.find("BCDFGH")
        assert found.current[0].winner == found.current[0].one

    run(test)


def test_games_follow_the_settings() -> None:
    """Pausing, help and names reach the games before the teacher is answered."""

    async def test(rooms: Rooms, service: Service) -> None:
        room = await rooms.start_round("BCDFGH", 0)
        game = room.current[0].game
        await rooms.change("BCDFGH", lambda r: changes.set_rules(r, True, "free", None, None))
        table = await service.find(game)
        assert (table.held, table.help) == ("paused", "free")
        await rooms.change("BCDFGH", lambda room: changes.rename(room, 1, "Anna"))
        assert "Anna" in (await service.find(game)).names
        await rooms.start_round("BCDFGH", 1)
        assert (await service.find(game)).held == "closed"

    run(test)


def test_only_pupils_who_are_there_are_paired() -> None:
    """A name without a connection plays no game until its pupil comes."""

    async def test(rooms: Rooms, service: Service) -> None:
        await rooms.change("BCDFGH", lambda room: changes.join(room, token_of(9), "Ghost", 99))
        room = await rooms.start_round("BCDFGH", 0)
        assert sorted(room.current[0].pupils) == [1, 2]
        assert rooms.here(room) == {1, 2}

    run(test)


def test_of_two_changes_none_is_lost() -> None:
    """Changes at the same time, and one that another process made first, are all saved."""

    async def test(rooms: Rooms, service: Service) -> None:
        def rename(number: int, name: str) -> Awaitable[Room]:
            return rooms.change("BCDFGH", lambda room: changes.rename(room, number, name))

        await asyncio.gather(rename(1, "Anna"), rename(2, "Bert"))
        other = Rooms(service)
        await other.change("BCDFGH", lambda room: changes.rename(room, 1, "Anton"))
        room = await rooms.change("BCDFGH", lambda room: changes.rename(room, 2, "Bruno"))
        assert [pupil.name for pupil in room.present] == ["Anton", "Bruno"]

    run(test)


def test_an_expired_room_is_gone_with_everything_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """After its time a room is unknown at once, and then removed with its games."""

    async def test(rooms: Rooms, service: Service) -> None:
        room = await rooms.start_round("BCDFGH", 0)
        await rooms.remove_expired()
        assert (await rooms.find("BCDFGH")).version == room.version
        now = clock.now()
        monkeypatch.setattr(clock, "now", lambda: now + 1e13)
        with pytest.raises(UnknownRoomError):
            await rooms.find("BCDFGH")
        await rooms.remove_expired()
        assert await service.store.load_room("BCDFGH") is None
        with pytest.raises(UnknownGameError):
            await service.find(room.current[0].game, fresh=False)
        assert rooms.client_of(token_of(1)) is None

    run(test)


def test_each_seat_has_a_budget_of_its_own() -> None:
    """A token names its seat in the room; a removed pupil's names none."""

    async def test(rooms: Rooms, service: Service) -> None:
        assert rooms.client_of(token_of(1)) == "room BCDFGH 1 owner"
        assert rooms.client_of(token_of(0)) == "room BCDFGH 0 owner"
        await rooms.change("BCDFGH", lambda room: changes.remove(room, 1))
        assert rooms.client_of(token_of(1)) is None

    run(test)


def test_a_room_of_a_newer_server_is_left_alone() -> None:
    """A room that a newer server wrote is neither read nor removed."""

    async def test(rooms: Rooms, service: Service) -> None:
        assert await service.store.save_room(StoredRoom("JKMNPQ", 1, 1e12, b'{"format":99}'), [])
        with pytest.raises(NewerGameError):
            await rooms.find("JKMNPQ")
        with pytest.raises(StoreBusyError):
            await rooms.open(replace(room_with(0)))

    run(test)
