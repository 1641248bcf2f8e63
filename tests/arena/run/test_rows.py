"""Rows of folders: what we write fits, and what is damaged does not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from divisor_duel.arena.run.rows import (
    AnswerRow,
    Finished,
    GameRow,
    Unplayed,
    read_row,
    write_row,
)
from tests.arena.playing import bot, play
from tests.formats.written import FORMATS

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


def read(row: object, form: type[Finished]) -> Finished | Unplayed | None:
    """Read a JSON value back from its line."""
    return read_row(json.dumps(row).encode(), form)


@pytest.fixture(scope="module")
def game() -> dict[str, Any]:
    """A game with a mistake, as it is saved."""
    rows = play("random", bot("illegal"), "perfect", games="chain", rounds=2)
    return next(row for row in rows if any(x["mark"] == "mistake" for x in row["decisions"]))


def test_saved_games_fit_and_say_that_they_were_played(game: dict[str, Any]) -> None:
    """A game read back from its line has the form of a game, with fields of later versions too."""
    again = read(game | {"colour": "blue"}, GameRow)
    assert isinstance(again, GameRow)
    assert write_row(again) == json.dumps(game).encode() + b"\n"
    assert read(game, AnswerRow) is None


def test_both_folders_take_rows_of_what_could_not_be_done() -> None:
    """Such a row says why, and is not a game."""
    for row in (read(UNPLAYED, GameRow), read(UNPLAYED, AnswerRow)):
        assert isinstance(row, Unplayed)
        assert row.trouble.detail == "down"
        assert json.loads(write_row(row)) == UNPLAYED


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
    assert read(game | change, GameRow) is None


def test_answers_need_their_fields() -> None:
    """An answer may be without a move, but not without its position."""
    assert read(ANSWER | {"move": None}, AnswerRow)
    assert read({name: ANSWER[name] for name in ANSWER if name != "item"}, AnswerRow) is None
    strangers: list[object] = [None, [], "row", {"key": "\ud800"}]
    for value in strangers:
        assert read(value, AnswerRow) is None


def test_lines_of_games_are_the_same_to_the_byte() -> None:
    """What version 0.1.0 wrote is written again as it was, whatever a row holds."""
    files = [*FORMATS.glob("arena/*/games.jsonl"), FORMATS / "bench/finished/games/games.jsonl"]
    for file in files:
        for line in whole_lines(file):
            row = read_row(line, GameRow)
            assert row is not None
            assert write_row(row) == line
    for line in whole_lines(FORMATS / "bench/finished/answers.jsonl"):
        answer = read_row(line, AnswerRow)
        assert answer is not None
        assert write_row(answer) == line


def whole_lines(file: Path) -> list[bytes]:
    """The lines of a file; one that was being written is left out."""
    return [line for line in file.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]
