"""Queries about a game being played."""

from __future__ import annotations

import pytest

from divisor_duel.learn.hints import STEPS
from divisor_duel.web.engine.game_queries import (
    analysis_query,
    coach_query,
    hint_query,
    review_query,
)
from divisor_duel.web.game.moves import resign
from divisor_duel.web.game.new_table import new_table
from divisor_duel.web.game.table import NotAllowedError, RefusedError, Table
from divisor_duel.web.schema.requests import NewGame


def game(*moves: int, level: str = "easy") -> Table:
    """A game of Chain with these moves made."""
    players = {"1": "human", "2": level}
    return new_table(NewGame("chain", {"high": 20}, players=players, moves=moves)).table  # type: ignore[arg-type]


def test_a_query_is_about_the_moves_made() -> None:
    """All of them, or as many as the query names."""
    table = game(6, 12)
    assert analysis_query(table, {}).moves == (6, 12)
    assert analysis_query(table, {"ply": "1"}).moves == (6,)
    assert review_query(table, {}).kind == "review"
    assert hint_query(table, {"step": "1"}).step == 1
    assert hint_query(table, {"step": "9"}).step == STEPS
    assert coach_query(table, {"move": "4"}).move == 4


def test_wrong_questions_are_refused() -> None:
    """Moves that are not legal, and hints after the end."""
    with pytest.raises(RefusedError, match="move must be a legal move, not 7"):
        coach_query(game(6, 12), {"move": "7"})
    with pytest.raises(RefusedError, match="the game is over"):
        hint_query(resign(game(6, 12), 1), {})


def test_two_people_get_no_help() -> None:
    """While they play, no one may ask the engine."""
    table = game(6, 12, level="human")
    for ask in (analysis_query, hint_query, coach_query, review_query):
        with pytest.raises(NotAllowedError):
            ask(table, {"move": "4"})
