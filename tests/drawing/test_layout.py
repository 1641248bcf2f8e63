"""Rows of numbers: distances, crossings and covering relations."""

from __future__ import annotations

from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from divisor_duel.drawing.layout import arrange, covers, crossings, route_around, separate
from tests.drawing.reading import hasse


@given(st.sets(st.integers(1, 200), max_size=40))
def test_covers_are_the_hasse_diagram(present: set[int]) -> None:
    """Any set of numbers gets its covering relations, each once."""
    found = covers(present)
    assert len(found) == len(set(found))
    assert set(found) == hasse(present)


@given(st.lists(st.integers(-500, 500), max_size=12))
def test_places_keep_their_distance(wanted: list[int]) -> None:
    """Neighbours end at least the gap apart, and places that were fine stay."""
    found = separate([float(place) for place in wanted], 10)
    assert all(two - one >= 10 - 1e-9 for one, two in pairwise(found))
    assert separate(found, 10) == found or all(
        abs(one - two) < 1e-6 for one, two in zip(separate(found, 10), found, strict=True)
    )
    assert abs(sum(found) - sum(wanted)) < 1e-6


@given(st.lists(st.integers(1, 60), min_size=1, max_size=30, unique=True))
def test_rows_are_rows(numbers: list[int]) -> None:
    """Numbers of one level stand side by side, higher levels above, all on the sheet."""
    levels = {number: number.bit_length() for number in numbers}
    layout = arrange(levels, 50, 80)
    assert layout.places.keys() == levels.keys()
    for one, two in combinations(numbers, 2):
        (x1, y1), (x2, y2) = layout.places[one], layout.places[two]
        if levels[one] == levels[two]:
            assert y1 == y2
            assert abs(x1 - x2) >= 50 - 1e-6
        else:
            assert (y1 > y2) == (levels[one] < levels[two])
    for x, y in layout.places.values():
        assert -1e-6 <= x <= layout.width + 1e-6
        assert 0 <= y <= layout.height


def test_crossings_are_counted() -> None:
    """Two lines cross when their ends are in opposite order."""
    neighbours = {1: [4], 2: [3], 3: [2], 4: [1]}
    assert crossings([[1, 2], [3, 4]], neighbours) == 1
    assert crossings([[1, 2], [4, 3]], neighbours) == 0


def test_a_diagram_without_crossings_is_found() -> None:
    """Powers of two beside powers of three hang apart."""
    layout = arrange({2: 1, 3: 1, 4: 2, 9: 2, 8: 3, 27: 3}, 50, 80)
    order = [layout.places[two][0] < layout.places[three][0] for two, three in ((2, 3), (4, 9))]
    assert len(set(order)) == 1


def test_lines_bend_around_what_is_in_the_way() -> None:
    """A line that is clear stays straight; others bend once, or run upright at both ends."""
    begin, end = (0.0, 0.0), (100.0, 0.0)
    assert route_around(begin, end, [(50.0, 30.0)], 20) == [begin, end]
    for other in [(50.0, 3.0), (50.0, -3.0), (30.0, 0.0)]:
        assert len(route_around(begin, end, [other], 20)) == 3
    wall = [(50.0, float(height)) for height in range(-300, 301, 20)]
    assert route_around(begin, (100.0, 60.0), wall, 20)[1:3] == [(0.0, 60.0), (100.0, 0.0)]
