"""The squared paper of the board: how large its cells are, and the lines between them."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from textual.geometry import Size

from divisor_duel.drawing.scene import FRAME, Scene
from divisor_duel.terminal.tui.widgets.board_figures import (
    LARGEST_SCALE,
    figure_height,
    figure_width,
    large_number,
)

SPACED, TALL = 4, 3
"""Most columns of space between numbers without boxes, and most lines per row of them."""
MOST_LINES, MOST_COLUMNS = 13, 30
"""Largest cell of a board with boxes, with one of its borders."""
MOST_LINES_OF_TEXT = 6
"""The same for cells with more than a number, which have no large figures."""
ASIDE = 3
"""Least space beside and above the larger figures, in columns and lines: room for marks, and for
a line of text below the board without another size of figures.
"""
HEIGHT_OF_WIDTH = 0.7
"""Largest height of a cell as a share of its width: letters are twice as high as wide."""

JOINTS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
"""Where lines meet, by the sum of the lines that leave: 1 up, 2 down, 4 left, 8 right."""


class Grid(NamedTuple):
    """The sizes of a board; in a boxed board a cell includes its left and upper border."""

    columns: int
    """How many columns of cells."""
    rows: int
    """How many rows of cells."""
    width: int
    """Width of a cell, in columns of text."""
    height: int
    """Height of a cell, in lines."""
    boxed: bool
    """Whether lines are drawn around the cells."""

    scale: int = 0
    """Scale of the large figures, the same for all cells."""

    @property
    def inner_width(self) -> int:
        """Width of a cell between its borders."""
        return self.width - self.boxed

    @property
    def inner_height(self) -> int:
        """Height of a cell between its borders; without boxes, the other rows are blank."""
        return self.height - 1 if self.boxed else 1

    @property
    def size(self) -> Size:
        """Size of the whole board."""
        return Size(self.columns * self.width + self.boxed, self.rows * self.height + self.boxed)

    def place_at(self, x: int, y: int) -> tuple[int, int] | None:
        """Return the row and column of the cell at a point of the board; None on a border."""
        row, line = divmod(y, self.height)
        column, inside = divmod(x, self.width)
        off = not (line and inside) if self.boxed else bool(line)
        return None if off else (row, column)


def fit(scene: Scene, room: Size) -> Grid:
    """Return the largest grid that fits; without boxes if they would need more room."""
    cells = scene.cells
    columns = 1 + max((cell.column for cell in cells), default=0)
    rows = 1 + max((cell.row for cell in cells), default=0)
    least = max((len(cell.text) for cell in cells), default=1) + FRAME
    width = min((room.width - 1) // columns, MOST_COLUMNS)
    height = min((room.height - 1) // rows, MOST_LINES, 1 + round(width * HEIGHT_OF_WIDTH))
    if not all(large_number(cell.text) for cell in cells):
        height = min(height, MOST_LINES_OF_TEXT)
    if cells and width > least and height >= 2:
        width = max(least + 1, min(width, 3 * height + 5))
        scale = _scale(max(len(cell.text) for cell in cells), width - 1, height - 1)
        return Grid(columns, rows, width, height, True, scale)
    spare = room.width // columns - least
    height = max(1, min(TALL, room.height // rows))
    return Grid(columns, rows, least + max(0, min(spare, SPACED)), height, False)


def _scale(digits: int, width: int, height: int) -> int:
    """Return the largest scale at which all figures leave room for their marks."""
    return max(
        scale
        for scale in range(LARGEST_SCALE + 1)
        if not scale
        or (
            digits * figure_width(scale) <= width - ASIDE and figure_height(scale) <= height - ASIDE
        )
    )


def border(grid: Grid, places: Collection[tuple[int, int]], line: int) -> str:
    """Return the horizontal border above row `line` of a boxed board: its text as far as drawn."""
    parts = []
    for column in range(grid.columns + 1):
        up_left, up_right = (line - 1, column - 1) in places, (line - 1, column) in places
        down_left, down_right = (line, column - 1) in places, (line, column) in places
        joint = (
            (up_left or up_right)
            + 2 * (down_left or down_right)
            + 4 * (up_left or down_left)
            + 8 * (up_right or down_right)
        )
        parts.append(JOINTS[joint])
        if column < grid.columns:
            parts.append(("─" if joint & 8 else " ") * grid.inner_width)
    return "".join(parts)
