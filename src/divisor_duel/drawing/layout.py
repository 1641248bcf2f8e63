"""Rows of numbers with lines between them, placed so that few lines cross.

This is the usual way to draw layered graphs: repeatedly sort every row by the average
place of its neighbours, take the best order seen, then move every number towards its
neighbours as far as the minimum distances allow.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import dist, fsum
from typing import NamedTuple

Edge = tuple[int, int]
Point = tuple[float, float]
SWEEPS = 24
"""How often the rows are sorted, and how often the numbers are moved."""
BOW, BOWS, SAMPLES = 16, 15, 24
"""For a blocked line: added bend per try, number of tries, points checked per try."""
LEAST_ROW_GAP = 0.07
"""Minimum distance of rows, as a fraction of their width, or lines would lie flat."""


class Layout(NamedTuple):
    """Where the numbers of a diagram are, with the lowest row at the bottom."""

    places: dict[int, tuple[float, float]]
    """The centre of each number."""
    edges: list[Edge]
    """Which numbers are joined, the lower first."""
    width: float
    """The distance between the outermost centres."""
    height: float
    """The distance between the centres of the first and the last row."""


def covers(numbers: Iterable[int]) -> list[Edge]:
    """Return the Hasse diagram of divisibility: pairs with no other number between."""
    present = sorted(numbers)
    pairs = []
    for index, small in enumerate(present):
        above: list[int] = []
        for large in present[index + 1 :]:
            if large % small == 0 and not any(large % between == 0 for between in above):
                above.append(large)
        pairs += [(small, large) for large in above]
    return pairs


def arrange(levels: Mapping[int, int], across: float, up: float) -> Layout:
    """Lay out the Hasse diagram of numbers, each in its row from `levels`."""
    edges = covers(levels)
    rows = [
        sorted(number for number in levels if levels[number] == level)
        for level in sorted(set(levels.values()))
    ]
    neighbours: dict[int, list[int]] = {number: [] for number in levels}
    for small, large in edges:
        neighbours[small].append(large)
        neighbours[large].append(small)
    xs = _spread(_untangle(rows, neighbours), neighbours, across)
    left = min(xs.values(), default=0.0)
    up = max(up, LEAST_ROW_GAP * (max(xs.values(), default=0.0) - left))
    height = up * (len(rows) - 1)
    places = {
        number: (xs[number] - left, height - up * index)
        for index, row in enumerate(rows)
        for number in row
    }
    width = max((x for x, _ in places.values()), default=0.0)
    return Layout(places, edges, width, height)


def _untangle(rows: list[list[int]], neighbours: Mapping[int, list[int]]) -> list[list[int]]:
    """Return the rows in the best order seen while sorting them by their neighbours."""
    best, fewest = rows, crossings(rows, neighbours)
    for sweep in range(SWEEPS):
        order = list(range(len(rows)))[:: 1 if sweep % 2 else -1]
        for index in order:
            places = {
                number: place / max(1, len(row) - 1)
                for other, row in enumerate(rows)
                for place, number in enumerate(row)
                if other != index
            }
            rows = [
                *rows[:index],
                _by_neighbours(rows[index], neighbours, places),
                *rows[index + 1 :],
            ]
        count = crossings(rows, neighbours)
        if count < fewest:
            best, fewest = rows, count
    return best


def _by_neighbours(
    row: list[int], neighbours: Mapping[int, list[int]], places: Mapping[int, float]
) -> list[int]:
    def average(number: int) -> float:
        near = [places[other] for other in neighbours[number] if other in places]
        own = row.index(number) / max(1, len(row) - 1)
        return fsum(near) / len(near) if near else own

    return sorted(row, key=average)


def crossings(rows: Sequence[Sequence[int]], neighbours: Mapping[int, list[int]]) -> int:
    """Count the crossing pairs of lines between neighbouring rows."""
    count = 0
    for lower, upper in pairwise(rows):
        place = {number: index for index, number in enumerate(upper)}
        ends: list[int] = []
        for number in lower:
            reached = sorted(place[other] for other in neighbours[number] if other in place)
            count += sum(1 for end in reached for before in ends if before > end)
            ends += reached
    return count


def _spread(
    rows: list[list[int]], neighbours: Mapping[int, list[int]], across: float
) -> dict[int, float]:
    """Place every number near its neighbours, and `across` from the next in its row."""
    xs = {
        number: across * (index - (len(row) - 1) / 2)
        for row in rows
        for index, number in enumerate(row)
    }
    for _ in range(SWEEPS):
        for row in rows:
            wanted = []
            for number in row:
                near = [xs[other] for other in neighbours[number]]
                wanted.append(fsum(near) / len(near) if near else xs[number])
            xs |= dict(zip(row, separate(wanted, across), strict=True))
    return xs


def separate(wanted: Sequence[float], gap: float) -> list[float]:
    """Return the least-squares closest places with at least `gap` between neighbours.

    Subtracting the gaps leaves an isotonic least-squares fit, which pooling neighbours
    that are out of order solves exactly.
    """
    pools: list[tuple[float, int]] = []
    for index, place in enumerate(wanted):
        total, count = place - index * gap, 1
        while pools and pools[-1][0] / pools[-1][1] > total / count:
            earlier, members = pools.pop()
            total, count = total + earlier, count + members
        pools.append((total, count))
    means = [total / count for total, count in pools for _ in range(count)]
    return [mean + index * gap for index, mean in enumerate(means)]


def route_around(begin: Point, end: Point, others: Iterable[Point], room: float) -> list[Point]:
    """Return a path from `begin` to `end` that stays `room` away from all `others`.

    Two points are a straight line; three are a curve with the smallest bend that is clear.
    If no bend is clear, four points leave and arrive vertically, so that the path runs
    between the rows.
    """
    length = dist(begin, end) or 1.0
    middle = (begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2
    across = (begin[1] - end[1]) / length, (end[0] - begin[0]) / length
    reach = BOW * BOWS / 4 + room
    left, right = min(begin[0], end[0]) - reach, max(begin[0], end[0]) + reach
    top, bottom = min(begin[1], end[1]) - reach, max(begin[1], end[1]) + reach
    near = [other for other in others if left < other[0] < right and top < other[1] < bottom]
    for step in range(BOWS):
        bow = BOW * ((step + 1) // 2) * (1 if step % 2 else -1)
        bend = middle[0] + bow * across[0], middle[1] + bow * across[1]
        points = _sampled(begin, bend, end)
        if all(dist(point, other) >= room for other in near for point in points):
            return [begin, bend, end] if bow else [begin, end]
    return [begin, (begin[0], end[1]), (end[0], begin[1]), end]


def _sampled(begin: Point, bend: Point, end: Point) -> list[Point]:
    """Return points along a curve with one bend."""
    points = []
    for index in range(SAMPLES + 1):
        t = index / SAMPLES
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        points.append(
            (a * begin[0] + b * bend[0] + c * end[0], a * begin[1] + b * bend[1] + c * end[1])
        )
    return points
