"""Rows of folders: what we write fits, and what is damaged does not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from divisor_duel.arena.run.rows import ANSWER_ROW, GAME_ROW, fits, is_played
from tests.arena.playing import bot, play

UNPLAYED: dict[str, Any] = {
    "key": "k",
    "players": ["a"],
    "trouble": {"player": "a", "detail": "down"},
    "exchanges": [{"class": "trouble", "transport": []}],
}
ANSWER: dict[str, Any] = {
    "key": "k",
    "item": "chain-book-1",
    "players": ["a"],
    "move": 3,
    "faults": [],
    "exchanges": [],
}


@pytest.fixture(scope="module")
def game() -> dict[str, Any]:
    """A game with a mistake, as it is saved."""
    rows = play("random", bot("illegal"), "perfect", games="chain", rounds=2)
    return next(row for row in rows if any(x["mark"] == "mistake" for x in row["decisions"]))


def test_saved_games_fit_and_say_that_they_were_played(game: dict[str, Any]) -> None:
    """A game read back from its line has the form of a game, with fields of later versions too."""
    again = json.loads(json.dumps(game | {"colour": "blue"}))
    assert fits(again, GAME_ROW)
    assert is_played(again)
    assert not fits(again, ANSWER_ROW)


def test_both_folders_take_rows_of_what_could_not_be_done() -> None:
    """Such a row says why, and is not a game."""
    assert fits(UNPLAYED, GAME_ROW)
    assert fits(UNPLAYED, ANSWER_ROW)
    assert not is_played(UNPLAYED)


@pytest.mark.parametrize(
    "change",
    [
        {"winner": 3},
        {"played": "3 5"},
        {"key": None},
        {"forfeit": {"player": "a"}},
        {"decisions": [{"player": 1, "ply": 1, "mark": "brilliant"}]},
        {"decisions": [{"player": 1, "ply": 1, "mark": "mistake"}]},
        {"exchanges": [{"class": "ok"}]},
    ],
)
def test_damaged_games_do_not_fit(game: dict[str, Any], change: dict[str, Any]) -> None:
    """A field of another type, an unknown mark and a mistake without its moves are damage."""
    assert not fits(game | change, GAME_ROW)


def test_answers_need_their_fields() -> None:
    """An answer may be without a move, but not without its position."""
    assert fits(ANSWER | {"move": None}, ANSWER_ROW)
    assert not fits({name: ANSWER[name] for name in ANSWER if name != "item"}, ANSWER_ROW)
    strangers: list[object] = [None, [], "row", {"key": "\ud800"}]
    for value in strangers:
        assert not fits(value, ANSWER_ROW)
