"""Digits: the theorem about rare multiples, and sentences that are true in any base."""

from __future__ import annotations

from random import Random

import pytest

from divisor_duel import GAMES, Value, analyze
from divisor_duel.engine import Engine, StepClock
from divisor_duel.games.digits.proofs import after, finishers, has_rare_multiples
from divisor_duel.games.digits.rules import Digits
from tests.reference.brute import Solved, solve
from tests.reference.digits import Digits as Twin


@pytest.mark.parametrize("base", [2, 3, 4, 5, 6])
def test_the_theorem_agrees_with_brute_force(base: int) -> None:
    """Just above the bound and beyond, who wins each position and how soon is as the twin says."""
    bound = base * base - base - 2
    for target in [*range(max(bound + 1, 2), bound + 8), 97, 210]:
        memo: dict[object, Solved] = {}
        game = Digits(target=target, base=base)
        assert has_rare_multiples(game)
        waiting = [Twin(target=target, base=base)]
        while waiting:
            twin = waiting.pop()
            number = twin.number()
            left = sum(1 << digit for digit in twin.legal())
            if not left:
                continue
            told = left.bit_count() % 2 == 0 or bool(finishers(game, (left, number)))
            solved = solve(twin, memo)
            assert told == solved.value
            at_once = bool(finishers(game, (left, number)))
            assert solved.remoteness == (1 if at_once else left.bit_count())
            waiting += [twin.play(digit) for digit in twin.legal()]


def test_the_bound_is_sharp_enough_to_matter() -> None:
    """Below the bound the theorem is not used, and there it would be wrong."""
    game = Digits(target=12)
    assert not has_rare_multiples(game)
    assert analyze(game, game.start()).value is Value.WIN


def test_large_bases_need_no_search() -> None:
    """With 35 digits and a large target the start is known without a step, with its reason."""
    game = GAMES["digits"](target=999_999, base=36)
    analysis = Engine(clock=StepClock).analyze(game, game.start(), 0)
    assert (analysis.value, analysis.remoteness) == (Value.LOSS, 35)
    assert "You write the last digit, and lose." in analysis.reason


@pytest.mark.parametrize("base", [7, 10, 13])
def test_the_safe_digit_beats_every_opponent(base: int) -> None:
    """A player who writes only digits that nothing can finish, as the reason says, wins."""
    game = Digits(target=base * base, base=base)
    for seed in range(20):
        rng, position = Random(seed), game.start()
        while game.outcome(position) is None:
            legal = game.legal_moves(position)
            safe = list(legal)
            if len(legal) % 2 == 0:
                state = position.left, position.number
                safe = [digit for digit in legal if not finishers(game, after(game, state, digit))]
            else:
                safe = finishers(game, (position.left, position.number)) or safe
            position = game.play(position, rng.choice(safe))
        outcome = game.outcome(position)
        assert outcome is not None
        favoured = 1 if (base - 1) % 2 == 0 else 2
        assert int(outcome.winner) == favoured


def test_numbers_are_not_mixed_between_bases() -> None:
    """The reason writes a multiple in its base, and then as a plain number."""
    game = GAMES["digits"](target=2, base=16)
    *_, position = game.positions([1])
    assert "12 in base 16 is 18 = 2 x 9" in analyze(game, position).reason
