"""The board of line mode: grids, brackets and marks that read without colour."""

from __future__ import annotations

import io

import pytest

from divisor_duel.games.registry import GAMES
from divisor_duel.terminal.lines.board import (
    LARGEST_GRID,
    board,
    grid,
    pool_cell,
    taken_cell,
    taken_key,
)
from divisor_duel.terminal.paint import Paint
from tests.heap_package.heap_game.rules import Heap
from tests.terminal.test_paint import Terminal

PLAIN = Paint(io.StringIO())


def test_equal_last_digits_share_a_column() -> None:
    """Ten numbers stand in a row, or five where ten do not fit; taken ones are dots."""
    game = GAMES["divider"](high=12)
    position = game.play(game.start(), 4)
    assert board(game, position, PLAIN) == [
        "            [2]  [3]   ·   [5]  [6]  [7]   ·   [9]",
        " [10] [11]   ·",
    ]
    assert board(game, position, PLAIN, 45) == [
        "            [2]  [3]   ·",
        "  [5]  [6]  [7]   ·   [9]",
        " [10] [11]   ·",
    ]


def test_a_game_without_a_board_lists_its_moves() -> None:
    """Rules alone are enough: the legal moves stand in brackets, as many in a row as fit."""
    game = Heap(size=9)
    assert board(game, game.start(), PLAIN) == ["[1] [2] [3]"]
    assert board(game, game.start(), PLAIN, 9) == ["[1] [2]", "[3]"]
    assert board(game, game.start(), PLAIN, 1) == ["[1]", "[2]", "[3]"]


@pytest.mark.parametrize("name", ["chain", "divider", "ladder"])
def test_a_pool_for_several_screens_is_not_drawn(name: str) -> None:
    """Below the limit there is a grid, beyond it there is none."""
    for high, drawn in ((LARGEST_GRID - 50, True), (LARGEST_GRID + 50, False)):
        game = GAMES[name](high=high)
        assert bool(board(game, game.start(), PLAIN)) == drawn


def test_cells_say_what_may_be_taken() -> None:
    """Legal numbers have brackets, others that are left none, and taken ones a dot."""
    cells = [pool_cell(number, number == 2, 0b1100, PLAIN)[0] for number in (2, 3, 4)]
    assert cells == ["[2]", "3 ", "· "]
    assert taken_key(PLAIN) == "· taken"


def test_with_colours_a_taken_number_stays_readable() -> None:
    """It is dimmed instead of a dot, and the key says so."""
    paint = Paint(Terminal())
    text, colour = taken_cell(15, paint)
    assert (text, colour(text)) == ("15 ", "\x1b[2m15 \x1b[0m")
    assert taken_key(paint) == "\x1b[2mn\x1b[0m taken"


def test_a_grid_asks_only_for_numbers_in_range() -> None:
    """Before the lowest and after the highest number cells are empty."""
    asked: list[int] = []

    def cell(number: int) -> tuple[str, type[str]]:
        asked.append(number)
        return str(number), str

    assert grid(8, 11, cell, 80) == [f"{'':40}    8    9", "   10   11"]
    assert asked == [8, 9, 10, 11]
