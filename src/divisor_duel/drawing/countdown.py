"""Countdown: all numbers down to 1 with who wins from each, and where the moves lead.

Numbers too large for that get a table of their divisors and what each leaves.
"""

from __future__ import annotations

from math import ceil

from divisor_duel.drawing.look import FAINT, GRID, INK, PAPER, PENCIL, VALUES
from divisor_duel.drawing.marks import held, move_line, value_mark
from divisor_duel.drawing.notebook import Sketch, Subject, value_key, wide
from divisor_duel.drawing.svg import (
    Point,
    Shape,
    arc,
    centred,
    circle,
    group,
    line,
    rectangle,
    write,
)
from divisor_duel.rules.countdown import Countdown, CountdownPosition

LARGEST_STRIP = 400
"""Larger numbers get a table: their strip would not fit a page."""

CELL, ROW = 44, 76
MOST_ROWS = 90
"""Divisors in a table; a number below 10^18 can have a hundred thousand."""


def check(game: Countdown, position: CountdownPosition) -> None:
    """Every number has a picture."""


def sketch(subject: Subject) -> Sketch:
    """The strip, or the table if the number is large."""
    if subject.analysis.position.number <= LARGEST_STRIP:
        return _strip(subject)
    return _table(subject)


def _strip(subject: Subject) -> Sketch:
    number = subject.analysis.position.number
    columns = 10 if number <= 30 else 20 if number <= 200 else 25
    rows = ceil(number / columns)
    places = {
        each: (CELL * ((each - 1) % columns + 0.5), ROW * ((each - 1) // columns) + 48)
        for each in range(1, number + 1)
    }
    moves = [
        _move(places, number, move, value) for move, value in sorted(subject.values.items())
    ]
    cells = [_cell(each, places[each]) for each in places if each != number]
    current = held(subject.analysis.position.to_move, str(number), places[number], 22)
    left = [number - move for move in subject.values]
    labels = [
        centred(f"−{number - each}", (places[each][0], places[each][1] - 30), 13, fill=PENCIL)
        for each in left
    ]
    shapes = [
        group(_rules(rows, columns), class_="rules"),
        group(moves, class_="moves"),
        group(cells, class_="cells"),
        *labels,
        current,
    ]
    key = [("win", "a win for whoever is to move"), ("loss", "a loss for whoever is to move")]
    notes = [
        "Solid lines are moves that win (they leave a −), dashed ones lose; −15 above a number "
        "means: subtract 15 to get there."
    ]
    return Sketch(CELL * columns, ROW * rows + 10, shapes, key, notes if moves else [])


def _rules(rows: int, columns: int) -> list[Shape]:
    """A ruled line under each row, as in an exercise book."""
    return [
        line((0, ROW * row + 72), (CELL * columns, ROW * row + 72), stroke=FAINT, stroke_width=0.8)
        for row in range(rows)
    ]
