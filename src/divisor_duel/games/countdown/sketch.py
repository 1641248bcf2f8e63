"""Countdown: the parity ladder, and below it all numbers with who wins from each.

Where a move leads is ringed. Numbers too large for that get a table of their divisors and
what each leaves.
"""

from __future__ import annotations

from math import ceil

from divisor_duel.drawing.marks import held, move_line, value_mark
from divisor_duel.drawing.notebook import Sketch, Subject, value_key
from divisor_duel.drawing.style import FAINT, PAPER, VALUES
from divisor_duel.drawing.svg import Point, Shape, centred, group, line, rectangle, write
from divisor_duel.drawing.table import TableRow, table
from divisor_duel.game import Value
from divisor_duel.games.countdown.figure import spaced
from divisor_duel.games.countdown.rails import rails
from divisor_duel.games.countdown.rules import Countdown, CountdownPosition
from divisor_duel.games.countdown.theory import loses

LARGEST_STRIP = 400
"""Larger numbers get a table: their strip would not fit a page."""

CELL, PITCH = 46, 70
"""The width of a number's cell, and the distance of rows."""
MOST_ROWS = 90
"""Divisors in a table; a number below 10^18 can have a hundred thousand."""


def check(game: Countdown, position: CountdownPosition) -> None:
    """Nothing to refuse: every number has a picture."""


def sketch(subject: Subject) -> Sketch:
    """The strip, or the table if the number is large."""
    if subject.position.number <= LARGEST_STRIP:
        return _strip(subject)
    return _table(subject)


def _strip(subject: Subject) -> Sketch:
    number = subject.position.number
    columns = 12 if number <= 60 else 18 if number <= 180 else 24
    rows = ceil(number / columns)
    ladder, top = rails(subject, CELL * columns)
    places = {
        each: (CELL * ((each - 1) % columns + 0.5), top + PITCH * ((each - 1) // columns) + 30.0)
        for each in range(1, number + 1)
    }
    moves = sorted(subject.values.items())
    shapes = [
        *ladder,
        group(_ruled(top, rows, columns), class_="ruled"),
        group((_ground(places[each]) for each in places if loses(each)), class_="grounds"),
        group((_move(places[number - move], move, value) for move, value in moves), class_="moves"),
        group((_cell(each, places[each]) for each in places if each != number), class_="cells"),
        held(subject.position.to_move, str(number), places[number], 22),
    ]
    key: list[tuple[str, str]] = [
        (Value.WIN, "whoever gets this number wins"),
        (Value.LOSS, "whoever gets it loses"),
    ]
    return Sketch(CELL * columns, top + PITCH * rows, shapes, key, _notes(number, moves))


def _ruled(top: float, rows: int, columns: int) -> list[Shape]:
    """A ruled line under each row, as in an exercise book."""
    style = {"stroke": FAINT, "stroke_width": 0.8}
    heights = [top + PITCH * row + 65 for row in range(rows)]
    return [line((0, height), (CELL * columns, height), **style) for height in heights]


def _ground(place: Point) -> Shape:
    """The shade behind a number that loses."""
    corner = place[0] - CELL / 2 + 3, place[1] - 20
    return rectangle(corner, CELL - 6, 48, rx=6, fill=VALUES[Value.LOSS], fill_opacity=0.09)


def _cell(number: int, place: Point) -> Shape:
    value = Value.LOSS if loses(number) else Value.WIN
    halo = {"stroke": PAPER, "stroke_width": 4, "paint_order": "stroke", "stroke_opacity": 0.8}
    name = centred(str(number), (place[0], place[1] - 4), 20, **halo)
    mark = value_mark(value, (place[0], place[1] + 17), 4.5)
    return group([name, mark], class_="node", data_number=number)


def _move(place: Point, divisor: int, value: str) -> Shape:
    """A ring around the number that a divisor leaves: no line could pass by all the others."""
    corner = place[0] - CELL / 2 + 3, place[1] - 20
    style = move_line(value) | {"data_move": divisor, "fill": "none"}
    return rectangle(corner, CELL - 6, 48, rx=6, **style)


def _notes(number: int, moves: list[tuple[int, str]]) -> list[str]:
    """The divisors in words, since the lines only show what they leave."""
    notes = []
    for value, words in ((Value.WIN, "Solid rings win"), (Value.LOSS, "Dashed rings lose")):
        told = [
            f"{number}\u00a0−\u00a0{move}\u00a0=\u00a0{number - move}"
            for move, each in moves
            if each == value
        ]
        if told:
            notes.append(f"{words}: {', '.join(told)}.")
    return notes


def _table(subject: Subject) -> Sketch:
    analysis = subject.analysis
    number = subject.position.number
    rows = [
        TableRow(move.move, move.value, (spaced(move.move), spaced(number - move.move), plies))
        for move in analysis.moves[:MOST_ROWS]
        for plies in ["" if move.remoteness is None else str(move.remoteness)]
    ]
    body, width, height = table(("subtract", "to leave", "moves left"), rows, 30)
    width = max(width, 640)
    ladder, top = rails(subject, width)
    shapes = [
        *ladder,
        write(spaced(number), (0, top + 34), 38, font_weight="bold"),
        group([body], transform=f"translate(0 {top + 64:g})"),
    ]
    hidden = len(analysis.moves) - len(rows)
    notes = [f"{MOST_ROWS} of {len(analysis.moves)} divisors are shown."] if hidden else []
    key = value_key(subject.values.values())
    return Sketch(width, top + 64 + height, shapes, key, notes)
