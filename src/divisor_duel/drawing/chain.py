"""Chain: the pool on a circle, a line wherever one number divides another.

Numbers keep their places through a game. The pairs that prove the result are
thick: the winner answers every number with its partner.
"""

from __future__ import annotations

from itertools import combinations
from math import cos, pi, sin

from divisor_duel.drawing.look import FAINT, INK
from divisor_duel.drawing.marks import RADIUS, held, move_line, number_node
from divisor_duel.drawing.notebook import Sketch, Subject, refuse_large, value_key
from divisor_duel.drawing.svg import Point, Shape, arc, centred, group
from divisor_duel.rules.chain import Chain, ChainPosition
from divisor_duel.rules.numbers import members

MOST_NUMBERS = 120
"""More would make a circle of more than a metre on a screen."""

SPACING = 42
"""The distance of neighbours on the circle."""
SMALLEST = 200
BEND = 0.35
"""How far lines bow towards the centre; straight ones would run through each other's ends."""


def check(game: Chain, position: ChainPosition) -> None:
    """DuelError when too many numbers are left for a picture."""
    refuse_large(game, position.pool.bit_count(), MOST_NUMBERS)


def sketch(subject: Subject) -> Sketch:
    """The circle with its lines, the last number, its answers and the pairs."""
    from divisor_duel.engine.chain import pairing

    game, position = subject.analysis.game, subject.analysis.position
    pool = set(members(position.pool))
    shown = _shown(game, position, pool)
    radius = max(SMALLEST, SPACING * len(shown) / (2 * pi))
    reach = radius + RADIUS + 8
    places = {
        number: (
            reach + radius * sin(2 * pi * index / len(shown)),
            reach - radius * cos(2 * pi * index / len(shown)),
        )
        for index, number in enumerate(shown)
    }
    partners = pairing(game, position) or {}
    pairs = sorted((one, two) for one, two in partners.items() if one < two)
    centre = reach, reach
    shapes = [
        group(_relations(places, pool | {position.last}, centre), class_="relations"),
        group(_pairs(places, pairs, centre), class_="pairs"),
        group(_answers(places, position.last, subject.values, centre), class_="answers"),
        group(_numbers(places, pool, position, subject.values), class_="numbers"),
    ]
    key = [*value_key(subject.values.values(), "answer" if position.last else "opening")]
    key += [("thin", "one divides the other"), ("pair", "partners")] if pairs else []
    notes = [f"Partners: {', '.join(f'{one}–{two}' for one, two in pairs)}."] if pairs else []
    return Sketch(2 * reach, 2 * reach, shapes, key, notes)


def _shown(game: Chain, position: ChainPosition, pool: set[int]) -> list[int]:
    """All numbers of the set-up if they fit, so that none moves from picture to picture."""
    if game.high - game.low < MOST_NUMBERS:
        return list(range(game.low, game.high + 1))
    return sorted(pool | ({position.last} if position.last else set()))


def _curve(begin: Point, end: Point, centre: Point, **style: object) -> Shape:
    middle = (begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2
    bend = tuple(m + BEND * (c - m) for m, c in zip(middle, centre, strict=True))
    return arc(begin, (bend[0], bend[1]), end, **style)


def _relations(places: dict[int, Point], present: set[int], centre: Point) -> list[Shape]:
    """A thin line for every two numbers left of which one divides the other."""
    style = {"stroke": INK, "stroke_width": 0.8, "stroke_opacity": 0.28}
    return [
        _curve(places[small], places[large], centre, data_between=f"{small} {large}", **style)
        for small, large in combinations(sorted(present & places.keys()), 2)
        if large % small == 0
    ]


def _pairs(
    places: dict[int, Point], pairs: list[tuple[int, int]], centre: Point
) -> list[Shape]:
    style = {"stroke": INK, "stroke_width": 3.6, "stroke_opacity": 0.85}
    return [
        _curve(
            places[one], places[two], centre, class_="pair", data_between=f"{one} {two}", **style
        )
        for one, two in pairs
    ]


def _answers(
    places: dict[int, Point], last: int, values: dict[int, str], centre: Point
) -> list[Shape]:
    """Lines from the last number to what may follow it."""
    if not last:
        return []
    return [
        _curve(places[last], places[move], centre, **move_line(value))
        for move, value in values.items()
    ]


def _numbers(
    places: dict[int, Point], pool: set[int], position: ChainPosition, values: dict[int, str]
) -> list[Shape]:
    shapes = []
    for number, place in places.items():
        if number == position.last:
            shapes.append(held(position.to_move.other, str(number), place, 22))
        elif number in pool:
            shapes.append(number_node(str(number), place, values.get(number)))
        else:
            shapes.append(centred(str(number), place, 15, fill=FAINT, class_="taken"))
    return shapes
