"""Countdown: the strip and the table."""

from __future__ import annotations

import pytest

from divisor_duel import GAMES, analyze
from divisor_duel.games.countdown.picture import LARGEST_STRIP, MOST_ROWS
from tests.drawing.reading import find, marks, numbers, picture, subject, words


@pytest.mark.parametrize("start", [1, 2, 12, 60, 144, LARGEST_STRIP])
def test_the_strip_has_every_number_once(start: int) -> None:
    """All numbers below the current one are nodes, and the current one is its player's mark."""
    root = picture("countdown", start=start)
    assert numbers(root) == list(range(1, start))
    assert set(numbers(root, "held")) == {start}


def test_marks_say_who_wins_from_each_number() -> None:
    """A number is marked + exactly when the player who gets it wins."""
    for number, mark in marks(picture("countdown", start=120)).items():
        game = GAMES["countdown"](start=number)
        assert mark == (analyze(game, game.start()).value or "loss")


@pytest.mark.parametrize("start", [12, 60, 144, 360])
def test_rings_are_the_moves(start: int) -> None:
    """One ring for each divisor, in the style of its value, and each in the table."""
    root = picture("countdown", start=start)
    values = subject("countdown", start=start).values
    lines = {int(line.get("data-move", "")): line.get("data-value") for line in find(root, "move")}
    assert lines == values
    dashed = {line.get("data-value"): line.get("stroke-dasharray") for line in find(root, "move")}
    assert dashed == {"win": None, "loss": "7 4"}
    told = words(root, "note").replace("\u00a0", " ")
    assert all(f"{start} − {move} = {start - move}" in told for move in values)


def test_large_numbers_get_a_table() -> None:
    """Beyond the strip each row is a divisor, best first, with what it leaves."""
    start = LARGEST_STRIP + 2
    root = picture("countdown", start=start)
    rows = {
        int(row.get("data-move", "")): [text.text for text in row.iter() if text.text]
        for row in find(root, "row")
    }
    assert list(rows) == [move.move for move in subject("countdown", start=start).analysis.moves]
    assert all(str(start - move) in texts for move, texts in rows.items())


def test_a_table_ends_somewhere() -> None:
    """Of a hundred thousand divisors the first are shown and all are counted."""
    root = picture("countdown", start=897612484786617600)
    assert len(find(root, "row")) == MOST_ROWS
    assert f"{MOST_ROWS} of 103678 divisors are shown." in words(root, "note")
    assert {mark.get("data-value") for mark in find(root, "mark")} == {"win", "loss"}
