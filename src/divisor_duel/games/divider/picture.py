"""Divider Duel as a picture: a Hasse diagram of each separate group.

A number is drawn below its multiples, in the row for its count of prime factors;
taking it makes everything that rests on it fall. Groups with no line between
them are separate games, and the nim-sum of their nim-values is that of the whole.
"""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import NamedTuple

from divisor_duel.drawing.layout import Layout, arrange
from divisor_duel.drawing.marks import cover, number_node
from divisor_duel.drawing.page import GamePicture, Sketch, Subject, refuse_large, value_key
from divisor_duel.drawing.paper_boards import number_square
from divisor_duel.drawing.style import FAINT, INK, PENCIL, TINTS
from divisor_duel.drawing.svg import Point, Shape, centred, group, rectangle, write
from divisor_duel.factors import factorize
from divisor_duel.games.divider.rules import Divider, DividerPosition
from divisor_duel.numbers import members, ranges

MOST_NUMBERS = 120
"""Most numbers in a picture: rows of more would not fit on a page."""

ACROSS, UP = 58, 82
"""Distance between numbers in a row, and between rows, in SVG units."""

SIDE, HEAD, GAP = 32, 34, 20
"""Space in a group's box beside and above its numbers, and between boxes, in SVG units."""


class Box(NamedTuple):
    """A group and the frame around it."""

    numbers: tuple[int, ...]
    """The numbers of the group."""
    nim: int | None
    """Its nim-value, or None if that was not found."""
    layout: Layout
    """Where its numbers are drawn."""

    @property
    def width(self) -> float:
        return max(self.layout.width, 4) + 2 * SIDE

    @property
    def height(self) -> float:
        return self.layout.height + 2 * SIDE + HEAD


def check(game: Divider, position: DividerPosition) -> None:
    """Raise DuelError if too many numbers are left for a picture."""
    refuse_large(game, position.left.bit_count(), MOST_NUMBERS)


def sketch(subject: Subject[Divider, DividerPosition]) -> Sketch:
    """Draw the groups of the numbers left, with nim-values and winning moves."""
    from divisor_duel.games.divider.solving.theory import valued_groups

    position = subject.position
    valued = valued_groups(subject.game, position, subject.engine, subject.seconds)
    boxes = [_box(numbers, nim) for numbers, nim in valued]
    boxes.sort(key=lambda box: (-box.height, -box.width, box.numbers))
    corners, width, height = _pack(boxes)
    shapes: list[Shape] = []
    for index, (box, corner) in enumerate(zip(boxes, corners, strict=True)):
        shapes.append(_draw(box, corner, TINTS[index % len(TINTS)], subject.values))
    if not boxes:
        shapes.append(centred("nothing is left", (100, 20), 22, fill=PENCIL))
        width, height = 200, 40
    gone = members(subject.start.left ^ position.left)
    notes = [_nim_sum(boxes, subject.analysis.grundy)] if boxes else []
    notes += [f"Gone: {ranges(gone)}."] if gone else []
    key = value_key(subject.values.values())
    if any(box.layout.edges for box in boxes):
        key.append(("thin", "the upper number is a multiple"))
    return Sketch(width, height, shapes, key, notes)


def _box(numbers: tuple[int, ...], nim: int | None) -> Box:
    levels = {number: sum(factorize(number).values()) for number in numbers}
    return Box(numbers, nim, arrange(levels, ACROSS, UP))


def _pack(boxes: list[Box]) -> tuple[list[Point], float, float]:
    """Return the boxes' corners and the page's width and height.

    Boxes are set like words in lines, on a page wider than it is high.
    """
    area = sum((box.width + GAP) * (box.height + GAP) for box in boxes)
    widest = max([box.width for box in boxes] + [660, 1.3 * sqrt(area)])
    corners: list[Point] = []
    x = y = height = reach = 0.0
    for box in boxes:  # sorted by height, so the first box of a line is its highest
        if x and x + box.width > widest:
            x, y = 0.0, y + height + GAP
        height = height if x else box.height
        corners.append((x, y + height - box.height))
        x += box.width + GAP
        reach = max(reach, x - GAP)
    return corners, reach, y + height


def _draw(box: Box, corner: Point, tint: str, values: dict[int, str]) -> Shape:
    x, y = corner
    frame = rectangle(corner, box.width, box.height, rx=14, fill=tint, stroke=FAINT)
    label = "nim ?" if box.nim is None else f"nim {box.nim}"
    name = write(label, (x + 12, y + 23), 15, fill=PENCIL, font_style="italic", class_="nim")
    shapes = [frame, name]
    margin = (box.width - box.layout.width) / 2
    places = {
        number: (x + margin + left, y + HEAD + SIDE + down)
        for number, (left, down) in box.layout.places.items()
    }
    for small, large in box.layout.edges:
        ink = {"stroke": INK, "stroke_width": 0.9, "stroke_opacity": 0.6}
        shapes.append(cover(places, small, large, **ink))
    for number, place in places.items():
        shapes.append(number_node(str(number), place, values.get(number)))
    return group(shapes, class_="group")


def _nim_sum(boxes: list[Box], whole: int | None) -> str:
    """Say which nim-values the groups have, and their nim-sum."""
    total = "is not known" if whole is None else f"is {whole}"
    if len(boxes) == 1:
        return f"One group; its nim-value {total}."
    counts = Counter("?" if box.nim is None else str(box.nim) for box in boxes)
    parts = [
        f"{nim} ({count} times)" if count > 1 else nim
        for nim, count in sorted(counts.items(), key=lambda item: (len(item[0]), item[0]))[::-1]
    ]
    return f"{len(boxes)} groups; nim-values {', '.join(parts)}; their nim-sum {total}."


def board(game: Divider, position: DividerPosition, start: DividerPosition) -> Sketch:
    """Draw the list on paper: numbers that are gone are crossed out."""
    return number_square(members(start.left), members(start.left & ~position.left))


PICTURE = GamePicture[Divider, DividerPosition](check, sketch, board)
