"""The clock of remainders in a picture: where each digit leads, and what finishes from there."""

from __future__ import annotations

from math import cos, dist, pi, sin

from divisor_duel.drawing.marks import move_line
from divisor_duel.drawing.notebook import Subject
from divisor_duel.drawing.style import FAINT, INK, PAPER, PENCIL, VALUES
from divisor_duel.drawing.svg import Point, Shape, centred, circle, group, rectangle, shape, write
from divisor_duel.game import Value
from divisor_duel.games.digits.figure import RemainderClock, figure

SIDE = 290.0
"""The room that a clock takes, each way."""
CENTRE, RADIUS, OUTSIDE = SIDE / 2, 108.0, 27.0


def clock(subject: Subject) -> list[Shape]:
    """The hours, a line for each digit and the threats."""
    drawn, game = figure(subject.record, subject.analysis), subject.game
    number = subject.position.number
    now = number % game.target if number else None
    begin = (CENTRE, CENTRE) if now is None else _at(drawn, now)
    swings = [
        shape("path", d=_bowed(begin, _at(drawn, swing.hour)), fill="none", data_move=move)
        for move, swing in drawn.swings.items()
    ]
    for line, move in zip(swings, drawn.swings, strict=True):
        for name, value in move_line(subject.values[int(move)]).items():
            if value is not None:
                line.set(name.rstrip("_").replace("_", "-"), str(value))
        line.set("class", "swing")
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
    """A line that bows towards the middle, clear of the hours between; to itself a loop."""
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
