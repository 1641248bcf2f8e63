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
MOST_COLUMNS, LEAST_COLUMNS, MOST_ROWS = 44, 24, 18
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
        least = max(Fraction(1), self.unit * Fraction(room / SQUARE))
        whole = next(int(unit) for unit in _round_units() if unit >= least)
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
        self._radius = min(6.5, max(3.0, 0.42 * apart))
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

    def _about(self) -> str:
        counts = [sum(row.winner == winner for row in self._rows) for winner in _NAMES]
        told = [f"{_NAMES[winner]}: {count}" for winner, count in zip(_NAMES, counts, strict=True)]
        return f"Of {len(self._rows)} sizes, {', '.join(told)}."

    def _headings(self) -> Iterator[str]:
        yield (
            '<defs><pattern id="grid" width="20" height="20" patternUnits="userSpaceOnUse">'
            f'<path d="M20 0H0V20" fill="none" stroke="{GRID}"/></pattern></defs>'
        )
        yield '<rect width="100%" height="100%" rx="6" fill="url(#grid)"/>'
        yield _words(24, 37, self._plan.title, 'font-size="16" font-weight="700"')
        x = 30.0
        for winner in _NAMES:
            count = sum(row.winner == winner for row in self._rows)
            if count or winner != UNKNOWN:
                yield from _shape(winner, x, 56, 6)
                told = f"{_NAMES[winner]}: {count}"
                yield _words(x + 12, 60, told)
                x += 12 + (len(told) + 3) * CHARACTER

    def _paper(self) -> Iterator[str]:
        """The two axes, and the dashed line above the strip."""
        right = LEFT + self._x.squares * SQUARE
        yield f'<path d="M{LEFT} {TOP - 8}V{self._floor}H{right + 8}" fill="none" stroke="{INK}"/>'
        if self._y and self._strip:
            level = TOP + self._height
            yield f'<path d="M{LEFT} {level}H{right}" stroke="{FADED}" stroke-dasharray="3 3"/>'

    def _labels(self) -> Iterator[str]:
        room = (len(str(self._plan.sizes[-1])) + 2) * CHARACTER
        for number in self._x.ticks(room):
            x = LEFT + self._x.at(number)
            yield f'<path d="M{x:.1f} {self._floor}v5" stroke="{INK}"/>'
            yield _words(x, self._floor + 19, str(number), 'text-anchor="middle"')
        middle = LEFT + self._x.squares * SQUARE / 2
        yield _words(middle, self._floor + 45, self._plan.over, _NAME_STYLE)
        if self._strip:
            level = self._floor - self._strip / 2 + 4
            yield _words(LEFT - 10, level, "?", f'text-anchor="end" fill="{FADED}"')
        if self._y:
            for number in self._y.ticks(2 * SQUARE):
                level = TOP + self._height - self._y.at(number)
                yield f'<path d="M{LEFT} {level:.1f}h-5" stroke="{INK}"/>'
                yield _words(LEFT - 10, level + 4, str(number), 'text-anchor="end"')
            level = TOP + self._height / 2
            turned = f'{_NAME_STYLE} transform="rotate(-90 30 {level})"'
            yield _words(30, level, "moves to the end", turned)

    def _mark(self, row: Row) -> str:
        x = LEFT + self._x.at(row.size)
        stem = ""
        if self._y and row.remoteness is not None:
            y = TOP + self._height - self._y.at(row.remoteness)
            if self._radius > 4:
                end = TOP + self._height
                stem = (
                    f'<path d="M{x:.1f} {end}V{y:.1f}" stroke="{_HUES[row.winner]}" opacity=".4"/>'
                )
        else:
            y = self._floor - self._strip / 2
        told = f"<title>{escape(self._told(row))}</title>"
        shape = "".join(_shape(row.winner, x, y, self._radius))
        return f'<g class="mark {row.winner}">{told}{stem}{shape}</g>'

    def _told(self, row: Row) -> str:
        length = "" if row.remoteness is None else f" in {row.remoteness} moves"
        return f"{self._plan.over} {row.size}: {_NAMES[row.winner]}{length}"


_NAMES = {FIRST: "first player wins", SECOND: "second player wins", UNKNOWN: "not known"}
_HUES = {FIRST: BLUE, SECOND: VERMILION, UNKNOWN: INK}
_NAME_STYLE = f'text-anchor="middle" fill="{FADED}"'


def _words(x: float, y: float, text: str, style: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(text)}</text>'


def _shape(winner: str, x: float, y: float, radius: float) -> Iterator[str]:
    """A disc for the first player, a square for the second, a ring with a question mark."""
    if winner == FIRST:
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{BLUE}"/>'
    elif winner == SECOND:
        side = 1.8 * radius  # as heavy to the eye as the disc
        yield (
            f'<rect x="{x - side / 2:.1f}" y="{y - side / 2:.1f}" width="{side:.1f}" '
            f'height="{side:.1f}" fill="{VERMILION}"/>'
        )
    else:
        ring = f'fill="{PAPER}" stroke="{INK}"'
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" {ring}/>'
        if radius > 4:
            yield _words(x, y + 3.2, "?", 'text-anchor="middle" font-size="9"')
