"""Lines in pictures keep away from numbers that they do not belong to."""

from __future__ import annotations

import re
from itertools import pairwise
from math import dist
from typing import Any
from xml.etree.ElementTree import Element

import pytest

from divisor_duel.drawing.marks import RADIUS
from tests.drawing.reading import SVG, find, picture

Point = tuple[float, float]


def points(line: Element) -> list[Point]:
    """A hundred points of a path with up to two bends."""
    figures = [float(figure) for figure in re.findall(r"-?[\d.]+", line.get("d", ""))]
    corners = list(zip(figures[::2], figures[1::2], strict=True))
    return [between(corners, step / 100) for step in range(101)]


def between(corners: list[Point], share: float) -> Point:
    """A point of the curve: neighbours are replaced by what is between, until one is left."""
    while len(corners) > 1:
        corners = [
            (x + share * (u - x), y + share * (v - y)) for (x, y), (u, v) in pairwise(corners)
        ]
    return corners[0]


@pytest.mark.parametrize(
    ("game", "moves", "options", "name"),
    [
        ("divider", (7, 8), {"high": 20}, "group"),
        ("divider", (5,), {"high": 30}, "group"),
        ("ladder", (2, 6), {}, "ladder"),
        ("ladder", (3, 5), {}, "ladder"),
    ],
)
def test_no_line_touches_the_number_of_another(
    game: str, moves: tuple[int, ...], options: dict[str, Any], name: str
) -> None:
    """Every line passes at least 4 dots outside the ring of each number that is not its end."""
    for part in find(picture(game, *moves, **options), name):
        rings = {
            node.get("data-number"): ring
            for node in [*find(part, "node"), *find(part, "held")]
            for ring in node.iter(f"{SVG}circle")
            if float(ring.get("r", "")) >= RADIUS
        }
        centres = {
            number: (float(ring.get("cx", "")), float(ring.get("cy", "")))
            for number, ring in rings.items()
        }
        for line in find(part, "cover"):
            others = set(centres) - set(line.get("data-between", "").split())
            for number in others:
                nearest = min(dist(point, centres[number]) for point in points(line))
                assert nearest >= RADIUS + 4, (line.get("data-between"), number)
