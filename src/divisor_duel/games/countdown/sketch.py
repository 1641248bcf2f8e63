"""Countdown: all numbers down to 1 with who wins from each, and where the moves lead.

Numbers too large for that get a table of their divisors and what each leaves.
"""

from __future__ import annotations

from math import ceil

from divisor_duel.drawing.look import FAINT, PAPER, VALUES
from divisor_duel.drawing.marks import held, move_line, value_mark
from divisor_duel.drawing.notebook import Sketch, Subject, value_key
from divisor_duel.drawing.svg import Point, Shape, arc, centred, group, line, rectangle, write
from divisor_duel.drawing.table import Row, table
from divisor_duel.game import Value
from divisor_duel.games.countdown.rules import Countdown, CountdownPosition
from divisor_duel.games.countdown.theory import loses

LARGEST_STRIP = 400
"""Larger numbers get a table: their strip would not fit a page."""

CELL, PITCH = 46, 86
"""The width of a number's cell, and the distance of rows."""
BELOW = 90
"""Room for the lines to numbers of the last row, twice as deep as they hang."""
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
    places = {
        each: (CELL * ((each - 1) % columns + 0.5), PITCH * ((each - 1) // columns) + 44.0)
        for each in range(1, number + 1)
    }
    moves = sorted(subject.values.items())
    shapes = [
        group(_ruled(rows, columns), class_="ruled"),
        group((_ground(places[each]) for each in places if loses(each)), class_="grounds"),
        group((_move(places, number, *move) for move in moves), class_="moves"),
        group((_cell(each, places[each]) for each in places if each != number), class_="cells"),
        held(subject.position.to_move, str(number), places[number], 22),
    ]
    key: list[tuple[str, str]] = [
        (Value.WIN, "whoever gets this number wins"),
        (Value.LOSS, "whoever gets it loses"),
    ]
    height = PITCH * rows + (BELOW / 2 if moves else 0)
    return Sketch(CELL * columns, height, shapes, key, _notes(number, moves))


def _ruled(rows: int, columns: int) -> list[Shape]:
    """A ruled line under each row, as in an exercise book."""
    style = {"stroke": FAINT, "stroke_width": 0.8}
    heights = [PITCH * row + 76 for row in range(rows)]
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


def _move(places: dict[int, Point], number: int, divisor: int, value: str) -> Shape:
    """A line from the current number: along its own row, or up to an earlier one."""
    (x, y), (left, up) = places[number], places[number - divisor]
    style = move_line(value) | {"data_move": divisor}
    if up == y:  # below the last row there is room
        depth = 24 + BELOW * (x - left) / max(place[0] for place in places.values())
        return arc((x, y + 18), ((x + left) / 2, y + 26 + depth), (left, y + 29), **style)
    if left == x:  # straight up would hide the numbers between
        bow = x + 16 + 0.12 * (y - up)
        return arc((x, y - 18), (bow, (y + up) / 2), (x + 10, up + 28), **style)
    return arc((x, y - 18), (x, up + 40), (left, up + 29), **style)


def _notes(number: int, moves: list[tuple[int, str]]) -> list[str]:
    """The divisors in words, since the lines only show what they leave."""
    notes = []
    for value, words in ((Value.WIN, "Solid lines win"), (Value.LOSS, "Dashed lines lose")):
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
        Row(move.move, move.value, (_spaced(move.move), _spaced(number - move.move), plies))
        for move in analysis.moves[:MOST_ROWS]
        for plies in ["" if move.remoteness is None else str(move.remoteness)]
    ]
    body, width, height = table(("subtract", "to leave", "moves left"), rows, 30)
    shapes = [
        write(_spaced(number), (0, 34), 38, font_weight="bold"),
        group([body], transform="translate(0 64)"),
    ]
    hidden = len(analysis.moves) - len(rows)
    notes = [f"The {MOST_ROWS} best of {len(analysis.moves)} divisors."] if hidden else []
    key = value_key(subject.values.values())
    return Sketch(max(width, 420), 64 + height, shapes, key, notes)


def _spaced(number: int) -> str:
    """A long number in groups of three figures."""
    return f"{number:,}".replace(",", "\u00a0")
