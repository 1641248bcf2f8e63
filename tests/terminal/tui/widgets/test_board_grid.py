"""The squared paper: sizes that fit, and the lines between cells."""

from __future__ import annotations

import pytest
from textual.geometry import Size

from divisor_duel.drawing.scene import CellState, Scene, grid_cells
from divisor_duel.terminal.tui.widgets.board_figures import figure_height, figure_width
from divisor_duel.terminal.tui.widgets.board_grid import Grid, border, fit


def scene(low: int, high: int, width: int) -> Scene:
    """A list of numbers that are all legal."""
    return Scene(grid_cells(low, high, width, lambda _: (CellState.LEGAL, None)))


@pytest.mark.parametrize("high", [9, 14, 20, 50, 100, 400, 3000])
@pytest.mark.parametrize("room", [Size(46, 9), Size(60, 15), Size(90, 31), Size(200, 60)])
def test_a_board_fits_its_room_or_scrolls_without_boxes(high: int, room: Size) -> None:
    """Boxes are drawn only where all of them fit; the width always does."""
    grid = fit(scene(2, high, room.width), room)
    assert grid.size.width <= room.width
    assert not grid.boxed or grid.size.height <= room.height
    assert grid.inner_width >= len(str(high)) + 3


@pytest.mark.parametrize("high", [9, 14, 50, 100])
def test_a_large_window_is_used(high: int) -> None:
    """At 120 by 40 the room of the board is 91 by 31 or so, and most of it has cells."""
    room = Size(91, 31)
    grid = fit(scene(2, high, room.width), room)
    assert grid.boxed
    assert grid.size.area > 0.6 * room.area


@pytest.mark.parametrize(
    ("room", "scale"), [(Size(91, 31), 1), (Size(91, 30), 1), (Size(62, 15), 0)]
)
def test_figures_grow_with_the_cells(room: Size, scale: int) -> None:
    """All figures of a board have one size: the largest that leaves room around each number."""
    grid = fit(scene(2, 14, room.width), room)
    assert grid.scale == scale
    assert 2 * figure_width(scale) <= grid.inner_width - 3
    assert figure_height(scale) <= grid.inner_height


def test_every_place_inside_a_box_belongs_to_its_cell() -> None:
    """Borders belong to no cell; without boxes only the line with the number counts."""
    boxed = Grid(2, 2, 6, 3, True)
    assert boxed.place_at(0, 1) is None
    assert boxed.place_at(3, 3) is None
    assert boxed.place_at(1, 2) == (0, 0)
    assert boxed.place_at(11, 4) == (1, 1)
    plain = Grid(2, 2, 6, 3, False)
    assert plain.place_at(0, 0) == (0, 0)
    assert plain.place_at(0, 1) is None


def test_lines_meet_where_cells_are() -> None:
    """A row that begins in the second column has no line above or beside the first."""
    grid = Grid(2, 2, 3, 2, True)
    places = {(0, 1), (1, 0)}
    assert [border(grid, places, line) for line in range(3)] == ["   ┌──┐", "┌──┼──┘", "└──┘   "]
