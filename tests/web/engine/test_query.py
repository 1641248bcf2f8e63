"""Queries for workers."""

from __future__ import annotations

from msgspec.structs import replace

from divisor_duel.web.engine.query import query_about
from divisor_duel.web.schema.states import encode
from tests.web.game.tables import played, table_of


def test_equal_positions_of_different_games_are_one_question() -> None:
    """Names, seed, date and players of a game change nothing about what its moves are worth."""
    one = played(table_of("chain"), 3)
    other = replace(one, id="x", names=("Ann", "Ben"), seed=7, date="2001-01-01", version=9)
    longer = played(one, 2)
    asked = [encode(query_about("analysis", table, 3)) for table in (one, other, longer)]
    assert len(set(asked)) == 1
    assert encode(query_about("review", one, 3)) == encode(query_about("review", other, 3))
