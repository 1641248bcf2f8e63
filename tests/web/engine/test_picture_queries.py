"""Queries for pictures."""

from __future__ import annotations

import pytest

from divisor_duel.games.registry import find_game
from divisor_duel.learn.daily import game_of, number_of
from divisor_duel.web.engine.picture_queries import (
    code_picture,
    day_picture,
    game_picture,
    position_picture,
    puzzle_picture,
    result_picture,
)
from divisor_duel.web.engine.puzzle_queries import read_day
from divisor_duel.web.game.new_table import new_table
from divisor_duel.web.game.table import RefusedError
from divisor_duel.web.schema.requests import NewGame


def test_a_picture_shows_what_was_asked() -> None:
    """A position by its address, the site without one, and a game with its names."""
    assert position_picture({}).game is None
    position = position_picture({"game": "chain", "high": "20", "moves": "6.12"})
    assert (position.kind, position.moves) == ("card", (6, 12))
    table = new_table(NewGame("chain", {"high": 20}, names={"1": "Ann", "2": "Ben"})).table
    assert game_picture(table).subtitle == "Ann against Ben"
    assert puzzle_picture({"seed": "7"}).seed == "7"
    todays = find_game(game_of(read_day({})))
    assert day_picture({}).title == f"Puzzle {number_of(read_day({}))}: {todays.short_title}"
    result = result_picture({"game": "chain", "grade": "easy", "result": "4:01.2"})
    assert (result.title, result.moves) == ("Chain, easy", (4, 2, 0, 1))


def test_a_code_is_of_an_address_of_this_site() -> None:
    """Another site's address is refused."""
    assert code_picture({"path": "/daily"}, "http://duel").text == "http://duel/daily"
    with pytest.raises(RefusedError, match="an address of this site"):
        code_picture({"path": "//elsewhere"}, "http://duel")
