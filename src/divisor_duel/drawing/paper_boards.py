"""Boards on paper, to write on: they show a position and nothing that gives its solution away."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from divisor_duel.drawing.page import Sketch
from divisor_duel.drawing.style import FAINT, INK, PENCIL
from divisor_duel.drawing.svg import Shape, centred, circle, line, rectangle, write

CELL = 30
"""Side of a number's cell, in SVG units."""

COLUMNS = 10
"""Numbers in a row: the tens stand in the last column."""

NUMBER, WORDS = 16, 14
"""Font sizes of numbers and of words."""


def number_square(
    numbers: Sequence[int], gone: Collection[int], words: str = "", ringed: int = 0
) -> Sketch:
    """Draw numbers in rows of ten: those in `gone` are crossed out, one may be ringed."""
    top = CELL if words else 0
    shapes: list[Shape] = [write(words, (0, WORDS), WORDS)] if words else []
    first = (numbers[0] - 1) // COLUMNS
    for number in numbers:
        row, column = divmod(number - 1, COLUMNS)
        corner = (column * CELL, top + (row - first) * CELL)
        shapes += _cell(number, corner, number in gone, number == ringed)
    rows = (numbers[-1] - 1) // COLUMNS - first + 1
    return Sketch(COLUMNS * CELL, top + rows * CELL, shapes)


def _cell(number: int, corner: tuple[float, float], gone: bool, ringed: bool) -> list[Shape]:
    x, y = corner
    middle = (x + CELL / 2, y + CELL / 2)
    weight = "bold" if ringed else None
    fill = PENCIL if gone and not ringed else INK
    size = NUMBER if number < 100 else 0.8 * NUMBER
    shapes = [
        rectangle(corner, CELL, CELL, fill="none", stroke=FAINT),
        centred(str(number), middle, size, fill=fill, font_weight=weight),
    ]
    if ringed:
        shapes.append(circle(middle, CELL / 2 - 2, fill="none", stroke=INK, stroke_width=2))
    elif gone:
        shapes.append(line((x + 5, y + CELL - 5), (x + CELL - 5, y + 5), stroke=INK))
    return shapes


def written_number(text: str, words: str) -> Sketch:
    """Draw one large number with words above it."""
    width = float(COLUMNS * CELL)
    return Sketch(
        width,
        100,
        [
            write(words, (0, WORDS), WORDS),
            rectangle((0, 28), width, 64, fill="none", stroke=FAINT),
            centred(text, (width / 2, 60), min(40, width / (0.6 * max(1, len(text))))),
        ],
    )
