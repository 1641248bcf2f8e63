"""Divider Duel's theory: openings, groups, sets made by hand, and long lists."""

from __future__ import annotations

from random import Random

import pytest

from divisor_duel import GAMES, Value, analyze
from divisor_duel.engine import Engine, StepClock
from divisor_duel.engine.clock import Clock
from divisor_duel.games.divider import rules
from divisor_duel.games.divider.solving.openings import proved_openings
from divisor_duel.games.divider.solving.theory import DividerTheory, valued_groups
from divisor_duel.numbers import span, without_multiples
from tests.games.divider.solving.left import random_left, set_truth


def test_the_only_winning_first_move_of_the_rule_book_is_4() -> None:
    """On 2 to 9 exactly 4 wins."""
    game = GAMES["divider"]()
    assert analyze(game, game.start()).winning == (4,)


def test_the_nim_values_of_the_groups_make_up_that_of_the_whole() -> None:
    """The nim-sum of the groups' values is the value of the position."""
    rng, game = Random(2), GAMES["divider"](high=24)
    for _ in range(20):
        position = game.start()._replace(left=random_left(2, 24, rng, rng.randrange(1, 6)))
        if not position.left:
            continue
        total = 0
        for _, nim in valued_groups(game, position, Engine(), 30):
            assert nim is not None
            total ^= nim
        assert analyze(game, position, 30).grundy == total


def test_a_long_list_is_compiled_once_enough_is_gone() -> None:
    """On 2..100 the solver is rebuilt for fewer numbers until they fit, and then reused."""
    theory, left = DividerTheory(rules.Divider(high=100)), span(2, 100)
    first = theory.list_solver(left, Clock())
    assert not first.is_compact
    assert theory.list_solver(left, Clock()) is first
    for move in (11, 4, 6):
        left = without_multiples(left, move)
    second = theory.list_solver(left, Clock())
    assert second.is_compact
    assert theory.list_solver(without_multiples(left, 10), Clock()) is second
    assert theory.list_solver(span(2, 100), Clock()) is not second


def test_long_lists_open_at_once() -> None:
    """On 2..60 every opening is valued without a search, with its nim-value."""
    game = GAMES["divider"](high=60)
    analysis = Engine(clock=StepClock).analyze(game, game.start(), 0.01)
    assert analysis.value in ("win", "loss")
    found = {move.move: move.grundy for move in analysis.moves}
    assert found == proved_openings(2, 60)


def test_without_the_compiled_search_everything_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """If numba is missing, the plain search answers instead."""
    import sys

    monkeypatch.setitem(sys.modules, "divisor_duel.games.divider.solving.compiled_search", None)
    theory = DividerTheory(rules.Divider(high=36))
    assert theory.list_solver(span(2, 36), Clock(60)).is_lost(span(2, 35), Clock(60)) is False


@pytest.mark.parametrize(
    ("numbers", "value"), [((6, 8, 16, 30), "loss"), ((22, 26), "loss"), ((2, 4, 9), "win")]
)
def test_sets_made_by_hand_are_valued_right(numbers: tuple[int, ...], value: str) -> None:
    """Positions that play never makes are worth what brute force says."""
    game = GAMES["divider"](high=30)
    position = game.start()._replace(left=sum(1 << number for number in numbers))
    assert analyze(game, position).value == value


def test_any_subset_agrees_with_brute_force() -> None:
    """Random sets of numbers have the value, nim-value and remoteness that the rule gives."""
    rng, memo = Random(5), dict[frozenset[int], tuple[int, int]]()
    for number in range(150):
        high = rng.choice([12, 30, 60, 300, 5000])
        pool = range(2, high + 1)
        chosen = frozenset(rng.sample(pool, min(len(pool), 1 + number % 13)))
        game = GAMES["divider"](high=high)
        position = game.start()._replace(left=sum(1 << n for n in chosen))
        analysis = analyze(game, position)
        assert (analysis.grundy, analysis.remoteness) == set_truth(chosen, memo)
        for move in analysis.moves:
            rest = frozenset(n for n in chosen if n % move.move)
            assert (move.grundy, move.remoteness) == set_truth(rest, memo)


def test_larger_sets_by_hand_obey_the_law() -> None:
    """A larger random set's nim-value is the least that none of its moves has."""
    rng, game = Random(6), GAMES["divider"](high=90)
    engine = Engine(clock=StepClock)
    for _ in range(12):
        left = sum(1 << number for number in rng.sample(range(2, 91), 22))
        analysis = engine.analyze(game, game.start()._replace(left=left), 30)
        nims = {move.grundy for move in analysis.moves}
        assert None not in nims
        assert analysis.grundy == next(value for value in range(99) if value not in nims)


def test_long_lists_keep_their_structure() -> None:
    """Numbers none of which divides another are counted, however long the list is."""
    for low, high, value in ((180, 210, "win"), (181, 210, "loss"), (50_001, 100_000, "loss")):
        game = GAMES["divider"](low=low, high=high)
        analysis = analyze(game, game.start())
        assert (analysis.value, analysis.remoteness) == (value, high - low + 1)


def test_shipped_openings_need_no_time() -> None:
    """The winner after each opening of 2..60 is known even without any time."""
    game = GAMES["divider"](high=60)
    found = Engine(clock=StepClock).analyze(game, game.start(), 0.01)
    assert [move.move for move in found.moves if move.value is Value.UNKNOWN] == []
    assert found.grundy == 8
