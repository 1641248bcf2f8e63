"""Ten rules of thumb that had no part in the selection of Bench 2.

Only tests use them: they show that the bench resists rules that its makers did not think
of. Never add one of these to `divisor_duel.questions.one_ply_rules`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isqrt

from divisor_duel.factors import factorize, is_prime
from divisor_duel.questions.one_ply_rules import Choice, Rule


def _largest_by(measure: Callable[[Choice, int], float]) -> Rule:
    return lambda choice: max(choice.legal, key=lambda move: (measure(choice, move), move))


def _largest_composite(choice: Choice) -> int:
    return choice.largest(lambda move: not is_prime(move))


def _digit_sum(choice: Choice, move: int) -> int:
    return sum(map(int, str(move)))


def _twos(choice: Choice, move: int) -> int:
    return move & -move


def _is_square(move: int) -> bool:
    return isqrt(move) ** 2 == move


HELD_ASIDE: Mapping[str, Rule] = {
    "second-smallest": lambda choice: choice.legal[1],
    "second-largest": lambda choice: choice.legal[-2],
    "largest-composite": _largest_composite,
    "largest-digit-sum": _largest_by(_digit_sum),
    "most-factors-of-two": _largest_by(_twos),
    "square-first": lambda choice: choice.smallest(_is_square),
    "multiple-of-three-first": lambda choice: choice.largest(lambda move: move % 3 == 0),
    "largest-prime-factor": _largest_by(lambda choice, move: max(factorize(move), default=1)),
    "nearest-to-the-mean": _largest_by(
        lambda choice, move: -abs(move - sum(choice.legal) / len(choice.legal))
    ),
    "replies-divisible-by-three": lambda choice: choice.largest(
        lambda move: len(choice.replies[move]) % 3 == 0
    ),
}
"""The rules, by name."""
