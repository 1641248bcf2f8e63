"""Digits: the number, the table of digits and the best line."""

from __future__ import annotations

from typing import Any

import pytest

from tests.drawing.reading import find, numbers, picture, subject, words

POSITIONS: list[tuple[tuple[int, ...], dict[str, Any]]] = [
    ((), {}),
    ((5, 2, 1), {}),
    ((10, 11), {"base": 12, "target": 13}),
    ((6,), {"target": 12}),
]
every_position = pytest.mark.parametrize(("moves", "options"), POSITIONS)


@every_position
def test_the_number_is_written(moves: tuple[int, ...], options: dict[str, Any]) -> None:
    """The digits are in their boxes, and the picture names the remainder."""
    root = picture("digits", *moves, **options)
    about = subject("digits", *moves, **options)
    assert words(root, "written").replace(" ", "") == about.game.written(about.position.number)
    if moves:
        remainder = about.position.number % about.game.target
        told = f"divided by {about.game.target} leaves remainder {remainder}."
        assert words(root, "remainder").endswith(told)


@every_position
def test_rows_are_the_digits_left(moves: tuple[int, ...], options: dict[str, Any]) -> None:
    """Each digit left has a row with the number it makes, the remainder and its value."""
    root = picture("digits", *moves, **options)
    about = subject("digits", *moves, **options)
    rows = find(root, "row")
    assert [int(row.get("data-move", "")) for row in rows] == sorted(about.values)
    for row in rows:
        move = int(row.get("data-move", ""))
        after = about.game.play(about.position, move).number
        texts = [text.text for text in row.iter() if text.text and text.text.strip()]
        assert texts[:3] == [
            about.game.format_move(move),
            about.game.written(after),
            str(after % about.game.target),
        ]
        assert [mark.get("data-value") for mark in find(row, "mark")] == [about.values[move]]


def test_the_best_line_is_drawn() -> None:
    """The digits of the best line follow each other, each on its player's mark."""
    root = picture("digits", 5, 2, 1)
    assert numbers(find(root, "line")[0], "held") == list(subject("digits", 5, 2, 1).analysis.line)


def test_letters_are_digits_too() -> None:
    """In base 12 ten and eleven are written A and B."""
    root = picture("digits", 10, 11, base=12, target=13)
    assert words(root, "written") == "A B"
    assert "AB (base 12) divided by 13 leaves remainder 1." in words(root, "remainder")
