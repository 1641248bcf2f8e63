"""Countdown as a picture: the parity ladder, and below it a strip of all numbers.

The ladder has two rails, and the best line steps down and up between them. The strip marks who
wins from each number and rings the numbers that a move leaves. A start too large for a strip
gets a table of its divisors and what each leaves.
"""

from __future__ import annotations

from math import ceil

from divisor_duel.diagram import Stop
from divisor_duel.drawing.marks import move_line, owned_number, value_mark
from divisor_duel.drawing.page import GamePicture, Sketch, Subject, value_key
from divisor_duel.drawing.style import FAINT, INK, PAPER, PENCIL, PLAYERS, VALUES
from divisor_duel.drawing.svg import Point, Shape, centred, group, line, rectangle, write
from divisor_duel.drawing.table import TableRow, table
from divisor_duel.game import Player, Value
from divisor_duel.games.countdown.figure import figure, grouped
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
    """Draw the ladder with the strip, or with the table if the number is large."""
    if subject.position.number <= LARGEST_STRIP:
        return _strip(subject)
    return _table(subject)


def _strip(subject: Subject[Countdown, CountdownPosition]) -> Sketch:
    number = subject.position.number
    columns = 12 if number <= 60 else 18 if number <= 180 else 24
    rows = ceil(number / columns)
    ladder, top = rails(subject, CELL * columns)
    places = {
        cell: (CELL * ((cell - 1) % columns + 0.5), top + PITCH * ((cell - 1) // columns) + 30.0)
        for cell in range(1, number + 1)
    }
    moves = sorted(subject.values.items())
    shapes = [
        *ladder,
        group(_ruled(top, rows, columns), class_="ruled"),
        group((_shade(places[cell]) for cell in places if is_lost(cell)), class_="grounds"),
        group((_ring(places[number - move], move, value) for move, value in moves), class_="moves"),
        group((_cell(cell, places[cell]) for cell in places if cell != number), class_="cells"),
        owned_number(subject.position.to_move, str(number), places[number], 22),
    ]
    key: list[tuple[str, str]] = [
        (Value.WIN, "a player who gets this number wins"),
        (Value.LOSS, "a player who gets it loses"),
    ]
    return Sketch(CELL * columns, top + PITCH * rows, shapes, key, _notes(number, moves))


def _ruled(top: float, rows: int, columns: int) -> list[Shape]:
    """Return a ruled line under each row, as in an exercise book."""
    style = {"stroke": FAINT, "stroke_width": 0.8}
    heights = [top + PITCH * row + 65 for row in range(rows)]
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
    ladder, top = rails(subject, width)
    shapes = [
        *ladder,
        write(grouped(number), (0, top + 34), 38, font_weight="bold"),
        group([body], transform=f"translate(0 {top + 64:g})"),
    ]
    hidden = len(analysis.moves) - len(rows)
    notes = [f"{MOST_ROWS} of {len(analysis.moves)} divisors are shown."] if hidden else []
    key = value_key(subject.values.values())
    return Sketch(width, top + 64 + height, shapes, key, notes)


ABOVE, BELOW, HEIGHT = 22.0, 112.0, 168.0
"""The y of the upper and the lower rail, and the ladder's height, in SVG units."""
LEFT = 84
"""Space for the labels to the left of the rails, in SVG units."""
RAIL_PITCH, SIZE, LETTER = 78.0, 30, 10.5
"""Least distance between stops, height of a stop, width of a digit (SVG units)."""
LONGEST = 15
"""Most characters in a number on the ladder; longer ones would not fit."""


def rails(
    subject: Subject[Countdown, CountdownPosition], width: float
) -> tuple[list[Shape], float]:
    """Return the ladder of the best line within `width`, and its height."""
    drawn = figure(subject)
    stops = [drawn.path[-1], *drawn.ahead]
    longest = max(len(grouped(stop.number)) for stop in stops)
    if not drawn.ahead or longest > LONGEST:
        return [], 0.0
    pitch = max(RAIL_PITCH, 30 + LETTER * longest)
    shown = stops[: max(2, int((width - LEFT) / pitch))]
    places = [
        (LEFT + pitch * (column + 0.5), BELOW if stop.lost else ABOVE)
        for column, stop in enumerate(shown)
    ]
    shapes = _rail(ABOVE, "even", "wins", width) + _rail(BELOW, "odd", "loses", width)
    player = subject.position.to_move
    for column, stop in enumerate(shown[1:]):
        shapes.append(_step(player, shown[column], stop, places[column], places[column + 1]))
        player = player.other
    player = subject.position.to_move
    for stop, place in zip(shown, places, strict=True):
        shapes.append(_stop(player, stop, place, stop is shown[0]))
        player = player.other
    if len(stops) > len(shown):
        shapes.append(write("…", (places[-1][0] + pitch / 2, places[-1][1] - 6), 18))
    return [group(shapes, class_="rails")], HEIGHT


def _rail(y: float, parity: str, value: str, width: float) -> list[Shape]:
    return [
        line((LEFT - 8, y), (width, y), stroke=FAINT, stroke_width=1.2),
        write(parity, (0, y - 1), 17, font_weight="bold"),
        write(value, (0, y + 16), 15, fill=PENCIL, font_style="italic"),
    ]


def _stop(player: Player, stop: Stop, at: tuple[float, float], current: bool) -> Shape:
    text = grouped(stop.number)
    if current and len(text) < 4:
        return owned_number(player, text, at, 20)
    half = 10 + LETTER * len(text) / 2
    frame = rectangle(
        (at[0] - half, at[1] - SIZE / 2),
        2 * half,
        SIZE,
        rx=SIZE / 2 if player is Player.ONE else 2,
        fill=PLAYERS[player] if current else PAPER,
        stroke=PLAYERS[player],
        stroke_width=1.6,
    )
    shapes = [frame, centred(text, at, 18, fill=PAPER if current else INK)]
    if stop.note:
        aside = SIZE / 2 + 12 if stop.lost else -SIZE / 2 - 11
        note = {"fill": PENCIL, "font_style": "italic"}
        shapes.append(centred(stop.note, (at[0], at[1] + aside), 14, **note))
    return group(shapes, class_="stop", data_number=stop.number)


def _step(
    player: Player, before: Stop, after: Stop, begin: tuple[float, float], end: tuple[float, float]
) -> Shape:
    """Return a line between the rails, labelled with the divisor.

    Best play never stays on a rail.
    """
    down = 1 if end[1] > begin[1] else -1
    middle = (begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2
    label = f"−{grouped(before.number - after.number)}"
    edge = down * SIZE / 2
    return group(
        [
            line(
                (begin[0], begin[1] + edge),
                (end[0], end[1] - edge),
                stroke=PLAYERS[player],
                stroke_width=1.8,
            ),
            write(label, (middle[0] + 8, middle[1] + (-4 if down > 0 else 15)), 16),
        ],
        class_="step",
        data_move=before.number - after.number,
    )


PICTURE = GamePicture[Countdown, CountdownPosition](check, sketch)
