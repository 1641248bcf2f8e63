"""The rows of a sweep as a small picture on squared paper.

Sizes go to the right and the length of best play goes up, so that one grid
square is always the same step. Whose win it is shows by shape as well as by
hue; a size whose length is not known stands in a strip of its own below.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape

from divisor_duel.sweep.plan import Plan
from divisor_duel.sweep.rows import FIRST, SECOND, UNKNOWN, Row

INK, PAPER, GRID, FADED = "#1d2733", "#fbfaf5", "#dfe6ea", "#66727d"
BLUE, VERMILION = "#0072B2", "#D55E00"
SQUARE = 20
"""The side of a grid square."""
LEFT, TOP, RIGHT, BOTTOM = 4 * SQUARE, 5 * SQUARE, 2 * SQUARE, 4 * SQUARE
"""The space around the marks, for title and labels."""
MOST_COLUMNS, LEAST_COLUMNS, MOST_ROWS = 40, 24, 16
"""How many squares the marks may spread over."""
CHARACTER = 7.4
"""About how wide a figure of a label is."""


@dataclass(frozen=True)
class Axis:
    """Numbers along one side, so many to a grid square."""

    start: int
    """The number at the first grid line."""
    unit: Fraction
    """How much one square is."""
    squares: int
    """How many squares there are."""

    def at(self, number: int) -> float:
        """How far along a number is."""
        return float((number - self.start) / self.unit * SQUARE)

    def ticks(self, room: float) -> Iterator[int]:
        """Round numbers at least `room` apart."""
        least = self.unit * Fraction(room / SQUARE)
        step = next(unit for unit in _round_units() if unit >= max(least, 1))
        whole = int(step)
        number = -(-self.start // whole) * whole
        while self.at(number) <= self.squares * SQUARE:
            yield number
            number += whole


def _round_units() -> Iterator[Fraction]:
    """1/4, 1/2, 1, 2, 5, 10, 20, 50, ..."""
    yield from (Fraction(1, 4), Fraction(1, 2))
    power = 1
    while True:
        yield from (Fraction(power), Fraction(2 * power), Fraction(5 * power))
        power *= 10


def _axis(first: int, last: int, least: int, most: int) -> Axis:
    """An axis that holds the numbers from `first` to `last` and a little more."""
    unit = next(unit for unit in _round_units() if (last - first) / unit <= most - 2)
    whole = max(1, int(unit))
    start = max(0, (first - 1) // whole * whole)
    squares = int(((last // whole + 1) * whole - start) / unit)
    return Axis(start, unit, max(least, squares))


def plot(plan: Plan, rows: Sequence[Row]) -> str:
    """The picture of `rows` as SVG text, with exactly one element of class ``mark`` a size."""
    return _Drawing(plan, rows).text()


class _Drawing:
    def __init__(self, plan: Plan, rows: Sequence[Row]) -> None:
        self._plan = plan
        self._rows = rows
        lengths = [row.remoteness for row in rows if row.remoteness is not None]
        self._x = _axis(plan.sizes[0], plan.sizes[-1], LEAST_COLUMNS, MOST_COLUMNS)
        self._y = _axis(0, max(lengths), 4, MOST_ROWS) if lengths else None
        self._height = self._y.squares * SQUARE if self._y else 0
        self._strip = 2 * SQUARE if len(lengths) < len(rows) else 0
        self._floor = TOP + self._height + self._strip
        apart = self._x.at(self._x.start + plan.sizes.step)
        self._radius = min(6.5, max(2.2, 0.42 * apart))
        longest = len(str(plan.sizes[-1])) * CHARACTER
        title = len(plan.title) * 9.6
        self._width = max(LEFT + self._x.squares * SQUARE + RIGHT + longest / 4, title + 48)

    def text(self) -> str:
        width, height = round(self._width), self._floor + BOTTOM
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
                f'width="{width}" height="{height}" role="img" aria-labelledby="title about" '
                f'font-family="ui-monospace, Menlo, Consolas, monospace" font-size="12" '
                f'fill="{INK}">',
                f'<title id="title">{escape(self._plan.title)}: who wins</title>',
                f'<desc id="about">{escape(self._about())}</desc>',
                f'<rect width="{width}" height="{height}" rx="6" fill="{PAPER}"/>',
                *self._headings(),
                *self._paper(),
                *self._labels(),
                *map(self._mark, self._rows),
                "</svg>\n",
            ]
        )
