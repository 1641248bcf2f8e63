"""Chain: the circle, its lines and the pairs."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from divisor_duel.numbers import members
from tests.drawing.reading import between, find, marks, numbers, picture, relations, subject, words

POSITIONS: list[tuple[tuple[int, ...], dict[str, Any]]] = [
    ((), {}),
    ((), {"opening": "even"}),
    ((15, 5, 20), {}),
    ((15, 5), {}),
    ((6, 12, 4), {"high": 20}),
    ((), {"low": 20, "high": 30}),
    ((), {"high": 4, "opening": "even"}),
]
every_position = pytest.mark.parametrize(("moves", "options"), POSITIONS)


@every_position
def test_the_pool_is_drawn_once(moves: tuple[int, ...], options: dict[str, Any]) -> None:
    """Each number of the pool is a node exactly once, and the last number its taker's mark."""
    root = picture("chain", *moves, **options)
    position = subject("chain", *moves, **options).position
    assert sorted(numbers(root)) == list(members(position.pool))
    assert numbers(root, "held") == list(moves[-1:])


@every_position
def test_lines_are_divisibility(moves: tuple[int, ...], options: dict[str, Any]) -> None:
    """Thin lines and pairs together are every two numbers of which one divides the other."""
    root = picture("chain", *moves, **options)
    present = {*numbers(root), *moves[-1:]}
    lines = between(root, "relation") + between(root, "pair")
    assert len(lines) == len(set(lines))
    assert set(lines) == relations(present)


@every_position
def test_pairs_are_the_winners_strategy(moves: tuple[int, ...], options: dict[str, Any]) -> None:
    """The pairs drawn are those listed and disjoint; who answers by them never lacks one."""
    root = picture("chain", *moves, **options)
    about = subject("chain", *moves, **options)
    game, position = about.game, about.position
    pairs = between(root, "pair")
    listed = re.findall(r"(\d+)–(\d+)", words(root, "note"))
    assert sorted(pairs) == sorted((int(one), int(two)) for one, two in listed)
    partners = dict(pairs) | {two: one for one, two in pairs}
    assert len(partners) == 2 * len(pairs)
    named = re.search(r"once (\d+) is taken", words(root, "note"))
    assert bool(named) == (about.analysis.value == "win" and bool(pairs))
    if named:
        assert int(named[1]) in about.analysis.winning
        position = game.play(position, int(named[1]))
    for seed in range(50 if named or about.analysis.value == "loss" else 0):
        answer_each(game, position, partners, Random(seed))


def answer_each(game: Any, position: Any, partners: dict[int, int], rng: Random) -> None:
    """A game against random numbers in which each is answered by its partner."""
    while moves := game.legal_moves(position):
        number = rng.choice(moves)
        position = game.play(game.play(position, number), partners[number])


def test_partners_are_neighbours() -> None:
    """Round the circle a number stands next to its partner."""
    root = picture("chain", 15, 5)
    around = [int(node.get("data-number", "")) for node in find(root, "numbers")[0]]
    neighbours = {frozenset(pair) for pair in pairwise(around)}
    assert between(root, "pair")
    assert all(frozenset(pair) in neighbours for pair in between(root, "pair"))


@every_position
def test_marks_are_the_values_of_the_moves(moves: tuple[int, ...], options: dict[str, Any]) -> None:
    """Numbers that may be taken carry their value, others no mark; lines lead to the answers."""
    root = picture("chain", *moves, **options)
    values = subject("chain", *moves, **options).values
    assert {number: value for number, value in marks(root).items() if value} == values
    lines = {int(line.get("data-move", "")): line.get("data-value") for line in find(root, "move")}
    assert lines == (values if moves else {})


def test_the_rule_book_openings() -> None:
    """On 2 to 50 the losing openings are 5, 7, 34, 38, 46 and 50."""
    losing = [number for number, value in marks(picture("chain")).items() if value == "loss"]
    assert sorted(losing) == [5, 7, 34, 38, 46, 50]
