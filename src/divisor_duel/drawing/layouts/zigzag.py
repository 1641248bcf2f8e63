"""The zigzag: a number's way down between two rails."""

from __future__ import annotations

from divisor_duel.diagram import Stop, Zigzag
from divisor_duel.drawing.layouts.laid import Laid, Mark, Named, box, label, line, width_of, words
from divisor_duel.drawing.svg import Point
from divisor_duel.game import Player

RAILS = 34.0, 112.0
"""The y of the upper and the lower rail, in SVG units."""

HEIGHT = 148
LEFT, SIZE, HALF = 48, 15, 14
"""Space for the rails' names, font size, and half of a stop's height, in SVG units."""

LEAST, WIDEST = 47.0, 84.0
"""Least and greatest distance between stops, in SVG units."""

LONGEST = 13
"""Most characters of a number; of a longer one, only both ends are drawn."""


def lay_out_zigzag(zigzag: Zigzag, width: float, named: Named) -> Laid:
    """Lay out as many stops as fit, from the current number on."""
    texts = [_short(stop.number, named) for stop in zigzag.stops]
    least = max(LEAST, 18 + max(width_of(text, SIZE) for text in texts))
    fit = max(2, int((width - LEFT) / least))
    stops = zigzag.stops[:fit]
    more = zigzag.more or len(stops) < len(zigzag.stops)
    pitch = min(max(WIDEST, least), (width - LEFT - (14 if more else 0)) / len(stops))
    places = [
        (LEFT + pitch * (column + 0.5), RAILS[stop.lost]) for column, stop in enumerate(stops)
    ]
    marks = [*_rail(0, zigzag.rails[0], "wins", width), *_rail(1, zigzag.rails[1], "loses", width)]
    player = zigzag.first
    for at, to, after in zip(places, places[1:], stops[1:], strict=False):
        marks += _step(player, at, to, _short(after.less, named), after.less)
        player = player.other
    player = zigzag.first
    for at, stop, text in zip(places, stops, texts, strict=False):
        marks += _stop(player, stop, text, at, first=stop is stops[0])
        player = player.other
    if more:
        marks.append(label("…", (width - 8, RAILS[stops[-1].lost] - 6), 16, "aside"))
    return Laid(width, HEIGHT, tuple(marks), "The game continues from there." if more else "")


def _short(number: int, named: Named) -> str:
    """Return a number, or both ends of a long one."""
    text = named(number)
    return text if len(text) <= LONGEST else f"{text[:5]}…{text[-4:]}"


def _rail(row: int, name: str, value: str, width: float) -> list[Mark]:
    y = RAILS[row]
    below = [words(value, (0, y + (15 if name else 5)), 13)]
    above = [words(name, (0, y - 1), 15, "number bold")] if name else []
    return [line("rail", (LEFT - 4, y), (width, y)), *above, *below]


def _step(player: Player, begin: Point, end: Point, text: str, less: int) -> list[Mark]:
    """Return a line between two stops, with what is subtracted beside it."""
    role = f"step p{int(player)}"
    down = (end[1] > begin[1]) - (end[1] < begin[1])
    if not down:  # in misère, a move may stay on a rail
        y = begin[1]
        middle = (begin[0] + end[0]) / 2, y - 8
        return [line(role, begin, end), label(f"−{text}", middle, 12, f"number {role}")]
    middle = (begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2
    aside = width_of(f"−{text}", 13) / 2 + 7
    at = middle[0] + aside, middle[1] - 6 * down
    edge = down * HALF
    drawn = line(role, (begin[0], begin[1] + edge), (end[0], end[1] - edge), (less,))
    return [drawn, label(f"−{text}", at, 13, f"number {role}", (less,))]


def _stop(player: Player, stop: Stop, text: str, at: Point, *, first: bool) -> list[Mark]:
    """Return a number in the frame of the player who gets it, with its label."""
    half = max(HALF, width_of(text, SIZE) / 2 + 5)
    role = f"{'own' if first else 'sure'} p{int(player)}"
    corner, size = (at[0] - half, at[1] - HALF), (2 * half, 2.0 * HALF)
    marks = [
        box(role, corner, size, HALF if player is Player.ONE else 2, (stop.number,)),
        label(text, at, SIZE, f"number {'on ' if first else ''}{role}", (stop.number,)),
    ]
    if stop.note:
        y = at[1] + (HALF + 10 if stop.lost else -HALF - 9)
        marks.append(label(stop.note, (at[0], y), 13, "aside"))
    return marks
