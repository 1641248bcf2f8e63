"""Digits as a picture: the number, a table of the digits left, and the best line.

Beside the table is the clock of remainders: it shows where each digit leads and which digits
finish from there.
"""

from __future__ import annotations

from math import ceil, cos, dist, pi, sin

from divisor_duel.drawing.marks import move_line, owned_number, player_mark
from divisor_duel.drawing.page import GamePicture, Sketch, Subject, value_key
from divisor_duel.drawing.style import FAINT, INK, PAPER, PENCIL, VALUES
from divisor_duel.drawing.svg import (
    Point,
    Shape,
    centred,
    circle,
    group,
    line,
    rectangle,
    shape,
    write,
)
from divisor_duel.drawing.table import TableRow, table
from divisor_duel.game import Value
from divisor_duel.games.digits.figure import RemainderClock, figure
from divisor_duel.games.digits.rules import Digits, DigitsPosition

BOX, LINE, STEP = 48, 78, 66
"""Side of a box, distance between rows, and between moves of the line (SVG units)."""
MOST_BOXES = 18
"""Most boxes in a row."""
APART = 56
"""Distance between the clock and the table, in SVG units."""
MOST_STEPS = 12
"""Most moves of the best line in a row."""


def check(game: Digits, position: DigitsPosition) -> None:
    """Accept every position: there are never more than 35 digits."""


def sketch(subject: Subject[Digits, DigitsPosition]) -> Sketch:
    """Draw the number in boxes, the table of the digits left, the clock and the line."""
    game = subject.game
    shapes = _boxes(subject)
    rows = ceil((game.base - 1) / MOST_BOXES)
    width, top = max(BOX * min(game.base - 1, MOST_BOXES), 480.0), LINE * rows + 48.0
    if subject.analysis.moves:
        heads = ("digit", "makes", "remainder", "moves left")
        body, wide, high = table(heads, _rows(subject), 18, gap=32)
        shapes.append(group([body], transform=f"translate(0 {top:g})"))
        shapes.append(group(clock(subject), transform=f"translate({wide + APART:g} {top:g})"))
        width, top = max(width, wide + APART + SIDE), top + max(high, SIDE) + 44
    if subject.analysis.line:
        steps, wide, high = _line(subject)
        shapes.append(group(steps, class_="line", transform=f"translate(0 {top:g})"))
        width, top = max(width, wide), top + high
    key = value_key(subject.values.values(), "digit")
    return Sketch(width, top, shapes, key, _notes(subject))


def _notes(subject: Subject[Digits, DigitsPosition]) -> list[str]:
    """Explain the digits outside the clock, if there are any."""
    note = "The small digit wins from that remainder."
    return [note] if figure(subject).threats else []


def _boxes(subject: Subject[Digits, DigitsPosition]) -> list[Shape]:
    """Return a box for every digit; those played have their player's mark."""
    game, record = subject.game, subject.record
    shapes: list[Shape] = []
    player = record.first
    written = game.written(subject.position.number)
    given = len(written) - len(record.moves)
    for index in range(game.base - 1):
        row, column = divmod(index, MOST_BOXES)
        x, y = BOX * column, LINE * row
        shapes.append(rectangle((x, y), BOX, BOX, fill=PAPER, stroke=FAINT))
        if index >= len(written):
            continue
        middle = x + BOX / 2, y + BOX / 2
        shapes.append(centred(written[index], middle, 34, font_weight="bold", class_="written"))
        if index >= given:
            shapes.append(player_mark(player, (middle[0], y + BOX + 14), 12))
            player = player.other
    words = _division(game, subject.position)
    base = LINE * (row + 1) + 18
    return [*shapes, write(words, (0, base), 18, fill=PENCIL, class_="remainder")]


def _division(game: Digits, position: DigitsPosition) -> str:
    """Say which remainder the number leaves."""
    number = position.number
    if not number:
        return f"No digit is written yet; the target is {game.target}."
    remainder = number % game.target
    base = "" if game.base == 10 else f" (base {game.base})"
    return f"{game.written(number)}{base} divided by {game.target} leaves remainder {remainder}."


def _rows(subject: Subject[Digits, DigitsPosition]) -> list[TableRow]:
    game, position = subject.game, subject.position
    rows = []
    for move in sorted(subject.analysis.moves, key=lambda analyzed: analyzed.move):
        after = game.play(position, move.move)
        plies = "" if move.remoteness is None else str(move.remoteness)
        remainder = str(after.number % game.target)
        cells = (game.format_move(move.move), _shortened(game, after), remainder, plies)
        rows.append(TableRow(move.move, move.value, cells))
    return rows


def _shortened(game: Digits, position: DigitsPosition) -> str:
    """Return the number as written, or its last digits if it is long."""
    text = game.written(position.number)
    return text if len(text) <= 12 else f"…{text[-11:]}"


