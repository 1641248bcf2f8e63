"""Divider Duel: the Hasse diagram, the groups and their nim-values."""

from __future__ import annotations

from functools import reduce
from operator import xor

import pytest

from divisor_duel.numbers import members
from tests.drawing.reading import between, find, hasse, marks, numbers, picture, subject, words

POSITIONS: list[tuple[tuple[int, ...], int, int]] = [
    ((), 2, 9),
    ((), 1, 16),
    ((5,), 2, 20),
    ((4, 7, 22), 2, 30),
    ((2,), 2, 30),
    ((), 6, 24),
]
every_position = pytest.mark.parametrize(("moves", "low", "high"), POSITIONS)


@every_position
def test_what_is_left_is_drawn_once(moves: tuple[int, ...], low: int, high: int) -> None:
    """Each number on the list is a node exactly once, and nothing else is."""
    left = members(subject("divider", *moves, low=low, high=high).position.left)
    assert sorted(numbers(picture("divider", *moves, low=low, high=high))) == list(left)


@every_position
def test_lines_are_the_covering_relations(moves: tuple[int, ...], low: int, high: int) -> None:
    """The lines are exactly those of the Hasse diagram, each drawn once."""
    root = picture("divider", *moves, low=low, high=high)
    lines = between(root, "cover")
    assert len(lines) == len(set(lines))
    assert set(lines) == hasse(set(numbers(root)))


@every_position
def test_groups_are_apart(moves: tuple[int, ...], low: int, high: int) -> None:
    """A group holds its own lines, all of it hangs together, and no line leaves it."""
    root = picture("divider", *moves, low=low, high=high)
    for box in find(root, "group"):
        inside, lines = set(numbers(box)), between(box, "cover")
        reached, grown = set[int](), {min(inside)}
        while reached != grown:
            reached = grown
            grown = reached | {n for line in lines if reached & set(line) for n in line}
        assert reached == inside
    assert sum(len(between(box, "cover")) for box in find(root, "group")) == len(
        between(root, "cover")
    )


@every_position
def test_marks_are_the_values_of_the_moves(moves: tuple[int, ...], low: int, high: int) -> None:
    """Each number carries the value of taking it."""
    root = picture("divider", *moves, low=low, high=high)
    analysis = subject("divider", *moves, low=low, high=high).analysis
    assert marks(root) == {move.move: move.value for move in analysis.moves}


def test_nim_values_of_the_groups_make_that_of_the_whole() -> None:
    """The nim-values written at the groups have the nim-sum that the page tells."""
    root = picture("divider", 4, 7, 22, high=30)
    values = [int((nim.text or "").removeprefix("nim ")) for nim in find(root, "nim")]
    assert len(values) == 6
    assert f"their nim-sum is {reduce(xor, values)}." in words(root, "note")
    assert f"The nim-value is {reduce(xor, values)}." in words(root, "verdict")


def test_the_rule_book_list() -> None:
    """On 2 to 9 only 4 wins, 5 and 7 stand alone, and the nim-value is 5."""
    root = picture("divider")
    assert [move for move, value in marks(root).items() if value == "win"] == [4]
    assert sorted(sorted(numbers(box)) for box in find(root, "group")) == [
        [2, 3, 4, 6, 8, 9],
        [5],
        [7],
    ]
    assert words(root, "note") == "3 groups; nim-values 5, 1 (2 times); their nim-sum is 5."


def test_what_is_gone_is_listed() -> None:
    """Numbers that were taken are named below the drawing."""
    assert "Gone: 5, 10, 15, 20." in words(picture("divider", 5, high=20), "note")
    assert "nothing is left" in "".join(picture("divider", 2, 3, high=4).itertext())
