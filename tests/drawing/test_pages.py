"""Every picture: its words, its room, and what it refuses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from math import dist
from typing import Any
from xml.etree.ElementTree import Element

import pytest

from divisor_duel import GAMES
from divisor_duel.drawing.descriptions import description as in_words
from divisor_duel.drawing.diagrams import diagrams_of_analysis
from divisor_duel.drawing.marks import RADIUS
from tests.drawing.reading import SVG, find, picture, subject, words

POSITIONS: list[tuple[str, tuple[int, ...], dict[str, Any]]] = [
    *((name, (), {}) for name in GAMES),
    *((name, (), dict(game.fair.options)) for name, game in GAMES.items()),
    ("divider", (5, 3), {}),
    ("divider", (4, 7, 22), {"high": 30}),
    ("divider", (), {"low": 1, "high": 12}),
    ("divider", (2, 3), {"high": 4}),
    ("ladder", (2, 6), {}),
    ("ladder", (2,), {"high": 300}),
    ("ladder", (4, 3), {"high": 4}),
    ("countdown", (15,), {}),
    ("countdown", (), {"start": 1}),
    ("countdown", (), {"start": 17}),
    ("countdown", (), {"start": 360}),
    ("countdown", (), {"start": 10**12}),
    ("chain", (15, 5, 20), {}),
    ("chain", (47,), {}),
    ("chain", (), {"high": 100}),
    ("chain", (3,), {"low": 3, "high": 3}),
    ("digits", (5, 2, 1), {}),
    ("digits", (1, 4), {}),
    ("digits", (), {"base": 12, "target": 13}),
    ("digits", (1,), {"base": 2, "target": 3}),
    ("digits", (35,), {"base": 36, "target": 35}),
]
every_position = pytest.mark.parametrize(
    ("id", "moves", "options"),
    POSITIONS,
    ids=lambda part: str(part).replace(" ", "") if part else "",
)


@every_position
def test_a_picture_says_in_words_what_it_shows(
    id: str, moves: tuple[int, ...], options: dict[str, Any]
) -> None:
    """Each picture has a role and a title, and describes verdict, reason and diagrams."""
    root = picture(id, *moves, **options)
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert root.get("role") == "img"
    assert title is not None
    assert (title.text or "").startswith(GAMES[id].title)
    assert all(str(value) in (title.text or "") for value in options.values())
    assert description is not None
    about = subject(id, *moves, **options)
    diagrams = diagrams_of_analysis(about.analysis)
    shown = [in_words(diagram, about.game.format_move) for diagram in diagrams]
    told = [words(root, "verdict"), words(root, "reason"), *shown]
    assert (description.text or "") == " ".join(told)
    outcome = about.game.outcome(about.position)
    if outcome:
        assert words(root, "turn") == f"Player {int(outcome.winner)} has won"
    else:
        assert words(root, "turn") == f"Player {int(about.position.to_move)} to move"


@every_position
def test_everything_lies_on_the_page(
    id: str, moves: tuple[int, ...], options: dict[str, Any]
) -> None:
    """No shape, end of a line or beginning of a text is outside the page."""
    root = picture(id, *moves, **options)
    width, height = float(root.get("width", "")), float(root.get("height", ""))
    points = list(_points(root, 0, 0))
    assert points
    for x, y in points:
        assert 0 <= x <= width
        assert 0 <= y <= height


@every_position
def test_numbers_do_not_touch(id: str, moves: tuple[int, ...], options: dict[str, Any]) -> None:
    """The centres of two numbers are at least the width of a ring apart."""
    root = picture(id, *moves, **options)
    centres = [
        (float(ring.get("cx", "")), float(ring.get("cy", "")))
        for node in find(root, "node")
        for ring in node.findall(f"{SVG}circle")
        if float(ring.get("r", "")) == RADIUS
    ]
    assert all(dist(one, two) >= 2 * RADIUS for one, two in combinations(centres, 2))


def _points(element: Element, x: float, y: float) -> Iterator[tuple[float, float]]:
    """Where shapes begin and end, with the shifts of their groups."""
    moved = re.match(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
    if moved:
        x, y = x + float(moved[1]), y + float(moved[2])
    for across, down in (("cx", "cy"), ("x", "y"), ("x1", "y1"), ("x2", "y2")):
        if element.get(across) is not None:
            yield x + float(element.get(across, "")), y + float(element.get(down, ""))
    if element.get("r"):
        radius = float(element.get("r", ""))
        for side in (-radius, radius):
            yield x + float(element.get("cx", "")) + side, y + float(element.get("cy", "")) + side
    for child in element:
        if child.tag != f"{SVG}defs":
            yield from _points(child, x, y)
