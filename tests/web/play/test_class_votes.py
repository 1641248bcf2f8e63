"""Votes of a class with its game at hand: the computer replies, and a restart loses nothing."""

from __future__ import annotations

import asyncio

import pytest

from divisor_duel.web.classroom import changes, votes
from divisor_duel.web.classroom.room import Ballot, ClassGame
from divisor_duel.web.game import clock
from divisor_duel.web.game.table import RefusedError, StaleError
from divisor_duel.web.play.class_votes import cast_vote, close_due_votes, start_vote
from divisor_duel.web.play.rooms import Rooms
from divisor_duel.web.play.service import Service
from tests.web.play.test_rooms import run
from tests.web.servers import until

CODE, GAME = "BCDFGH", "class-game-1"


async def begin(rooms: Rooms, service: Service, seconds: int = 0) -> None:
    """Start a game of the class and its first vote."""
    played = ClassGame(GAME, 1, "easy", seconds)
    await rooms.change(CODE, lambda room: votes.start_game(room, 0, played))
    await start_vote(rooms, service, CODE, 0)


def test_the_computer_replies_to_the_move_of_the_class() -> None:
    """The last vote makes the move, the computer answers, and the next vote can begin."""

    async def test(rooms: Rooms, service: Service) -> None:
        await begin(rooms, service)
        await cast_vote(rooms, service, CODE, GAME, 0, Ballot(1, 6))
        assert (await service.find(GAME)).moves == ()
        with pytest.raises(RefusedError):
            await cast_vote(rooms, service, CODE, GAME, 0, Ballot(2, 99))
        await cast_vote(rooms, service, CODE, GAME, 0, Ballot(2, 6))
        await until(lambda: not service.busy())
        table = await service.find(GAME)
        assert table.moves[0] == 6
        assert len(table.moves) == 2
        with pytest.raises(StaleError):
            await cast_vote(rooms, service, CODE, GAME, 0, Ballot(2, 4))
        room = await start_vote(rooms, service, CODE, 2)
        assert votes.open_vote(room)

    run(test)


def test_a_restart_keeps_the_votes_and_makes_a_move_that_was_decided() -> None:
    """Another process finds the votes; it makes the move that a crash has left undone."""

    async def test(rooms: Rooms, service: Service) -> None:
        await begin(rooms, service)
        await cast_vote(rooms, service, CODE, GAME, 0, Ballot(1, 6))
        again = Rooms(service)
        vote = votes.open_vote(await again.find(CODE))
        assert vote
        assert vote.ballots == (Ballot(1, 6),)
        lost = Rooms(service)
        lost._let_games_follow = lambda room: asyncio.sleep(0)  # type: ignore[method-assign]
        await lost.find(CODE)
        await lost.change(CODE, lambda room: votes.close(room, 0))
        assert (await service.find(GAME)).moves == ()
        await Rooms(service).find(CODE)
        assert (await service.find(GAME)).moves[:1] == (6,)

    run(test)


def test_votes_are_closed_when_their_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a request: the server looks after the time."""

    async def test(rooms: Rooms, service: Service) -> None:
        await begin(rooms, service, seconds=30)
        await cast_vote(rooms, service, CODE, GAME, 0, Ballot(1, 4))
        closing = asyncio.create_task(close_due_votes(rooms))
        await asyncio.sleep(0)
        assert votes.open_vote(await rooms.find(CODE))
        late = clock.now() + 31
        monkeypatch.setattr(clock, "now", lambda: late)
        await until(lambda: not rooms.due_votes(late))
        await until(lambda: not service.busy())
        assert (await service.find(GAME)).moves[:1] == (4,)
        closing.cancel()

    run(test)


def test_the_game_is_removed_with_the_room() -> None:
    """Nothing of the class stays."""

    async def test(rooms: Rooms, service: Service) -> None:
        await begin(rooms, service)
        await rooms.change(CODE, lambda room: changes.remove(room, 2))
        await rooms.end(CODE)
        assert await service.store.load(GAME) is None

    run(test)
