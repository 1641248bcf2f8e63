"""Numbers left of a list, and what they are worth by the rule alone."""

from __future__ import annotations

from random import Random

from divisor_duel.numbers import members, span, without_multiples


def random_left(low: int, high: int, rng: Random, moves: int) -> int:
    """What is left after some random moves."""
    left = span(low, high)
    for _ in range(moves):
        if left:
            left = without_multiples(left, rng.choice(members(left)))
    return left


def set_truth(left: frozenset[int], memo: dict[frozenset[int], tuple[int, int]]) -> tuple[int, int]:
    """Nim-value and remoteness of a set, from the rule alone."""
    if left not in memo:
        after = [set_truth(frozenset(k for k in left if k % d), memo) for d in left]
        nims = {nim for nim, _ in after}
        nim = next(value for value in range(99) if value not in nims)
        plies = [1 + length for value, length in after if not nim or not value]
        memo[left] = nim, (min(plies) if nim else max(plies, default=0))
    return memo[left]
