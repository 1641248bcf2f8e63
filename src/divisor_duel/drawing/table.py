"""Tables of moves: a mark, then numbers in columns, in as many blocks as it takes."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from divisor_duel.drawing.marks import value_mark
from divisor_duel.drawing.style import FAINT, INK, PENCIL
from divisor_duel.drawing.svg import Shape, group, line, write
from divisor_duel.game import Value

SIZE, PITCH = 20, 30
FIGURE = 0.65 * SIZE
"""Width of a digit, in SVG units, rounded up to be safe."""
MARK, BETWEEN = 34, 50
"""Space for the mark, and between blocks."""


class TableRow(NamedTuple):
    """One line of a table."""

    move: int
    """The move it is about."""
    value: str
    """The value of the move."""
    cells: tuple[str, ...]
    """The cells, one for each column."""


def table(
    heads: Sequence[str], rows: Sequence[TableRow], longest: int, gap: float = 28
) -> tuple[Shape, float, float]:
    """Draw a table; return it with its width and height.

    Blocks have at most `longest` rows. Empty columns are left out; the others are `gap`
    apart.
    """
    used = [column for column in range(len(heads)) if any(row.cells[column] for row in rows)]
    edges, width = [], float(MARK)
    for column in used:
        head = 0.6 * 15 * len(heads[column])
        width += max([head, *(FIGURE * len(row.cells[column]) for row in rows)])
        edges.append(width)
        width += gap
    width -= gap
    blocks = max(1, ceil(len(rows) / longest))
    height = ceil(len(rows) / blocks)
    shapes = []
    for block in range(blocks):
        content = _head([heads[column] for column in used], edges)
        for index, row in enumerate(rows[block * height : (block + 1) * height]):
            cells = [row.cells[column] for column in used]
            content.append(_line(row, cells, edges, 30 + PITCH * (index + 0.6)))
        left = block * (width + BETWEEN)
        shapes.append(group(content, transform=f"translate({left:g} 0)"))
    whole = blocks * (width + BETWEEN) - BETWEEN
    return group(shapes, class_="table"), whole, 40.0 + PITCH * height


def _head(heads: Sequence[str], edges: Sequence[float]) -> list[Shape]:
    style = {"fill": PENCIL, "font_style": "italic", "text_anchor": "end"}
    names = [write(head, (edge, 18), 15, **style) for head, edge in zip(heads, edges, strict=True)]
    return [*names, line((0, 28), (edges[-1], 28), stroke=INK, stroke_width=0.8)]


def _line(row: TableRow, cells: Sequence[str], edges: Sequence[float], middle: float) -> Shape:
    """Draw one row; `edges` are the right ends of its columns."""
    weight = "bold" if row.value is Value.WIN else None
    base = middle + 0.33 * SIZE
    shapes = [
        write(cell, (edge, base), SIZE, text_anchor="end", font_weight=weight)
        for cell, edge in zip(cells, edges, strict=True)
    ]
    ruled = line((0, middle + 15), (edges[-1], middle + 15), stroke=FAINT, stroke_width=0.5)
    mark = value_mark(row.value, (10, middle), 6)
    return group([mark, *shapes, ruled], class_="row", data_move=row.move)
