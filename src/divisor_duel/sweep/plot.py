"""A plot of a sweep on squared paper.

Sizes run to the right and the length of best play runs up; along each axis every
grid square is the same step. Shape as well as hue shows who wins; sizes of unknown
length are in a strip of their own below.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from divisor_duel.drawing.marks import player_mark
from divisor_duel.drawing.style import FAINT, INK, PAPER, PENCIL, PLAYERS, SQUARE
from divisor_duel.drawing.svg import (
    WIDEST,
    Point,
    Shape,
    centred,
    circle,
    document,
    fitted,
    group,
    line,
    shape,
    with_text,
    write,
)
from divisor_duel.game import Player
from divisor_duel.sweep.plan import Plan
from divisor_duel.sweep.rows import FIRST, SECOND, UNKNOWN, Row

LEFT, TOP, RIGHT, BOTTOM = 4 * SQUARE, 7 * SQUARE, 2 * SQUARE, 4 * SQUARE
"""Margins around the marks for title and labels, in pixels."""
MOST_COLUMNS, LEAST_COLUMNS, MOST_ROWS = 44, 24, 18
"""Limits on the size of the plot, in grid squares."""
FIGURE = 10
"""Width of a digit in a label, for a wide font, in pixels."""

NAMES = {FIRST: "first player wins", SECOND: "second player wins", UNKNOWN: "not known"}
_WINNERS = {FIRST: Player.ONE, SECOND: Player.TWO}


@dataclass(frozen=True)
class Axis:
    """An axis with a fixed step per grid square."""

    start: int
    """The number at the first grid line."""
    unit: Fraction
    """The step of one square."""
    squares: int
    """Its length, in squares."""

    def at(self, number: int) -> float:
        """Return the distance of a number from the first grid line, in pixels."""
        return float((number - self.start) / self.unit * SQUARE)

    def ticks(self, room: float) -> Iterator[int]:
        """Yield round numbers at least `room` pixels apart."""
        least = max(Fraction(1), self.unit * Fraction(room / SQUARE))
        whole = next(int(unit) for unit in _round_units() if unit >= least)
        number = -(-self.start // whole) * whole
        while self.at(number) <= self.squares * SQUARE:
            yield number
            number += whole


def _round_units() -> Iterator[Fraction]:
    """Yield 1/4, 1/2, 1, 2, 5, 10, 20, 50, ..."""
    yield from (Fraction(1, 4), Fraction(1, 2))
    power = 1
    while True:
        yield from (Fraction(power), Fraction(2 * power), Fraction(5 * power))
        power *= 10


def _axis(first: int, last: int, least: int, most: int) -> Axis:
    """Return an axis from `first` to `last` and a little beyond."""
    unit = next(unit for unit in _round_units() if (last - first) / unit <= most - 2)
    whole = max(1, int(unit))
    start = max(0, (first - 1) // whole * whole)
    squares = int(((last // whole + 1) * whole - start) / unit)
    return Axis(start, unit, max(least, squares))


def plot(plan: Plan, rows: Sequence[Row]) -> str:
    """Return the plot as SVG text, with one element of class ``mark`` per size."""
    return _Drawing(plan, rows).text()


class _Drawing:
    def __init__(self, plan: Plan, rows: Sequence[Row]) -> None:
        self._plan = plan
        self._rows = rows
        lengths = [row.remoteness for row in rows if row.remoteness is not None]
        self._x = _axis(plan.sizes[0], plan.sizes[-1], LEAST_COLUMNS, MOST_COLUMNS)
        self._y = _axis(0, max(lengths), 4, MOST_ROWS) if lengths else None
        self._ground = TOP + (self._y.squares * SQUARE if self._y else 0)
        self._strip = 2 * SQUARE if len(lengths) < len(rows) else 0
        self._floor = self._ground + self._strip
        self._right = LEFT + self._x.squares * SQUARE
        apart = self._x.at(self._x.start + plan.sizes.step)
        self._radius = min(6.5, max(3.0, 0.42 * apart))

    def text(self) -> str:
        title = f"{self._plan.title}: who wins"
        counts = ", ".join(f"{NAMES[winner]}: {count}" for winner, count in self._counts())
        shapes = [*self._heading(), *self._axes(), *self._sizes(), *self._lengths()]
        shapes += map(self._mark, self._rows)
        width, height = self._right + RIGHT, self._floor + BOTTOM
        return document(width, height, title, f"Of {len(self._rows)} sizes, {counts}.", shapes)

    def _counts(self) -> Iterator[tuple[str, int]]:
        for winner in NAMES:
            count = sum(row.winner == winner for row in self._rows)
            if count or winner != UNKNOWN:
                yield winner, count

    def _heading(self) -> Iterator[Shape]:
        """Yield the title, the sizes and the key to the marks."""
        game, sizes = self._plan.title.rsplit(", ", 1)
        room = self._right + RIGHT - 4 * SQUARE
        yield fitted(game, (2 * SQUARE, 46), 26, room, font_weight="bold")
        yield fitted(f"who wins, {sizes}", (2 * SQUARE, 74), 16, room, fill=PENCIL)
        key = [(winner, f"{NAMES[winner]}: {count}") for winner, count in self._counts()]
        letters = sum(len(label) for _, label in key)
        x = 2.0 * SQUARE + 7
        for winner, label in key:
            share = (room - 36 * len(key)) * len(label) / letters
            yield _winner_mark(winner, (x, 97), 7)
            yield fitted(label, (x + 14, 102), 16, share)
            x += 36 + min(share, WIDEST * 16 * len(label))

    def _axes(self) -> Iterator[Shape]:
        yield line((LEFT, TOP - 8), (LEFT, self._floor), stroke=INK)
        yield line((LEFT, self._floor), (self._right + 8, self._floor), stroke=INK)
        if self._y and self._strip:
            ends = (LEFT, self._ground), (self._right, self._ground)
            yield line(*ends, stroke=FAINT, stroke_dasharray="3 3")

    def _sizes(self) -> Iterator[Shape]:
        """Yield the labels of the horizontal axis."""
        room = (len(str(self._plan.sizes[-1])) + 2) * FIGURE
        for number in self._x.ticks(room):
            x = LEFT + self._x.at(number)
            yield line((x, self._floor), (x, self._floor + 5), stroke=INK)
            yield centred(str(number), (x, self._floor + 16), 15)
        middle = (LEFT + self._right) / 2
        yield centred(self._plan.over, (middle, self._floor + 2 * SQUARE), 16, fill=PENCIL)

    def _lengths(self) -> Iterator[Shape]:
        """Yield the labels of the vertical axis."""
        if self._strip:
            level = self._floor - self._strip / 2
            yield write("?", (LEFT - 11, level + 5), 15, text_anchor="end", fill=PENCIL)
        if not self._y:
            return
        for number in self._y.ticks(2 * SQUARE):
            level = self._ground - self._y.at(number)
            yield line((LEFT - 5, level), (LEFT, level), stroke=INK)
            yield write(str(number), (LEFT - 10, level + 5), 15, text_anchor="end")
        at = 1.5 * SQUARE, (TOP + self._ground) / 2
        turned = f"rotate(-90 {at[0]:g} {at[1]:g})"
        yield centred("moves to the end", at, 16, fill=PENCIL, transform=turned)

    def _mark(self, row: Row) -> Shape:
        x = LEFT + self._x.at(row.size)
        label = f"{self._plan.over} {row.size}: {NAMES[row.winner]}"
        parts: list[Shape] = []
        if self._y and row.remoteness is not None:
            y = self._ground - self._y.at(row.remoteness)
            label += f" in {row.remoteness} moves"
            if self._radius > 4:
                stem = PLAYERS[_WINNERS[row.winner]]
                parts.append(line((x, self._ground), (x, y), stroke=stem, opacity=0.4))
        else:
            y = self._floor - self._strip / 2
        parts.append(_winner_mark(row.winner, (x, y), self._radius))
        return group([with_text(shape("title"), label), *parts], class_=f"mark {row.winner}")


def _winner_mark(winner: str, at: Point, radius: float) -> Shape:
    """Return the winner's mark, or a ring if unknown, with a ? if it is large enough."""
    if winner in _WINNERS:
        return player_mark(_WINNERS[winner], at, 2 * radius)
    ring = circle(at, radius, fill=PAPER, stroke=INK)
    return group([ring, centred("?", at, 1.7 * radius)] if radius > 4 else [ring])
