"""Countdown as a picture: a strip of all numbers.

It marks who wins from each number and rings the numbers that a move leaves. A start too large
for a strip gets a table of its divisors and what each leaves.
"""

from __future__ import annotations

from math import ceil

from divisor_duel.drawing.marks import move_line, owned_number, value_mark
from divisor_duel.drawing.page import GamePicture, Sketch, Subject, value_key
from divisor_duel.drawing.paper_boards import written_number
from divisor_duel.drawing.style import FAINT, PAPER, VALUES
from divisor_duel.drawing.svg import Point, Shape, centred, group, line, rectangle, write
from divisor_duel.drawing.table import TableRow, table
from divisor_duel.game import Value
from divisor_duel.games.countdown.figure import grouped
from divisor_duel.games.countdown.proofs import is_lost
from divisor_duel.games.countdown.rules import Countdown, CountdownPosition

LARGEST_STRIP = 400
"""Largest number with a strip; a longer strip would not fit on a page."""

CELL, PITCH = 46, 70
"""Width of a number's cell, and distance between rows, in SVG units."""
MOST_ROWS = 90
"""Most divisors in a table; a number below 10^18 can have a hundred thousand."""


def check(game: Countdown, position: CountdownPosition) -> None:
    """Accept every position: every number has a picture."""


def sketch(subject: Subject[Countdown, CountdownPosition]) -> Sketch:
    """Draw the strip, or the table if the number is large."""
    if subject.position.number <= LARGEST_STRIP:
        return _strip(subject)
    return _table(subject)


def _strip(subject: Subject[Countdown, CountdownPosition]) -> Sketch:
    number = subject.position.number
    columns = 12 if number <= 60 else 18 if number <= 180 else 24
    rows = ceil(number / columns)
    places = {
        cell: (CELL * ((cell - 1) % columns + 0.5), PITCH * ((cell - 1) // columns) + 30.0)
        for cell in range(1, number + 1)
    }
    moves = sorted(subject.values.items())
    shapes = [
        group(_ruled(rows, columns), class_="ruled"),
        group((_shade(places[cell]) for cell in places if is_lost(cell)), class_="grounds"),
        group((_ring(places[number - move], move, value) for move, value in moves), class_="moves"),
        group((_cell(cell, places[cell]) for cell in places if cell != number), class_="cells"),
        owned_number(subject.position.to_move, str(number), places[number], 22),
    ]
    key: list[tuple[str, str]] = [
        (Value.WIN, "a player who gets this number wins"),
        (Value.LOSS, "a player who gets it loses"),
    ]
    return Sketch(CELL * columns, PITCH * rows, shapes, key, _notes(number, moves))


def _ruled(rows: int, columns: int) -> list[Shape]:
    """Return a ruled line under each row, as in an exercise book."""
    style = {"stroke": FAINT, "stroke_width": 0.8}
    heights = [PITCH * row + 65 for row in range(rows)]
    return [line((0, height), (CELL * columns, height), **style) for height in heights]


def _shade(place: Point) -> Shape:
    """Return the shading behind a number that loses."""
    corner = place[0] - CELL / 2 + 3, place[1] - 20
    return rectangle(corner, CELL - 6, 48, rx=6, fill=VALUES[Value.LOSS], fill_opacity=0.09)


def _cell(number: int, place: Point) -> Shape:
    value = Value.LOSS if is_lost(number) else Value.WIN
    halo = {"stroke": PAPER, "stroke_width": 4, "paint_order": "stroke", "stroke_opacity": 0.8}
    name = centred(str(number), (place[0], place[1] - 4), 20, **halo)
    mark = value_mark(value, (place[0], place[1] + 17), 4.5)
    return group([name, mark], class_="node", data_number=number)


def _ring(place: Point, divisor: int, value: str) -> Shape:
    """Return a ring around the number that a divisor leaves; lines would overlap."""
    corner = place[0] - CELL / 2 + 3, place[1] - 20
    style = move_line(value) | {"data_move": divisor, "fill": "none"}
    return rectangle(corner, CELL - 6, 48, rx=6, **style)


def _notes(number: int, moves: list[tuple[int, str]]) -> list[str]:
    """Return the subtractions in words, since the rings show only what they leave."""
    notes = []
    for value, words in ((Value.WIN, "Solid rings win"), (Value.LOSS, "Dashed rings lose")):
        subtractions = [
            f"{number}\u00a0−\u00a0{move}\u00a0=\u00a0{number - move}"
            for move, its_value in moves
            if its_value == value
        ]
        if subtractions:
            notes.append(f"{words}: {', '.join(subtractions)}.")
    return notes


def _table(subject: Subject[Countdown, CountdownPosition]) -> Sketch:
    analysis = subject.analysis
    number = subject.position.number
    rows = [
        TableRow(move.move, move.value, (grouped(move.move), grouped(number - move.move), plies))
        for move in analysis.moves[:MOST_ROWS]
        for plies in ["" if move.remoteness is None else str(move.remoteness)]
    ]
    body, width, height = table(("subtract", "to leave", "moves left"), rows, 30)
    width = max(width, 640)
    shapes = [
        write(grouped(number), (0, 34), 38, font_weight="bold"),
        group([body], transform=f"translate(0 {64:g})"),
    ]
    hidden = len(analysis.moves) - len(rows)
    notes = [f"{MOST_ROWS} of {len(analysis.moves)} divisors are shown."] if hidden else []
    key = value_key(subject.values.values())
    return Sketch(width, 64 + height, shapes, key, notes)


def board(game: Countdown, position: CountdownPosition, start: CountdownPosition) -> Sketch:
    """Draw the number on paper."""
    return written_number(str(position.number), "The number now")


PICTURE = GamePicture[Countdown, CountdownPosition](check, sketch, board)
