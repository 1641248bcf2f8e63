"""Queries about a position in an address."""

from __future__ import annotations

import pytest

from divisor_duel.errors import OptionsError
from divisor_duel.game import Player
from divisor_duel.web.engine.position_queries import (
    position_query,
    read_record,
    variations_query,
    why_query,
)
from divisor_duel.web.engine.query import Query
from divisor_duel.web.game.table import MOST_MOVES, RefusedError
from divisor_duel.web.schema.requests import Tree


def test_a_position_is_read_from_an_address() -> None:
    """Game, options, first player, moves and starting position are in the query."""
    record = read_record({"game": "chain", "high": "30", "first": "2", "moves": "24.12"})
    assert (record.game.options["high"], record.first) == (30, Player.TWO)
    assert record.moves == (24, 12)
    placed = read_record({"game": "chain", "position": "last=6 pool=2-4,9", "moves": "2"})
    assert placed.start == "last=6 pool=2-4,9"
    assert read_record({"game": "chain"}).start == ""


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ({"game": "chain", "first": "3"}, "first must be 1 or 2"),
        ({"game": "chain", "moves": "24.13"}, "13"),
        ({"game": "chain", "moves": "24,12"}, "numbers with dots"),
        ({"game": "chain", "moves": f"24.{'2' * 20}"}, "numbers with dots"),
        ({"game": "chain", "moves": ".".join(["2"] * (MOST_MOVES + 1))}, "numbers with dots"),
        ({"game": "chain", "high": "401"}, "can be at most 400, not 401"),
    ],
)
def test_a_position_that_cannot_be_is_refused(query: dict[str, str], problem: str) -> None:
    """Illegal moves, unreadable parts and sizes beyond the limits are errors in a sentence."""
    with pytest.raises(RefusedError, match=problem):
        read_record(query)


def test_an_unknown_game_is_refused() -> None:
    """A position needs one of the games."""
    with pytest.raises(OptionsError, match="unknown game 'go'"):
        read_record({"game": "go"})
    with pytest.raises(RefusedError, match="game is missing"):
        read_record({})


def test_a_query_holds_the_position() -> None:
    """The game, all its options and the moves; for one move, the move as well."""
    params = {"game": "countdown", "start": "60", "first": "2", "moves": "30"}
    options = read_record(params).game.options
    assert position_query("state", params) == Query("state", "countdown", options, 2, (30,))
    assert why_query({**params, "move": "10"}).move == 10
    with pytest.raises(RefusedError, match="move must be a legal move in that position, not 7"):
        why_query({**params, "move": "7"})
    tree = Tree("countdown", {"start": 60}, 2, line="30.(20)15")
    query = variations_query(tree)
    assert (query.kind, query.first, query.text) == ("variations", 2, tree.line)
