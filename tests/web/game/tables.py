"""Tables for tests: new games, games under way, and games by link."""

from __future__ import annotations

from typing import Any

from divisor_duel.web.game import moves, seats
from divisor_duel.web.game.new_table import new_table
from divisor_duel.web.game.table import Table
from divisor_duel.web.schema.requests import NewGame


def table_of(game: str, owner: str = "", **wish: Any) -> Table:
    """A new game."""
    return new_table(NewGame(game, **wish), owner)[0]


def played(table: Table, count: int) -> Table:
    """The table after `count` moves, each of which leaves the opponent the most replies."""
    for _ in range(count):
        seat, ply = int(table.position.to_move), len(table.moves)
        after = (moves.move(table, seat, ply, move) for move in table.legal)
        table = max(after, key=lambda one: len(one.legal))
    return table


SMALL: dict[str, int | str] = {"high": 12}


def joined(**wish: object) -> Table:
    """A game by link with both seats taken."""
    made = new_table(NewGame("chain", SMALL, mode="link", **wish))  # type: ignore[arg-type]
    return seats.join(made.table, made.invitations[2], "x" * 20, None)
