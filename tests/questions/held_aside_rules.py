"""Rules of thumb that the selection of Bench 2 never evaluates.

Only tests use them: they show that the bench resists rules that its makers did not think
of. Never add one of these to `divisor_duel.questions.one_ply_rules`.

`LOOKED_AT` were checked while the method of selection was made. They showed that it pushed
published rules below chance, which made others score, and that 25 positions in each family
were too few for the small tier. `HELD_ASIDE` and `UNTOUCHED` were written after the positions
were frozen, and evaluated once; those of `UNTOUCHED` by someone who had seen no score of
`HELD_ASIDE`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import gcd, isqrt

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


def _answers_at_worst(choice: Choice, move: int) -> float:
    """Return how many moves the mover has after the reply that leaves the fewest."""
    game, after = choice.game, choice.afters[move]
    answers = (game.legal_moves(game.play(after, reply)) for reply in choice.replies[move])
    return min(map(len, answers), default=1000)


def _relatives(choice: Choice, move: int) -> int:
    """Return how many of the other legal moves divide this one or are its multiples."""
    return sum(not max(move, other) % min(move, other) for other in choice.legal) - 1


LOOKED_AT: Mapping[str, Rule] = {
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
"""Rules that were checked while the method was made, by name."""

HELD_ASIDE: Mapping[str, Rule] = {
    "third-smallest": lambda choice: choice.legal[2 % len(choice.legal)],
    "smallest-composite": lambda choice: choice.smallest(lambda move: not is_prime(move)),
    "smallest-digit-sum": _largest_by(lambda choice, move: -_digit_sum(choice, move)),
    "largest-odd-part": _largest_by(lambda choice, move: move // _twos(choice, move)),
    "multiple-of-five-first": lambda choice: choice.smallest(lambda move: move % 5 == 0),
    "smallest-largest-reply": _largest_by(
        lambda choice, move: -max(choice.replies[move], default=0)
    ),
    "largest-smallest-reply": _largest_by(
        lambda choice, move: min(choice.replies[move], default=0)
    ),
    "even-sum-of-replies": lambda choice: choice.largest(
        lambda move: sum(choice.replies[move]) % 2 == 0
    ),
    "farthest-from-last": _largest_by(lambda choice, move: abs(move - choice.last)),
    "most-in-common-with-last": _largest_by(lambda choice, move: gcd(move, choice.last)),
}
"""Ten rules that had no part in the selection, by name."""

UNTOUCHED: Mapping[str, Rule] = {
    "safe-median": lambda choice: choice.safe[len(choice.safe) // 2],
    "nearest-to-half-of-the-largest": _largest_by(
        lambda choice, move: -abs(2 * move - choice.legal[-1])
    ),
    "largest-power-of-two": lambda choice: choice.largest(lambda move: _twos(choice, move) == move),
    "other-parity-than-last": lambda choice: choice.largest(
        lambda move: (move + choice.last) % 2 == 1
    ),
    "leave-one-more-than-threes": lambda choice: choice.largest(
        lambda move: choice.left[move] % 3 == 1
    ),
    "leave-a-multiple-of-four": lambda choice: choice.smallest(
        lambda move: choice.left[move] % 4 == 0
    ),
    "fewest-prime-replies": _largest_by(
        lambda choice, move: -sum(map(is_prime, choice.replies[move]))
    ),
    "most-answers-at-worst": _largest_by(_answers_at_worst),
    "smallest-sum-of-replies": _largest_by(lambda choice, move: -sum(choice.replies[move])),
    "fewest-relatives": _largest_by(lambda choice, move: -_relatives(choice, move)),
}
"""Ten more, written later and evaluated once, by name."""
