"""Misère by relabelled columns, against brute force and against a search that relabels nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from divisor_duel.engine import Engine, StepClock
from divisor_duel.engine.clock import Budget, Clock
from divisor_duel.engine.deepening import Deepening
from divisor_duel.game import Value
from divisor_duel.games.divider.rules import Divider, DividerPosition
from divisor_duel.games.divider.solving.misere import MisereDivider
from divisor_duel.numbers import members
from tests.reference.brute import Solved, solve
from tests.reference.divider import Divider as Twin
from tests.reference.misere import Misere


def left(*numbers: int) -> DividerPosition:
    """The position with these numbers left."""
    return DividerPosition(sum(1 << number for number in numbers), Divider().start().to_move)


@pytest.mark.parametrize(("low", "high"), [(1, 8), (2, 9), (2, 12), (3, 13), (2, 14)])
def test_every_move_is_worth_what_brute_force_says(low: int, high: int) -> None:
    """In random games, winner and length of every move are the twin's."""
    game, memo, rng = Divider(low=low, high=high, ending="misere"), dict[Any, Solved](), Random(5)
    theory = MisereDivider(game)
    for _ in range(6):
        position, twin = game.start(), Misere(Twin(low=low, high=high))
        while game.outcome(position) is None:
            for move, verdict in theory.judge(position, Budget()).items():
                truth = solve(twin.play(move), memo)
                assert (verdict.win, verdict.remoteness) == (truth.value, truth.remoteness)
            choice = rng.choice(game.legal_moves(position))
            position, twin = game.play(position, choice), twin.play(choice)


@pytest.mark.parametrize("seed", range(4))
def test_positions_that_count_as_alike_have_the_same_future(seed: int) -> None:
    """Among random positions of 2..20, those alike have the same winner and length, by a search
    that knows nothing of columns; and many are alike.
    """
    game, rng = Divider(high=20, ending="misere"), Random(seed)
    theory, plain = MisereDivider(game), Deepening(game)
    found = dict[Any, tuple[int, object]]()
    shared = 0
    for _ in range(150):
        position = game.start()
        for _ in range(rng.randint(4, 7)):
            if position.left:
                position = game.play(position, rng.choice(members(position.left)))
        verdicts = plain.judge(position, Budget()).values()
        truth = sorted((verdict.win, verdict.remoteness) for verdict in verdicts)
        before = found.setdefault(theory.alike(position), (position.left, truth))
        assert before[1] == truth
        shared += before[0] != position.left
    assert shared > 5


def test_large_primes_are_told_apart_by_their_multipliers_alone() -> None:
    """On 2..14, 11 and 13 are alike, 5 10 and 7 14 too, but 5 and 10 are not."""
    theory = MisereDivider(Divider(high=14, ending="misere"))
    assert theory.alike(left(3, 11)) == theory.alike(left(3, 13))
    assert theory.alike(left(5, 10, 11)) == theory.alike(left(7, 13, 14))
    assert theory.alike(left(5)) != theory.alike(left(10))
    assert theory.alike(left(2, 11)) != theory.alike(left(3, 11))


def test_a_win_that_is_not_near_is_found_with_its_loser() -> None:
    """With too little time to look for lengths, who wins is still found, and it is right."""
    game = Divider(high=22, ending="misere")
    whole = MisereDivider(game).judge(game.start(), Budget())
    quick = MisereDivider(game).judge(game.start(), Budget.within(StepClock(0.15)))
    known = {move: verdict.win for move, verdict in quick.items() if verdict.win is not None}
    assert len(known) > len([v for v in quick.values() if v.remoteness is not None])
    assert known.items() <= {move: verdict.win for move, verdict in whole.items()}.items()


def test_longer_lists_are_settled_within_the_default_time() -> None:
    """2..24 took longer than anyone waited; now each of its openings has winner and length."""
    game = Divider(high=24, ending="misere")
    analysis = Engine().analyze(game, game.start(), seconds=20)
    assert all(move.remoteness is not None for move in analysis.moves)
    assert analysis.value is Value.LOSS


def test_lists_too_long_for_columns_are_still_searched() -> None:
    """Beyond the limit a position is like itself only."""
    game = Divider(high=300, ending="misere")
    theory, few = MisereDivider(game), left(150, 300, 7)
    assert theory.alike(left(11)) != theory.alike(left(13))
    assert all(
        verdict.win is not None for verdict in theory.judge(few, Budget.within(Clock(5))).values()
    )
