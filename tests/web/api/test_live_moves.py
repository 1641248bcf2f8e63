"""Moves over live connections."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from divisor_duel.web.api.live_moves import make_move, seat_for
from divisor_duel.web.game import moves
from divisor_duel.web.game.table import NotAllowedError, Table
from divisor_duel.web.live.listener import Listener
from divisor_duel.web.play.service import Service
from divisor_duel.web.schema.requests import ClockWish, MoveMessage
from divisor_duel.web.store.port import StoreBusyError, StoredGame
from tests.web.game.tables import table_of
from tests.web.play.services import Movers, running
from tests.web.players import MakeTable


def test_moves_over_the_live_connection(make_table: MakeTable) -> None:
    """After hello a player can move there; a repeat is harmless, and a refusal gets its reason."""
    table = make_table("divider", mode="link")
    with table.live(1) as one, table.live(2) as two:
        send = one.connection.send
        wish = {"type": "move", "ply": 0, "move": 5, "version": table.created["version"]}
        send(json.dumps(wish))
        assert one.until(ply=1)["played"] == [5]
        assert two.until(ply=1)["played"] == [5]
        send(json.dumps(wish))
        assert one.until(ply=1)["played"] == [5]
        send(json.dumps(wish | {"ply": 1, "version": None}))
        refused = json.loads(one.connection.recv(timeout=300))
        assert (refused["type"], refused["ply"], refused["again"]) == ("refused", 1, False)
        assert table.state()["played"] == [5]


def test_two_players_at_one_connection(make_table: MakeTable) -> None:
    """A connection that has named both seats moves for whichever is to move."""
    table = make_table("divider")
    with table.live(1) as both:
        both.connection.send(json.dumps({"type": "hello", "token": table.seats["2"]}))
        for ply, move in enumerate((5, 3, 2, 7)):
            both.connection.send(json.dumps({"type": "move", "ply": ply, "move": move}))
            assert both.until(ply=ply + 1)["played"][ply] == move
    assert table.state()["over"]


def with_listener(
    test: Callable[[Service, Table, Listener], Coroutine[Any, Any, None]], **wish: Any
) -> None:
    """Run a test with a game and a listener that holds its first seat and has its state."""

    async def run() -> None:
        async with running(Movers()) as service:
            table = table_of("divider", **wish)
            await service.add(table)
            listener = service.hub.join(table.id)
            service.hub.seat(listener, 1, table.hashes[1])
            service.hub.welcome(listener, table)
            await listener.get()
            await test(service, table, listener)

    asyncio.run(run())


async def heard(listener: Listener) -> list[Any]:
    """Return all messages that wait for a listener."""
    messages = []
    while listener._queue:
        messages.append(json.loads(await listener.get()))
    return messages


@pytest.mark.parametrize("clock", [None, ClockWish("game", 60.0)])
def test_the_mover_gets_each_state_once(clock: ClockWish | None) -> None:
    """One state answers a move, and one its repeat, also in a game with a clock."""

    async def test(service: Service, table: Table, listener: Listener) -> None:
        for _ in range(2):
            await make_move(service, listener, MoveMessage(0, 4), 0.0)
            (message,) = await heard(listener)
            assert message["state"]["played"] == [4]

    with_listener(test, mode="link", clock=clock)


def test_a_stale_move_is_answered_by_the_newest_state() -> None:
    """A player whose move comes too late gets the game as it is, then the refusal."""

    async def test(service: Service, table: Table, listener: Listener) -> None:
        elsewhere = moves.move(table, 1, 0, 5)
        row = StoredGame(table.id, 2, False, msgspec.json.encode(elsewhere))
        assert await service.store.save([row])
        await make_move(service, listener, MoveMessage(0, 4), 0.0)
        state, refused = await heard(listener)
        assert state["state"]["played"] == [5]
        assert (refused["type"], refused["ply"], refused["again"]) == ("refused", 0, False)

    with_listener(test)


def test_a_repeat_is_answered_by_a_server_that_had_not_heard_of_the_move() -> None:
    """A move that another server made before is shown, although nothing is saved here."""

    async def test(service: Service, table: Table, listener: Listener) -> None:
        elsewhere = moves.move(table, 1, 0, 5)
        row = StoredGame(table.id, 2, False, msgspec.json.encode(elsewhere))
        assert await service.store.save([row])
        await make_move(service, listener, MoveMessage(0, 5), 0.0)
        (message,) = await heard(listener)
        assert message["state"]["played"] == [5]

    with_listener(test)


def test_a_move_that_could_not_be_saved_may_be_sent_again() -> None:
    """While the database fails, the refusal says that the same move may succeed later."""

    async def test(service: Service, table: Table, listener: Listener) -> None:
        async def fail(rows: Any) -> bool:
            raise StoreBusyError("no")

        service.store.save = fail  # type: ignore[method-assign,assignment]
        await make_move(service, listener, MoveMessage(0, 4), 0.0)
        (refused,) = await heard(listener)
        assert (refused["ply"], refused["again"]) == (0, True)

    with_listener(test)


def test_a_player_keeps_moving_after_the_sides_were_swapped() -> None:
    """The token of a move names its seat; a token without a seat is refused."""
    table = table_of("divider", players={"2": "easy"})
    held = [table.hashes[1]]
    assert seat_for(table, held, 0) == 1
    assert seat_for(replace(moves.swap(table), first=2), held, 0) == 2
    with pytest.raises(NotAllowedError, match="does not belong to this game"):
        seat_for(table, ["unknown"], 0)


def test_the_seat_of_a_move_is_that_of_its_mover() -> None:
    """Of two seats the one that moves at that ply is meant; of one, always that one."""
    table = table_of("divider")
    after = moves.move(table, 1, 0, 4)
    assert [seat_for(after, table.hashes.values(), ply) for ply in (0, 1, 2)] == [1, 2, 1]
    assert [seat_for(after, [table.hashes[2]], ply) for ply in (0, 1, 2)] == [2, 2, 2]
