"""Geometry of diagrams: nothing sticks out, overlaps or runs through a number it is not about."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from typing import Any

import pytest

from divisor_duel import GAMES, analyze
from divisor_duel.diagram import Arcs, Copies, Diagram, Heap, Heaps, Searched
from divisor_duel.drawing.diagrams import diagrams_of_analysis
from divisor_duel.drawing.layouts import NARROWEST, Laid, Mark, lay_out
from divisor_duel.drawing.page import ENLARGED, NARROWEST_PAGE

Frame = tuple[float, float, float, float]

FRAMES = {"own", "sure", "maybe", "hour", "place", "ringed"}
"""The roles of frames around a number."""

WIDTHS = (NARROWEST, 420, NARROWEST_PAGE / ENLARGED, 640)
"""Widths to lay out for: a phone's, that of pictures, and others."""

SCENES: list[tuple[str, dict[str, Any], tuple[int, ...]]] = [
    ("chain", {"high": 20, "opening": "even"}, ()),
    ("chain", {"high": 30, "opening": "even"}, ()),
    ("chain", {"high": 30, "opening": "even"}, (24, 4, 28, 14)),
    ("chain", {"high": 100, "opening": "even"}, (10, 90)),
    ("chain", {"high": 100}, (49,)),
    ("chain", {"high": 30, "opening": "even"}, (16, 2)),
    ("divider", {"high": 14}, ()),
    ("divider", {"high": 12}, ()),
    ("divider", {"high": 11}, (2,)),
    ("divider", {"high": 20}, (15,)),
    ("divider", {"high": 24}, (10,)),
    ("divider", {"low": 20, "high": 60}, (29, 46, 23, 25, 60)),
    ("ladder", {"high": 200}, ()),
    ("ladder", {"high": 200}, (5, 3)),
    ("ladder", {"high": 100}, (2, 3, 18, 27)),
    ("ladder", {"high": 3000}, (3, 2)),
    ("countdown", {"start": 60}, ()),
    ("countdown", {"start": 128}, ()),
    ("countdown", {"start": 720_720_720}, ()),
    ("countdown", {"start": 10**18}, ()),
    ("countdown", {"start": 45, "ending": "misere"}, ()),
    ("digits", {"target": 12}, ()),
    ("digits", {"target": 18}, ()),
    ("digits", {"target": 137}, (1, 2)),
    ("digits", {"target": 18, "ending": "misere"}, ()),
    ("digits", {"target": 997, "base": 20}, (1,)),
]


def diagrams(name: str, options: dict[str, Any], moves: tuple[int, ...]) -> list[Diagram]:
    """The diagrams of a position."""
    game: Any = GAMES[name](**options)
    position = game.start()
    for move in moves:
        position = game.play(position, move)
    found = diagrams_of_analysis(analyze(game, position, 2))
    assert found
    return [*found]


def frame(mark: Mark) -> Frame:
    """The rectangle that a mark takes up: left, top, right and bottom."""
    at = {name: float(value) for name, value in mark.at.items() if isinstance(value, int | float)}
    if mark.tag == "circle":
        return at["cx"] - at["r"], at["cy"] - at["r"], at["cx"] + at["r"], at["cy"] + at["r"]
    if mark.tag == "rect":
        return at["x"], at["y"], at["x"] + at["width"], at["y"] + at["height"]
    if mark.tag == "text":
        size = at["font-size"]
        width = 0.52 * size * len(mark.text)
        left = at["x"] - width / 2 if "text-anchor" in mark.at else at["x"]
        return left, at["y"] - 0.66 * size, left + width, at["y"]
    xs, ys = zip(*points(mark), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def points(mark: Mark) -> list[tuple[float, float]]:
    """Points along a path of lines and curves."""
    found = list[tuple[float, float]]()
    for letter, rest in re.findall(r"([MLC])([^MLC]*)", str(mark.at["d"])):
        numbers = [float(part) for part in rest.split()]
        ends = list(zip(numbers[::2], numbers[1::2], strict=True))
        if letter == "M":
            found.append(ends[0])
            continue
        nodes = [found[-1], *ends]
        for step in range(1, 41):
            t, level = step / 40, nodes
            while len(level) > 1:
                level = [
                    (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])) for a, b in pairwise(level)
                ]
            found.append(level[0])
    return found


def overlap(one: Frame, other: Frame) -> bool:
    """Whether two rectangles have more than an edge in common."""
    return (
        one[0] < other[2] - 0.5
        and other[0] < one[2] - 0.5
        and one[1] < other[3] - 0.5
        and other[1] < one[3] - 0.5
    )


def check(laid: Laid) -> None:
    """Everything is inside, no text covers another, and no line runs through another's number."""
    texts = [mark for mark in laid.marks if mark.tag == "text"]
    for mark in laid.marks:
        left, top, right, bottom = frame(mark)
        assert left >= -0.5, mark
        assert top >= -0.5, mark
        assert right <= laid.width + 0.5, mark
        assert bottom <= laid.height + 0.5, mark
    for one, other in combinations(texts, 2):
        assert not overlap(frame(one), frame(other)), (one, other)
    for box in laid.marks:
        if box.tag == "text" or not FRAMES & {*box.role.split()}:
            continue
        for text in texts:  # a text is in its frame or beside it
            middle = (frame(text)[0] + frame(text)[2]) / 2
            within = frame(box)[0] < middle < frame(box)[2]
            assert within or not overlap(frame(text), frame(box)), (text, box)
    for line in laid.marks:
        if line.tag != "path" or {"rail", "track"} & {*line.role.split()}:
            continue  # rails and tracks run behind the frames on them
        for text in texts:
            left, top, right, bottom = frame(text)
            own = {*text.about} & {*line.about} and "step" not in line.role
            through = any(left < x < right and top < y < bottom for x, y in points(line))
            assert own or not through, (line, text)


@pytest.mark.parametrize(("name", "options", "moves"), SCENES)
def test_diagrams_fit_and_nothing_overlaps(
    name: str, options: dict[str, Any], moves: tuple[int, ...]
) -> None:
    """Diagrams fit into a phone's width and into a page's, with every number readable."""
    game: Any = GAMES[name](**options)
    for diagram in diagrams(name, options, moves):
        for width in WIDTHS:
            check(lay_out(diagram, width, game.format_move))


def test_heaps_fit() -> None:
    """Many heaps go on in further lines."""
    heaps = Heaps(tuple(Heap(size, (11, 22, 33, 44, 55)[:size]) for size in (1, 2, 3, 4, 4)), 7)
    check(lay_out(heaps, NARROWEST))
    check(lay_out(Heaps((Heap(5, name="Chain"), Heap(5, name="A long name of a game"))), 320))


def test_long_lists_of_divider_fit() -> None:
    """On 2 to 60 the partners, equal parts and numbers that are searched are all readable."""
    pairs = ((31, 37), (41, 43), (47, 53))
    numbers = tuple(sorted({24, *(number for pair in pairs for number in pair)}))
    searched = Searched(tuple(range(2, 60, 2)), 2, 3)
    copies = Copies((17, 34, 51), (19, 38, 57), ((0, 1), (0, 2)))
    for diagram in (Arcs(numbers, pairs, ringed=24), copies, searched):
        check(lay_out(diagram, NARROWEST))
