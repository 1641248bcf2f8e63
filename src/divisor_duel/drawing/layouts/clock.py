"""The clock of remainders, with the digits that make a multiple from each."""

from __future__ import annotations

from math import cos, pi, sin

from divisor_duel.diagram import Clock, Hour
from divisor_duel.drawing.layouts.laid import Laid, Mark, Named, box, label, ring, width_of
from divisor_duel.drawing.svg import Point

RADIUS, INSIDE, OUTSIDE = 104, 26, 23
"""Radius of the face, and how far inside and outside it digits are, in SVG units."""

SIZE, SMALL, HALF = 15, 14, 11
"""Font sizes of an hour and of a digit, and half of an hour's height, in SVG units."""

MOST_HOURS = 24
"""Most hours that are drawn."""

MOST_DIGITS = 3
"""Most digits beside an hour."""

HEIGHT = 2 * (RADIUS + 36)


def lay_out_clock(clock: Clock, width: float, named: Named) -> Laid:
    """Lay out the hours on a circle, first those where the next digit may end the game."""
    hours = clock.hours
    if len(hours) > MOST_HOURS:
        chosen = sorted(hours, key=lambda hour: (hour.remainder != clock.now, not hour.finishers))
        hours = tuple(hour for hour in hours if hour in chosen[:MOST_HOURS])
    centre = width / 2, HEIGHT / 2
    marks = [ring("face", centre, RADIUS), label(f"÷ {clock.target}", centre, 18, "aside")]
    cut = len(hours) < len(clock.hours)
    for index, hour in enumerate(hours):
        angle = 2 * pi * index / len(hours) - pi / 2
        frame = _hour(clock, hour, centre, angle, len(hours) > 16)
        wide = float(frame[0].at["width"]) / 2 - HALF
        marks += [*frame, *_digits(hour, clock, centre, angle, wide, named)]
        cut = cut or len(hour.finishers) > MOST_DIGITS
    inside = "A grey digit inside leads to that remainder."
    note = f"{inside} Not everything fits on the clock." if cut else inside
    return Laid(width, HEIGHT, tuple(marks), note)


def _at(centre: Point, angle: float, away: float) -> Point:
    return centre[0] + (RADIUS + away) * cos(angle), centre[1] + (RADIUS + away) * sin(angle)


def _hour(clock: Clock, hour: Hour, centre: Point, angle: float, crowded: bool) -> list[Mark]:
    text, size = str(hour.remainder), 12 if crowded else SIZE
    at, half = _at(centre, angle, 0), max(HALF, width_of(text, size) / 2 + 4)
    now = " now" if hour.remainder == clock.now else "" if hour.remainder else " goal"
    high = HALF - (1 if crowded else 0)
    corner, extent = (at[0] - half, at[1] - high), (2 * half, 2.0 * high)
    return [
        box(f"hour{now}", corner, extent, high),
        label(text, at, size, f"number hour{now}"),
    ]


def _digits(
    hour: Hour, clock: Clock, centre: Point, angle: float, wide: float, named: Named
) -> list[Mark]:
    """Return the digits that lead to an hour inside, and those that end the game outside.

    They are `wide` further away at the sides, where a long hour reaches further.
    """
    marks = []
    if hour.finishers:
        texts = [named(digit) for digit in hour.finishers[:MOST_DIGITS]]
        text = " ".join(texts) + ("…" if len(hour.finishers) > MOST_DIGITS else "")
        x, y = _at(centre, angle, OUTSIDE)
        x += cos(angle) * (wide + max(0, width_of(text, SMALL) / 2 - 5))
        role = "number bold ends" if clock.finishing_wins else "number bold spoils"
        marks.append(label(text, (x, y), SMALL, role, hour.finishers))
    if hour.reached_by:
        text = " ".join(named(digit) for digit in hour.reached_by[:MOST_DIGITS])
        x, y = _at(centre, angle, -INSIDE)
        x -= cos(angle) * (wide + max(0, width_of(text, 12) / 2 - 4))
        marks.append(label(text, (x, y), 12, "aside", hour.reached_by))
    return marks
