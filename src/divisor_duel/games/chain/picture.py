"""Chain as a picture: the pool on a circle.

A line joins two numbers if one divides the other. The pairs that prove the result have thick
lines, and partners are side by side: the winner answers every number with its neighbour. The
smaller partners ascend round the circle, so that every number is easy to find.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from math import cos, dist, pi, sin

from divisor_duel.drawing.marks import RADIUS, move_line, number_node, owned_number
from divisor_duel.drawing.page import GamePicture, Sketch, Subject, refuse_large, value_key
from divisor_duel.drawing.paper_boards import number_square
from divisor_duel.drawing.style import INK
from divisor_duel.drawing.svg import Point, Shape, arc, group, line
from divisor_duel.game import Value
from divisor_duel.games.chain.rules import Chain, ChainPosition
from divisor_duel.numbers import members, ranges

MOST_NUMBERS = 120
"""Most numbers in a picture: a circle of more would not fit on a page."""

STEP, LINK = 42, 60
"""Distances along the circle: between neighbours, between partners (SVG units)."""
SMALLEST = 190
"""Radius of the smallest circle, in SVG units."""
BEND = 0.35
"""Bow of long lines, as a share of the way to the centre, so that they part early."""

Pair = tuple[int, int]
Places = dict[int, Point]


def check(game: Chain, position: ChainPosition) -> None:
    """Raise DuelError if too many numbers are left for a picture."""
    refuse_large(game, position.pool.bit_count(), MOST_NUMBERS)


def sketch(subject: Subject[Chain, ChainPosition]) -> Sketch:
    """Draw the circle with its lines, the last number, its answers and the pairs."""
    position, values = subject.position, subject.values
    present = set(members(position.pool)) | ({position.last} if position.last else set())
    opening, pairs = _plan(subject)
    places, reach = _place_numbers(present, pairs)
    shapes = [
        group(_relations(places, reach, set(pairs)), class_="relations"),
        group(_pair_lines(places, pairs), class_="pairs"),
        group(_answers(places, reach, position.last, values), class_="answers"),
        group(_numbers(places, reach, position, values), class_="numbers"),
    ]
    key = value_key(values.values(), "answer" if position.last else "opening")
    key.append(("thin", "one divides the other"))
    key += [("pair", "partners")] if pairs else []
    after = f" once {opening} is taken" if opening else ""
    pair_list = ", ".join(f"{small}–{large}" for small, large in pairs)
    notes = [f"Partners{after}: {pair_list}."] if pairs else []
    taken = members(subject.start.pool & ~position.pool)
    notes += [f"Taken: {ranges(taken)}."] if taken else []
    return Sketch(2 * reach, 2 * reach, shapes, key, notes)


def _plan(subject: Subject[Chain, ChainPosition]) -> tuple[int | None, list[Pair]]:
    """Return the number to take first, if the winner is to move, and the pairs.

    The first number is the one that the reason names. If nothing answers that, it has no
    pairs to draw, so the picture shows the winning number with the most pairs instead.
    """
    from divisor_duel.games.chain.solving.theory import ChainTheory

    game, position, analysis = subject.game, subject.position, subject.analysis

    def pairs(move: int | None) -> list[Pair]:
        after = position if move is None else game.play(position, move)
        with subject.engine.theory(game) as theory:
            assert isinstance(theory, ChainTheory)
            partners = theory.partners(after)
        return sorted((small, large) for small, large in partners.items() if small < large)

    if analysis.value is not Value.WIN:
        return None, pairs(None) if analysis.value is Value.LOSS else []
    named = analysis.explained
    if named and pairs(named):
        return named, pairs(named)
    best = max(analysis.winning, key=lambda move: len(pairs(move)))
    return best, pairs(best)


def _place_numbers(present: set[int], pairs: Iterable[Pair]) -> tuple[Places, float]:
    """Return each number's place, clockwise from the top, and half of the width."""
    paired = {number for pair in pairs for number in pair}
    neighbours = sorted([*pairs, *((number,) for number in present - paired)])
    offsets, length = {}, 0.0
    for numbers in neighbours:
        for number in numbers:
            offsets[number] = length
            length += LINK if number != numbers[-1] else STEP
    radius = max(SMALLEST, length / (2 * pi))
    reach = radius + 2 * RADIUS
    angles = {number: 2 * pi * offset / length for number, offset in offsets.items()}
    places = {
        number: (reach + radius * sin(angle), reach - radius * cos(angle))
        for number, angle in angles.items()
    }
    return places, reach


def _curve(begin: Point, end: Point, reach: float, **style: object) -> Shape:
    """Return a line that bows towards the centre, clear of neighbours.

    Longer lines bow more.
    """
    bow = max(BEND * min(1, dist(begin, end) / reach), 4 * RADIUS / reach)
    middle = (begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2
    bend = middle[0] + bow * (reach - middle[0]), middle[1] + bow * (reach - middle[1])
    return arc(begin, bend, end, **style)


def _relations(places: Places, reach: float, pairs: set[Pair]) -> list[Shape]:
    """Return a thin line for every related pair of numbers, except partners."""
    style = {"class_": "relation", "stroke": INK, "stroke_width": 0.8, "stroke_opacity": 0.3}
    return [
        _curve(places[small], places[large], reach, data_between=f"{small} {large}", **style)
        for small, large in combinations(sorted(places), 2)
        if large % small == 0 and (small, large) not in pairs
    ]


def _pair_lines(places: Places, pairs: Iterable[Pair]) -> list[Shape]:
    style = {"class_": "pair", "stroke": INK, "stroke_width": 5}
    return [
        line(places[small], places[large], data_between=f"{small} {large}", **style)
        for small, large in pairs
    ]


def _answers(places: Places, reach: float, last: int, values: dict[int, str]) -> list[Shape]:
    """Return lines from the last number to its legal answers."""
    if not last:
        return []
    return [
        _curve(places[last], places[move], reach, data_move=move, **move_line(value))
        for move, value in values.items()
    ]


def _numbers(
    places: Places, reach: float, position: ChainPosition, values: dict[int, str]
) -> list[Shape]:
    shapes = []
    for number, place in places.items():
        if number == position.last:
            shapes.append(owned_number(position.to_move.other, str(number), place, 22))
        else:
            length = reach - 2 * RADIUS
            outwards = (place[0] - reach) / length, (place[1] - reach) / length
            node = number_node(str(number), place, values.get(number), towards=outwards)
            shapes.append(node)
    return shapes


def board(game: Chain, position: ChainPosition, start: ChainPosition) -> Sketch:
    """Draw the numbers on paper: those taken are crossed out, the last one is ringed."""
    numbers = members(start.pool)
    return number_square(numbers, members(start.pool & ~position.pool), ringed=position.last)


PICTURE = GamePicture[Chain, ChainPosition](check, sketch, board)
