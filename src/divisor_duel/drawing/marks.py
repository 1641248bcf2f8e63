"""Numbers, players and values as they look in every picture."""

from __future__ import annotations

from collections.abc import Mapping

from divisor_duel.drawing.layout import route_around
from divisor_duel.drawing.style import FAINT, INK, PAPER, PLAYERS, VALUES
from divisor_duel.drawing.svg import (
    Point,
    Shape,
    centred,
    circle,
    group,
    rectangle,
    shape,
)
from divisor_duel.game import Player, Value

RADIUS = 17
"""Radius of a number's ring, in SVG units."""
CLEAR = 5
"""Minimum distance of a line from the rings of other numbers, in SVG units."""
MOST_ROUTED = 60
"""Number of other numbers from which lines stay straight: no path avoids them all."""


def player_mark(player: Player, at: Point, size: float) -> Shape:
    """Draw Player 1's disc or Player 2's square, about `size` wide."""
    if player is Player.ONE:
        return circle(at, size / 2, fill=PLAYERS[player])
    side = 0.88 * size  # a square looks larger than a disc of the same width
    return rectangle((at[0] - side / 2, at[1] - side / 2), side, side, fill=PLAYERS[player])


def owned_number(player: Player, text: str, at: Point, size: float = 24) -> Shape:
    """Draw a number on the mark of the player who took it."""
    width = size * (1.1 + 0.55 * max(2, len(text)) / 2)
    number = centred(text, at, size, fill=PAPER, font_weight="bold")
    return group([player_mark(player, at, width), number], class_="held", data_number=text)


def value_mark(value: str, at: Point, size: float = 5) -> Shape:
    """Draw a plus, minus or question mark.

    Plus and minus are strokes, so that they look the same in every font.
    """
    x, y = at
    if value == Value.UNKNOWN:
        mark = centred("?", at, 3 * size, fill=VALUES[value], font_weight="bold")
    else:
        strokes = f"M{x - size:g} {y:g}h{2 * size:g}"
        if value == Value.WIN:
            strokes += f"M{x:g} {y - size:g}v{2 * size:g}"
        width = size / 2 if value == Value.WIN else size / 2.5
        mark = shape("path", d=strokes, fill="none", stroke=VALUES[value], stroke_width=width)
    mark.set("class", "mark")
    mark.set("data-value", value)
    return mark


def number_node(
    text: str,
    at: Point,
    value: str | None = None,
    *,
    shared: bool = False,
    ringed: str | None = None,
    towards: Point = (0.7, -0.7),
) -> Shape:
    """Draw a number in a ring, with the value of taking it if that is a move.

    A winning number has a thick ring, an unknown one a dotted ring. A number that both
    players can reach (`shared`) has a second, dashed ring; a safe one has a second ring in
    the colour `ringed`. The value's mark is in the direction `towards`, by default the
    upper right.
    """
    colour = VALUES[Value.WIN] if value == Value.WIN else VALUES[Value.UNKNOWN] if value else FAINT
    ring = circle(
        at,
        RADIUS,
        fill=PAPER,
        stroke=colour,
        stroke_width=3 if value == Value.WIN else 1,
        stroke_dasharray="2 3" if value == Value.UNKNOWN else None,
    )
    size = RADIUS * (1.2 if len(text) < 3 else 1.02 if len(text) == 3 else 3.6 / len(text))
    shapes = [ring, centred(text, at, size, fill=INK)]
    if shared:
        dashes = {"stroke": INK, "stroke_width": 0.8, "stroke_dasharray": "4 3"}
        shapes.insert(0, circle(at, RADIUS + 4, fill="none", class_="shared", **dashes))
    if ringed:
        outer = {"stroke": ringed, "stroke_width": 2.4}
        shapes.insert(0, circle(at, RADIUS + 4, fill="none", class_="sure", **outer))
    if value:
        corner = at[0] + 1.1 * RADIUS * towards[0], at[1] + 1.1 * RADIUS * towards[1]
        shapes += [circle(corner, 7, fill=PAPER), value_mark(value, corner, 4.5)]
    return group(shapes, class_="node", data_number=text)


def cover(places: Mapping[int, Point], small: int, large: int, **style: object) -> Shape:
    """Draw the line between a number and its multiple, around all other numbers."""
    begin, end = places[small], places[large]
    others = [place for number, place in places.items() if number not in (small, large)]
    points = (
        route_around(begin, end, others, RADIUS + CLEAR)
        if len(others) < MOST_ROUTED
        else [begin, end]
    )
    letter = {2: "L", 3: "Q", 4: "C"}[len(points)]
    first, *following = (f"{x:.2f} {y:.2f}" for x, y in points)
    path = f"M{first}{letter}{' '.join(following)}"
    return shape(
        "path", d=path, fill="none", class_="cover", data_between=f"{small} {large}", **style
    )


def move_line(value: str) -> dict[str, object]:
    """Return the style of a move's line: solid wins, dashed loses, dotted is unknown."""
    dashes: dict[str, str | None] = {Value.WIN: None, Value.LOSS: "7 4", Value.UNKNOWN: "2 4"}
    return {
        "class_": "move",
        "data_value": value,
        "stroke": VALUES[value],
        "stroke_width": 2 if value == Value.WIN else 1.3,
        "stroke_dasharray": dashes[value],
    }
