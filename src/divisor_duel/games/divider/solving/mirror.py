"""Mirrors in a set of numbers: pairs in which each number answers the other.

There are three kinds of swap, and each one found is set aside before the next search:
primes whose columns (the multipliers left) are the same; numbers that divide nothing else
left and have the same divisors left; groups of the same shape. `proofs/__init__.py` says
what a swap must satisfy and checks it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from divisor_duel.factors import factorize
from divisor_duel.games.divider.proofs import Step
from divisor_duel.games.divider.solving.columns import groups_of
from divisor_duel.numbers import members
from divisor_duel.proof import Pair

LARGEST_ALIKE = 12
"""Most numbers in groups that are compared."""


def mirrors(numbers: Iterable[int]) -> tuple[tuple[Step, ...], list[int]]:
    """Return the swaps, in the order they were found, and the numbers in none of them."""
    left, steps = sorted(numbers), list[Step]()
    while step := _equal_columns(left) or _twins(left) or _same_shape(left):
        steps.append(step)
        swapped = {number for pair in step for number in pair}
        left = [number for number in left if number not in swapped]
    return tuple(steps), left


def _equal_columns(left: list[int]) -> Step:
    """Swap the columns of two primes that have the same multipliers left.

    Neither prime may divide a number twice.
    """
    columns, seen = dict[int, list[int]](), dict[tuple[int, ...], int]()
    for number in left:
        for prime in factorize(number):
            columns.setdefault(prime, []).append(number // prime)
    for prime in sorted(columns):
        column = tuple(columns[prime])
        if any(multiplier % prime == 0 for multiplier in column):
            continue
        twin = seen.setdefault(column, prime)
        if twin != prime and all(multiplier % twin for multiplier in column):
            return tuple((twin * multiplier, prime * multiplier) for multiplier in column)
    return ()


def _twins(left: list[int]) -> Step:
    """Pair numbers that divide nothing else left and have the same divisors left."""
    waiting: dict[tuple[int, ...], int] = {}
    step = list[Pair]()
    for index, number in enumerate(left):
        if any(other % number == 0 for other in left[index + 1 :]):
            continue
        divisors = tuple(other for other in left[:index] if number % other == 0)
        twin = waiting.pop(divisors, None)
        if twin is None:
            waiting[divisors] = number
        else:
            step.append((twin, number))
    return tuple(step)


def _same_shape(left: list[int]) -> Step:
    """Swap two separate groups of the same shape, number by number."""
    if len(left) < 4:
        return ()
    groups = map(members, groups_of(sum([1 << number for number in left])))
    parts = [group for group in groups if 1 < len(group) <= LARGEST_ALIKE]
    for index, part in enumerate(parts):
        for other in parts[index + 1 :]:
            if len(part) == len(other):
                images = _isomorphism(part, other, [])
                if images is not None:
                    return tuple(zip(part, images, strict=True))
    return ()


def _isomorphism(part: Sequence[int], other: Sequence[int], chosen: list[int]) -> list[int] | None:
    """Return the image in `other` of each number of `part`, preserving divisibility.

    Backtracks from `chosen`, the images of the first numbers; None if there is no such order.
    """
    if len(chosen) == len(part):
        return chosen
    number, earlier = part[len(chosen)], part[: len(chosen)]
    for image in other:
        if image not in chosen and all(
            (number % before == 0, before % number == 0) == (image % after == 0, after % image == 0)
            for before, after in zip(earlier, chosen, strict=True)
        ):
            images = _isomorphism(part, other, [*chosen, image])
            if images is not None:
                return images
    return None
