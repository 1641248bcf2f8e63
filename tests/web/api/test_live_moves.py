"""Moves over live connections."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from msgspec.structs import replace

from divisor_duel.web.api.live_moves import FastPath, operation_of
from divisor_duel.web.app import create_app
from divisor_duel.web.game import moves
from divisor_duel.web.game.table import NotAllowedError, Table
from divisor_duel.web.live.listener import Listener
from divisor_duel.web.schema.requests import MoveMessage
from divisor_duel.web.store.choice import open_store
from tests.web.game.tables import table_of
from tests.web.players import MakeTable
from tests.web.servers import until


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
        send(json.dumps(wish | {"ply": 1}))
        refused = json.loads(one.connection.recv(timeout=300))
        assert (refused["type"], refused["ply"], refused["again"]) == ("refused", 1, False)
        assert table.state()["played"] == [5]


def test_a_plain_move_takes_the_fast_path() -> None:
    """Only a seated player's well-formed move in a known game is taken at once."""

    async def run() -> None:
        app: Any = create_app(open_store(":memory:"))
        async with app.running():
            service = app._service
            table = table_of("divider")
            await service.add(table)
            listener = service.hub.join(table.id, "ann")
            fast = FastPath(app._context, listener, "ann")
            move = b'{"type":"move","ply":0,"move":4}'
            assert not fast.take(move, 0.0), "no seat"
            listener.hashed = table.hashes[1]
            service.hub.seat(listener, 1)
            for other in (b"{", b'{"type":"ping"}', b'{"type":"move","ply":0,"move":99}'):
                assert not fast.take(other, 0.0), other
            listener.busy = True
            assert not fast.take(move, 0.0), "another message is being handled"
            listener.busy = False
            assert fast.take(move, 0.0)
            await until(lambda: service._known[table.id].moves == (4,))
            assert not fast.take(move, 0.0), "a repeat"
            service.hub.leave(listener)

    asyncio.run(run())


def test_a_player_keeps_moving_after_the_sides_were_swapped() -> None:
    """The seat of a connection is found by its token; a token without a seat is refused."""
    table = table_of("divider", players={"2": "easy"})
    listener = Listener(table.id)
    listener.seat, listener.hashed = 1, table.hashes[1]
    swapped = moves.swap(table)
    began = replace(swapped, first=2)
    after = operation_of(listener, MoveMessage(0, 4), 0.0)(began)
    assert isinstance(after, Table)
    assert after.moves == (4,)
    listener.hashed = "unknown"
    with pytest.raises(NotAllowedError, match="belongs to no seat"):
        operation_of(listener, MoveMessage(0, 4), 0.0)(began)
