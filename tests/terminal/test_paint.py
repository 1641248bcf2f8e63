"""Colour in the terminal, and where there is none."""

from __future__ import annotations

import io

import pytest

from divisor_duel.game import Player, Value
from divisor_duel.terminal.paint import MARKS, Paint


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def painted(paint: Paint) -> list[str]:
    """The same text in every style."""
    return [
        paint.bold("7"),
        paint.dim("7"),
        paint.warning("7"),
        *(paint.player(player, "7") for player in Player),
        *(paint.value(value, "7") for value in Value),
    ]


def test_a_terminal_gets_a_colour_for_each_meaning() -> None:
    """Players and values differ, and each style ends after its text."""
    paint = Paint(Terminal())
    texts = painted(paint)
    assert paint.terminal
    assert paint.colour
    assert all(text.startswith("\x1b[") and text.endswith("m7\x1b[0m") for text in texts)
    assert len({paint.player(player, "7") for player in Player}) == 2
    assert len({paint.value(value, "7") for value in Value}) == 3
    assert paint.bold("") == ""


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_a_terminal_without_colours_is_still_a_terminal(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Boards are drawn for it, but no escape code is sent."""
    monkeypatch.setenv(name, value)
    paint = Paint(Terminal())
    assert (paint.terminal, paint.colour) == (True, False)
    assert set(painted(paint)) == {"7"}


def test_a_pipe_gets_plain_text() -> None:
    """Without a terminal text stays as it is."""
    paint = Paint(io.StringIO())
    assert (paint.terminal, paint.colour) == (False, False)
    assert set(painted(paint)) == {"7"}


def test_marks_differ_without_colour() -> None:
    """Each player and each value has a mark of its own, one column wide."""
    marks = [*MARKS.values(), *(value.mark for value in Value)]
    assert [len(mark) for mark in marks] == [1] * 5
    assert len(set(marks)) == 5
