"""Tables of moves: columns that are used, in blocks of equal height."""

from __future__ import annotations

from divisor_duel import Value
from divisor_duel.drawing.svg import Shape
from divisor_duel.drawing.table import BETWEEN, TableRow, table
from tests.drawing.reading import find


def cells(element: Shape) -> list[str]:
    """The words in an element."""
    return [text.text or "" for text in element.iter("text")]


def rows(count: int) -> list[TableRow]:
    """As many rows, without any nim-value."""
    values = [Value.WIN if move == 1 else Value.LOSS for move in range(count)]
    return [TableRow(move, value, (str(move), "", "9")) for move, value in enumerate(values)]


def test_empty_columns_are_left_out() -> None:
    """A column without a cell has no heading; wins are bold, and rows have their move and mark."""
    drawn, _, height = table(("move", "nim-value", "moves left"), rows(3), 10)
    assert cells(drawn)[:2] == ["move", "moves left"]
    lines = find(drawn, "row")
    assert [line.get("data-move") for line in lines] == ["0", "1", "2"]
    assert [cells(line) for line in lines] == [["0", "9"], ["1", "9"], ["2", "9"]]
    assert [bool(text.get("font-weight")) for text in lines[1].iter("text")] == [True, True]
    assert [mark.get("data-value") for mark in find(drawn, "mark")] == ["loss", "win", "loss"]
    assert height == 40 + 3 * 30


def test_long_tables_have_blocks_side_by_side() -> None:
    """Seven rows of at most three make three blocks of about equal height."""
    drawn, width, height = table(("move", "nim-value", "moves left"), rows(7), 3)
    _, one, _ = table(("move", "nim-value", "moves left"), rows(7), 10)
    assert [len(find(block, "row")) for block in drawn] == [3, 3, 1]
    assert height == 40 + 3 * 30
    assert width == 3 * one + 2 * BETWEEN
