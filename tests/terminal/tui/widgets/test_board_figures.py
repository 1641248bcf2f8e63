"""Large figures: numbers, and the marks of the players."""

from __future__ import annotations

import pytest

from divisor_duel.game import Player
from divisor_duel.terminal.tui.widgets.board_figures import (
    LARGEST_SCALE,
    figure_height,
    figure_width,
    large_number,
    stamp,
)


def test_numbers_are_three_lines_high() -> None:
    """Each digit is three columns wide; other texts have no large form."""
    assert large_number("27") == ("╺━┓╺━┓", "┏━┛  ┃", "┗━╸  ╹")
    assert large_number("A") == large_number("2 → 36") == large_number("") == ()


def test_larger_figures_have_the_same_lines() -> None:
    """Where a small figure has a line to its neighbour, the larger one goes on with it."""
    assert large_number("14", 1) == (
        "╺━━┓   ╻     ╻",
        "   ┃   ┃     ┃",
        "   ┃   ┗━━━━━┫",
        "   ┃         ┃",
        "╺━━┻━━╸      ╹",
    )


@pytest.mark.parametrize("scale", range(LARGEST_SCALE + 1))
def test_every_figure_has_the_size_of_its_scale(scale: int) -> None:
    """All digits are equally large, so that columns of numbers stay in line."""
    for digit in "0123456789":
        lines = large_number(digit, scale)
        assert len(lines) == figure_height(scale)
        assert {len(line) for line in lines} == {figure_width(scale)}


@pytest.mark.parametrize("height", [3, 5, 7, 9])
def test_marks_differ_in_shape(height: int) -> None:
    """A square is full; a disc has the same size, empty corners, and is the same upside down."""
    square, disc = stamp(Player.TWO, height), stamp(Player.ONE, height)
    assert {len(line) for line in (*square, *disc)} == {2 * height + 1}
    assert len(square) == len(disc) == height
    assert set("".join(square)) == {"█"}
    assert {line[edge] for line in (disc[0], disc[-1]) for edge in (0, -1)} == {" "}
    assert [line.count("█") for line in disc] == [line.count("█") for line in reversed(disc)]
