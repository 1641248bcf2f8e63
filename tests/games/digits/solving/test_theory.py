"""Digits: the theorem about rare multiples, and sentences that are true in any base."""

from __future__ import annotations

from random import Random

import pytest

from divisor_duel import GAMES, Value, analyze
from divisor_duel.engine import Engine, StepClock
from divisor_duel.engine.clock import Budget, Clock, run_to_end
from divisor_duel.games.digits.proofs import after, finishers, has_rare_multiples
from divisor_duel.games.digits.rules import Digits
from divisor_duel.games.digits.solving.remainder_table import RemainderTable
from divisor_duel.games.digits.solving.theory import DigitsTheory
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


def test_a_table_of_the_digits_left_is_enough() -> None:
    """In base 30, every position with six digits left has its winner and its length."""
    game, rng = GAMES["digits"](target=500, base=30), Random(5)
    theory = DigitsTheory(game)
    for _ in range(4):
        position = game.start()
        while position.left.bit_count() > 6:
            legal = game.legal_moves(position)
            position = game.play(position, rng.choice(legal)) if legal else game.start()
        if game.outcome(position):
            continue
        used = [int(digit, 36) for digit in game.written(position.number)]
        twin = Twin(target=500, base=30)
        for digit in used:
            twin = twin.play(digit)
        verdicts = theory.judge(position, Budget.within(StepClock(2)))
        memo: dict[object, Solved] = {}
        for digit in twin.legal():
            truth = solve(twin.play(digit), memo)
            assert (verdicts[digit].win, verdicts[digit].remoteness) == (
                truth.value,
                truth.remoteness,
            )


def test_positions_above_the_table_are_searched() -> None:
    """After a table of few digits, an earlier position of the same game is still judged right."""
    game = Digits(target=9, base=7)
    theory, late = DigitsTheory(game), game.play(game.play(game.start(), 1), 4)
    everything = theory.judge(game.start(), Budget.within(Clock()))
    fresh = DigitsTheory(game)
    fresh._table = run_to_end(RemainderTable.build_in_steps(late.left, 7, 9))
    early = fresh.judge(game.start(), Budget.within(StepClock(0.001)))
    assert {
        move: verdict.win for move, verdict in early.items() if verdict.win is not None
    }.items() <= {move: verdict.win for move, verdict in everything.items()}.items()
    assert fresh.judge(late, Budget.within(Clock())) == theory.judge(late, Budget.within(Clock()))
