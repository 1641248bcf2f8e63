"""Partners as arcs: over the row of numbers, or in rows of pairs if there are many numbers."""

from __future__ import annotations

from itertools import accumulate
from math import ceil, fsum

from divisor_duel.diagram import Arcs, Singles
from divisor_duel.drawing.layouts.laid import Laid, Mark, Named, box, label, path, ring, width_of
from divisor_duel.drawing.svg import Point
from divisor_duel.proof import Pair

SIZE, SPACE = 15, 8
"""Font size of a number, and least space between numbers, in SVG units."""

SMALLER = ((15, 8), (14, 6), (13, 5), (12, 5))
"""Font sizes, and least space between numbers, that are tried for one row, in SVG units."""

LOWEST, STEEP, HIGHEST = 12, 0.42, 96
"""Height of an arc: the lowest, the greatest share of its span, and the highest (SVG units)."""

MOST_ROWS = 7
"""Most rows of pairs."""

ROW, BETWEEN = 44, 18
"""Height of a row of pairs, and space between pairs, in SVG units."""


def lay_out_arcs(arcs: Arcs, width: float, named: Named) -> Laid:
    """Lay out partners over the row of numbers if that fits, else in rows of pairs."""
    count = len(arcs.numbers)
    for size, space in SMALLER:
        least = _cell(arcs.numbers, named, size, space)
        wide = max(least, 2 * _radius(named(arcs.ringed), size) + 2) if arcs.ringed else 0
        others = count - bool(arcs.ringed)
        if least * others + wide <= width:
            cell = min(1.6 * least, width / max(1, count))
            if cell < wide:  # the ring needs more space than a number without one
                cell = min(cell, (width - wide) / max(1, others))
            cells = {n: max(cell, wide) if n == arcs.ringed else cell for n in arcs.numbers}
            return _row(arcs, width, named, cells, size)
    return _rows(arcs, width, named, _cell(arcs.numbers, named))


def _cell(
    numbers: tuple[int, ...], named: Named, size: float = SIZE, space: float = SPACE
) -> float:
    """Return the least distance of two numbers."""
    return max(width_of(named(number), size) for number in numbers) + space


def _radius(text: str, size: float) -> float:
    """Return the radius of the ring around a number."""
    return max(width_of(text, size) / 2 + 3, 11)


def _row(arcs: Arcs, width: float, named: Named, cells: dict[int, float], size: float) -> Laid:
    """Lay out all numbers in a row, each in a cell of its width, with an arc over every pair."""
    left = (width - fsum(cells.values())) / 2
    ends = accumulate(cells.values(), initial=left)
    xs = {number: end + cells[number] / 2 for number, end in zip(cells, ends, strict=False)}
    rises = _rises({pair: xs[pair[1]] - xs[pair[0]] for pair in arcs.pairs})
    base = max(rises.values(), default=0) + 16
    marks = [
        _arc(arcs, pair, xs[pair[0]], xs[pair[1]], base, rise)
        for pair, rise in sorted(rises.items(), key=lambda item: (-round(item[1], 1), item[0]))
    ]
    for number, x in xs.items():
        marks += _number(arcs, number, (x, base + 10), named, size)
    below = _radius(named(arcs.ringed), size) + 1
    return Laid(width, base + 10 + max(18, below), tuple(marks))


def _rises(spans: dict[Pair, float]) -> dict[Pair, float]:
    """Return the height of each arc: a wider one is higher, so that no two run together."""
    steep = min(STEEP, HIGHEST / max(spans.values(), default=1))
    return {pair: max(LOWEST, steep * span) for pair, span in spans.items()}


def _arc(arcs: Arcs, pair: Pair, x: float, u: float, base: float, rise: float) -> Mark:
    """Return the arc of a pair, from above one number to above the other."""
    top = base - rise * 4 / 3
    d = f"M{x:.1f} {base:.1f}C{x:.1f} {top:.1f} {u:.1f} {top:.1f} {u:.1f} {base:.1f}"
    return path("arc thick" if pair in arcs.bold else "arc", d, pair)


def _number(arcs: Arcs, number: int, at: Point, named: Named, size: float = SIZE) -> list[Mark]:
    text = named(number)
    bold = any(number in pair for pair in arcs.bold) or number == arcs.ringed
    marks = [label(text, at, size, "number bold" if bold else "number", (number,))]
    if number == arcs.ringed:
        marks.insert(0, ring("ringed", at, _radius(text, size), (number,)))
    return marks


def _rows(arcs: Arcs, width: float, named: Named, cell: float) -> Laid:
    """Lay out the ringed number and the pairs in rows, thick ones first if some are left out."""
    pitch = 2 * cell + BETWEEN - SPACE
    columns = max(1, int((width + BETWEEN) / pitch))
    lone = arcs.ringed > 0
    room = columns * MOST_ROWS - lone
    pairs = arcs.pairs
    if len(pairs) > room:
        pairs = tuple(sorted(sorted(pairs, key=lambda pair: pair not in arcs.bold)[:room]))
    columns = min(columns, len(pairs) + lone)
    left = (width - columns * pitch + BETWEEN) / 2
    marks = list[Mark]()
    for index, pair in enumerate(pairs, int(lone)):
        row, column = divmod(index, columns)
        x, base = left + column * pitch + cell / 2 - SPACE / 2, row * ROW + 22.0
        xs = x, x + cell
        marks.append(_arc(arcs, pair, *xs, base, LOWEST))
        for number, place in zip(pair, xs, strict=True):
            marks += _number(arcs, number, (place, base + 10), named)
    if lone:
        marks += _number(arcs, arcs.ringed, (left + cell, 32.0), named)
    hidden = len(arcs.pairs) - len(pairs)
    note = f"{hidden} more pairs are not drawn." if hidden else ""
    return Laid(width, ceil((len(pairs) + lone) / columns) * ROW + 4, tuple(marks), note)


def lay_out_singles(singles: Singles, width: float, named: Named) -> Laid:
    """Lay out numbers in twos, after the winner's move."""
    numbers = singles.numbers
    shown = Arcs(numbers, tuple(zip(numbers[::2], numbers[1::2], strict=True)), (), singles.move)
    cell = _cell((*numbers, *filter(None, [singles.move])), named)
    laid = _rows(shown, width, named, cell)
    marks = list[Mark]()
    for mark in laid.marks:
        if mark.tag == "path":  # a box around two numbers instead of an arc over them
            x, y = (float(part) for part in str(mark.at["d"])[1:].partition("C")[0].split())
            corner = x - cell / 2 + SPACE / 2 - 5, y - 4
            mark = box("two", corner, (2 * cell - SPACE + 10, 28), 5, mark.about)
        marks.append(mark)
    return laid._replace(marks=tuple(marks), note=laid.note.replace("pairs", "twos"))