def _line(subject: Subject[Digits, DigitsPosition]) -> tuple[list[Shape], float, float]:
    """Return the best line with its remainders, and its width and height."""
    game, moves = subject.game, subject.analysis.line
    position = subject.position
    shapes = [
        write(
            f"{subject.analysis.line_title}, and the remainder after each digit",
            (0, 0),
            18,
            fill=PENCIL,
        )
    ]
    for index, move in enumerate(moves):
        row, column = divmod(index, MOST_STEPS)
        place = STEP * column + 22, 44 + 84 * row
        player = position.to_move
        position = game.play(position, move)
        if column:
            begin = place[0] - STEP + 22, place[1]
            shapes.append(line(begin, (place[0] - 22, place[1]), stroke=INK, stroke_width=0.8))
        shapes.append(owned_number(player, game.format_move(move), place, 22))
        shapes.append(centred(str(position.number % game.target), (place[0], place[1] + 34), 16))
    rows = 1 + (len(moves) - 1) // MOST_STEPS
    return shapes, STEP * min(len(moves), MOST_STEPS), 84.0 * rows + 16


SIDE = 290.0
"""Width and height of the clock, in SVG units."""
CENTRE, RADIUS, OUTSIDE = SIDE / 2, 108.0, 27.0
"""The clock's centre and radius, and how far outside threats are, in SVG units."""


def clock(subject: Subject[Digits, DigitsPosition]) -> list[Shape]:
    """Return the hours, a line for each digit and the threats."""
    drawn, game = figure(subject), subject.game
    number = subject.position.number
    now = number % game.target if number else None
    begin = (CENTRE, CENTRE) if now is None else _at(drawn, now)
    swings = [
        shape("path", d=_bowed(begin, _at(drawn, swing.hour)), fill="none", data_move=move)
        for move, swing in drawn.swings.items()
    ]
    for swing_line, move in zip(swings, drawn.swings, strict=True):
        for name, value in move_line(subject.values[int(move)]).items():
            if value is not None:
                swing_line.set(name.rstrip("_").replace("_", "-"), str(value))
        swing_line.set("class", "swing")
    return [
        circle((CENTRE, CENTRE), RADIUS, fill="none", stroke=FAINT),
        write(f"mod {game.target}", (0, 14), 15, fill=PENCIL, font_style="italic"),
        group(swings, class_="swings"),
        group((_hour(drawn, hour, hour == now) for hour in drawn.hours), class_="hours"),
        group(
            (
                _threat(drawn, int(hour), " ".join(map(game.format_move, digits)))
                for hour, digits in drawn.threats.items()
            ),
            class_="threats",
        ),
    ]


def _at(drawn: RemainderClock, hour: int, away: float = 0) -> Point:
    angle = 2 * pi * drawn.hours.index(hour) / len(drawn.hours) - pi / 2
    return CENTRE + (RADIUS + away) * cos(angle), CENTRE + (RADIUS + away) * sin(angle)


def _bowed(begin: Point, end: Point) -> str:
    """Return a path that bows towards the centre, or a loop from an hour to itself."""
    (x, y), (u, v) = begin, end
    if dist(begin, end) > 1:
        return f"M{x:.1f} {y:.1f}Q{CENTRE:g} {CENTRE:g} {u:.1f} {v:.1f}"
    dx, dy = (CENTRE - x) * 0.7, (CENTRE - y) * 0.7
    one, two = (
        (x + dx - dy * 0.6, y + dy + dx * 0.6),
        (x + dx + dy * 0.6, y + dy - dx * 0.6),
    )
    bends = f"{one[0]:.1f} {one[1]:.1f} {two[0]:.1f} {two[1]:.1f}"
    return f"M{x:.1f} {y:.1f}C{bends} {x:.1f} {y:.1f}"


def _hour(drawn: RemainderClock, hour: int, now: bool) -> Shape:
    text = str(hour)
    crowded = len(drawn.hours) > 16 or len(text) > 3
    size, radius = (13.0, 12.0) if crowded else (17.0, 16.0)
    half = max(radius, 4 + 0.28 * size * len(text))
    x, y = _at(drawn, hour)
    frame = rectangle(
        (x - half, y - radius),
        2 * half,
        2 * radius,
        rx=radius,
        fill=INK if now else PAPER,
        stroke=INK if now or not hour else FAINT,
        stroke_width=1 if hour else 2,
    )
    figures = centred(text, (x, y), size, fill=PAPER if now else INK)
    return group([frame, figures], class_="hour", data_hour=hour)


def _threat(drawn: RemainderClock, hour: int, digits: str) -> Shape:
    style = {"fill": VALUES[Value.LOSS], "font_weight": "bold"}
    return centred(digits, _at(drawn, hour, OUTSIDE), 16, data_hour=hour, **style)


PICTURE = GamePicture[Digits, DigitsPosition](check, sketch)
