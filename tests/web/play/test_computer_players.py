"""Computer players: only where a person waits, and never by chance."""

from __future__ import annotations

import asyncio

import pytest

from divisor_duel.web.game.moves import move
from divisor_duel.web.game.table import is_waiting
from divisor_duel.web.game.view import state_of
from divisor_duel.web.play import computer_players
from tests.conftest import wait_until
from tests.web.game.tables import table_of
from tests.web.play.services import Movers, running
from tests.web.players import MakeTable, wait_for_computer
from tests.web.servers import until


def test_the_computer_answers(make_table: MakeTable) -> None:
    """After a person's move the computer makes one of its own."""
    table = make_table("chain", players={"2": "perfect"})
    assert table.play(15)["thinking"]
    state = wait_for_computer(table)
    assert (state["ply"], state["to_move"]) == (2, 1)
    begins = make_table("digits", players={"1": "random"})
    assert wait_for_computer(begins)["ply"] == 1


def test_two_computers_play_to_the_end(make_table: MakeTable) -> None:
    """A game without people plays itself."""
    table = make_table("digits", players={"1": "random", "2": "easy"})
    assert table.seats == {}
    wait_until(lambda: bool(table.state()["over"]))


def test_computers_play_only_while_somebody_looks() -> None:
    """A game between computers stands still unless a client watches it or has just viewed it."""

    async def run() -> None:
        movers = Movers()
        async with running(movers) as service:
            table = table_of("digits", players={"1": "easy", "2": "perfect"})
            await service.add(table)
            assert not service._tasks
            assert await service.store.waiting([]) == []
            assert await service.find(table.id) == table
            service.computer_players.record_view(table)
            await until(lambda: not service._tasks)
            assert not is_waiting(await service.find(table.id))

    asyncio.run(run())


def test_a_player_who_waits_is_answered() -> None:
    """The computer replies to a person unasked, and its creator is charged."""

    async def run() -> None:
        movers = Movers()
        async with running(movers) as service:
            table = table_of("divider", players={"1": "perfect"}, owner="ann")
            await service.add(table)
            await until(lambda: not service._tasks)
            assert len((await service.find(table.id)).moves) == 1
            assert [client for _, client in movers.asked] == ["ann"]

    asyncio.run(run())


def test_a_computer_that_is_not_sure_says_so() -> None:
    """The state carries the sentence with the move that it is about, and no longer than that."""

    async def run() -> None:
        async with running(Movers(sure=b"false")) as service:
            table = table_of("divider", players={"1": "perfect"})
            await service.add(table)
            await until(lambda: not service._tasks)
            after = await service.find(table.id)
            assert "not sure here" in str(state_of(after).note)
            assert state_of(after, ply=0).note is None
            assert state_of(move(after, 2, 1, after.legal[0])).note is None

    asyncio.run(run())


@pytest.mark.parametrize(("failures", "moves"), [(2, 1), (3, 0)])
def test_what_cannot_be_worked_out_is_said(
    monkeypatch: pytest.MonkeyPatch, failures: int, moves: int
) -> None:
    """A move that fails is tried again; if it never works, that is said, and none is made up."""
    monkeypatch.setattr(computer_players, "RETRY_SECONDS", (0.0, 0.0))

    async def run() -> None:
        async with running(Movers(failures)) as service:
            table = table_of("divider", players={"1": "perfect"})
            await service.add(table)
            await until(lambda: not service._tasks)
            after = await service.find(table.id)
            assert len(after.moves) == moves
            assert bool(after.trouble) == (moves == 0)
            service.computer_players.record_view(after)
            await until(lambda: not service._tasks)
            assert len((await service.find(table.id)).moves) == 1

    asyncio.run(run())
