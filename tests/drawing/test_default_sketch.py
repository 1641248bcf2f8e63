"""The sketch of a game that brings none: its position in words and its moves."""

from __future__ import annotations

import pytest

from divisor_duel import Record, analyze
from divisor_duel.drawing import default_sketch
from divisor_duel.drawing.default_sketch import PICTURE, WIDTH, sketch
from divisor_duel.drawing.page import Subject
from divisor_duel.drawing.svg import group
from divisor_duel.game import AnyGame, Position
from tests.drawing.reading import find
from tests.heap_package.heap_game.rules import Heap


def about(size: int, *moves: int) -> Subject[AnyGame, Position]:
    """A position of a game that has nothing but rules."""
    record = Record(Heap(size=size), moves)
    *_, position = record.positions()
    return Subject(record, analyze(record.game, position), None)


def test_words_and_a_table_of_moves() -> None:
    """The position begins with a capital letter, and every move has a row with its value."""
    drawn = sketch(about(21, 2))
    shapes = group(drawn.shapes)
    assert shapes[0].text == "19 left"
    values = {
        row.get("data-move"): find(row, "mark")[0].get("data-value") for row in find(shapes, "row")
    }
    assert values == {"1": "loss", "2": "loss", "3": "win"}
    assert drawn.key == [("win", "winning move"), ("loss", "losing move")]
    assert drawn.notes == []


def test_after_the_end_there_are_only_words() -> None:
    """Without moves there is no table and no legend; any position is accepted."""
    subject = about(3, 3)
    PICTURE.check(subject.game, subject.position)
    drawn = sketch(subject)
    assert (drawn.width, drawn.key, find(group(drawn.shapes), "row")) == (WIDTH, [], [])


def test_a_long_table_is_cut_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the best moves are listed, with a note on how many there are."""
    monkeypatch.setattr(default_sketch, "MOST_ROWS", 2)
    drawn = sketch(about(21))
    assert drawn.notes == ["The 2 best of 3 moves."]
    assert len(find(group(drawn.shapes), "row")) == 2
