"""Equal parts side by side, and heaps that cancel."""

from __future__ import annotations

from itertools import accumulate

from divisor_duel.diagram import Copies, Heap, Heaps
from divisor_duel.drawing.layout import arrange
from divisor_duel.drawing.layouts.laid import (
    Laid,
    Mark,
    Named,
    box,
    label,
    line,
    moved,
    ring,
    width_of,
)
from divisor_duel.factors import factorize

ACROSS, UP, SIDE = 44.0, 40.0, 26.0
"""Distances between numbers of a part, across and up, and space around them (SVG units)."""

RADIUS = 15
"""Radius of a number's ring, in SVG units."""

SIZE = 14


def lay_out_copies(copies: Copies, width: float, named: Named) -> Laid:
    """Lay out both parts alike, with a line between them."""
    levels = {number: sum(factorize(number).values()) for number in copies.one}
    layout = arrange(levels, ACROSS, UP)
    room = width / 2 - 8
    shrink = min(1.0, (room - 2 * SIDE) / max(layout.width, 1))
    across, height = layout.width * shrink + 2 * SIDE, layout.height + 2 * SIDE
    marks = list[Mark]()
    for part, left in ((copies.one, width / 2 - 8 - across), (copies.other, width / 2 + 8)):
        places = {
            number: (left + SIDE + layout.places[twin][0] * shrink, SIDE + layout.places[twin][1])
            for number, twin in zip(part, copies.one, strict=True)
        }
        twins = dict(zip(copies.one, part, strict=True))
        marks.append(box("part", (left, 2), (across, height - 4), 8))
        for small, large in layout.edges:
            ends = twins[small], twins[large]
            marks.append(line("divides", places[ends[0]], places[ends[1]], ends))
        for number, at in places.items():
            marks.append(ring("place", at, RADIUS, (number,)))
            marks.append(label(named(number), at, SIZE, "number", (number,)))
    marks.append(line("mirror", (width / 2, 0), (width / 2, height)))
    return Laid(width, height, tuple(marks))


BLOCK, LAYER, GAP = 30, 22, 12
"""Width and height of a block, and space between heaps, in SVG units."""


def lay_out_heaps(heaps: Heaps, width: float, named: Named) -> Laid:
    """Lay out heaps as blocks of 1, 2, 4 and so on, blocks of one size in one layer."""
    powers = max(heap.size for heap in heaps.heaps).bit_length()
    columns = [_column(heap, powers, named, width) for heap in heaps.heaps]
    marks = list[Mark]()
    x = top = lowest = 0.0
    if heaps.move:
        at = 16.0, 18.0
        marks += [ring("ringed", at, 14, (heaps.move,))]
        marks += [label(named(heaps.move), at, SIZE, "number bold", (heaps.move,))]
        x = 44.0
    for column, across, height in columns:
        if x and x + across > width:
            x, top = 0.0, top + lowest + GAP
            lowest = 0.0
        marks += moved(column, x, top)
        x, lowest = x + across + GAP, max(lowest, height)
    return Laid(width, top + lowest + 4, tuple(marks))


def _column(heap: Heap, powers: int, named: Named, width: float) -> tuple[list[Mark], float, float]:
    """Return a heap with what it is worth the same as below it, its width and its height."""
    lines = _lines(heap, named, width)
    across = max(BLOCK, *(width_of(text, SIZE) + 4 for text in lines))
    marks = list[Mark]()
    for power in range(powers):
        y = LAYER * (powers - 1 - power) + 2
        if heap.size >> power & 1:
            corner = across / 2 - BLOCK / 2, y
            marks.append(box("block", corner, (BLOCK, LAYER - 3), 2, heap.numbers))
            centre = across / 2, y + (LAYER - 3) / 2
            marks.append(label(str(1 << power), centre, 13, "number", heap.numbers))
    bottoms = accumulate([LAYER * powers + 14, *[18] * (len(lines) - 1)])
    for text, y in zip(lines, bottoms, strict=True):
        marks.append(label(text, (across / 2, y), SIZE, "number", heap.numbers))
    return marks, across, LAYER * powers + 14 + 18 * len(lines) - 6


def _lines(heap: Heap, named: Named, width: float) -> list[str]:
    """Return the numbers of a heap in lines of at most three, or its name."""
    if not heap.numbers:
        most = int((width - GAP) / 2 / (0.58 * SIZE))
        return [heap.name if len(heap.name) <= most else f"{heap.name[: most - 1]}…"]
    texts = [named(number) for number in heap.numbers]
    return [" ".join(texts[at : at + 3]) for at in range(0, len(texts), 3)]
