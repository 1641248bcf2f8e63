"""One cell of the board at every size, with each of its marks."""

from __future__ import annotations

import pytest
from rich.style import Style

from divisor_duel.drawing.scene import Cell, CellState
from divisor_duel.game import Player, Value
from divisor_duel.terminal.tui.widgets.board_cells import LEAVING, CellView, draw_cell

LEGAL = Cell(12, "12", CellState.LEGAL, 0, 0)
TAKEN = Cell(12, "12", CellState.LAST, 0, 0, Player.TWO)


def lines(view: CellView, width: int = 6, height: int = 1, scale: int | None = 0) -> list[str]:
    """The text of a cell, line by line."""
    drawn = draw_cell(view, width, height, lambda _: Style(), scale)
    return ["".join(segment.text for segment in line) for line in drawn]


@pytest.mark.parametrize(
    ("view", "text"),
    [
        (CellView(LEGAL), "[12]"),
        (CellView(LEGAL, pointed=True), ">12<"),
        (CellView(LEGAL, removed=True), "x12"),
        (CellView(LEGAL, answer=True), "[12]•"),
        (CellView(LEGAL, value=Value.WIN), "[12]+"),
        (CellView(TAKEN), "■12‹"),
        (CellView(LEGAL._replace(state=CellState.OPEN)), "12"),
        (CellView(LEGAL._replace(state=CellState.GONE)), "·"),
    ],
)
def test_marks_say_as_much_as_colours(view: CellView, text: str) -> None:
    """In one line, each state has its own marks."""
    assert lines(view)[0].strip() == text


def test_legal_numbers_are_large_where_they_fit() -> None:
    """Three lines are enough for large figures, but not without the width or the letters."""
    assert lines(CellView(LEGAL), 8, 3) == [" ╺┓ ╺━┓ ", "  ┃ ┏━┛ ", " ╺┻╸┗━╸ "]
    assert lines(CellView(LEGAL), 5, 3)[1].strip() == "[12]"
    assert lines(CellView(LEGAL), 8, 3, scale=None)[1].strip() == "[12]"


def test_large_marks_stand_beside_the_number() -> None:
    """The cursor and a number that would go are marked at the side, values in a corner."""
    pointed = lines(CellView(LEGAL, pointed=True, value=Value.LOSS), 10, 5)
    assert pointed[2][0] + pointed[2][-1] == "><"
    assert pointed[0].endswith("-")
    assert lines(CellView(LEGAL, removed=True), 10, 3)[1].startswith("x")
    assert lines(CellView(LEGAL, group="a"), 10, 3)[0].startswith("a")


def test_a_taken_number_stands_on_its_players_mark() -> None:
    """With five lines the number is large; with three it has the small mark too."""
    assert "■12‹" in lines(CellView(TAKEN), 9, 3)[1]
    assert "╺┓ ╺━┓" in lines(CellView(TAKEN), 13, 5)[1]
    seven = TAKEN._replace(number=7, text="7")
    assert "╺━━━━━┓" in lines(CellView(seven), 17, 9, scale=1)[2]


def test_a_mark_that_would_be_cut_is_not_drawn() -> None:
    """In a narrow cell the number has its small mark alone, however high the cell is."""
    assert [line.strip() for line in lines(CellView(TAKEN), 6, 3)] == ["", "■12‹", ""]


def test_a_removed_number_leaves_in_steps() -> None:
    """It is crossed out first; at the end there is only a dot."""
    gone = LEGAL._replace(state=CellState.GONE)
    shown = [lines(CellView(gone, frame=frame))[0].strip() for frame in range(len(LEAVING))]
    assert shown == ["x12", "x12", "×", "·"]
