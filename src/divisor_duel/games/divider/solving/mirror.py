"""Mirrors in a set of numbers of the Divider Duel: who can be answered by copying.

Three kinds of swap are looked for, again and again in what stays, as long as one is found:
primes whose columns (the multipliers left) are the same; numbers that divide nothing else
left and have the same divisors left; groups that look alike. `proofs/certificate.py` says what a
swap must satisfy and checks it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from divisor_duel.games.divider.solving.columns import groups_of
from divisor_duel.numbers import members

Swap = list[list[int]]
"""Pairs that swap places at the same time."""

LARGEST_ALIKE = 12
"""Larger groups are not compared."""


def mirrors(numbers: Iterable[int]) -> tuple[list[Swap], list[int]]:
    """The steps that can be made, and the numbers that stay."""
    left, steps = sorted(numbers), list[Swap]()
    while step := _equal_columns(left) or _twins(left) or _alike(left):
        steps.append(step)
        swapped = {number for pair in step for number in pair}
        left = [number for number in left if number not in swapped]
    return steps, left


def _equal_columns(left: list[int]) -> Swap:
    """Two primes, neither of them twice in a number, with the same multipliers left."""
    columns, seen = dict[int, list[int]](), dict[tuple[int, ...], int]()
    for number in left:
        for prime in _primes_of(number):
            columns.setdefault(prime, []).append(number // prime)
    for prime in sorted(columns):
        column = tuple(columns[prime])
        if any(multiplier % prime == 0 for multiplier in column):
            continue
        twin = seen.setdefault(column, prime)
        if twin != prime and all(multiplier % twin for multiplier in column):
            return [[twin * multiplier, prime * multiplier] for multiplier in column]
    return []


@cache
def _primes_of(number: int) -> tuple[int, ...]:
    """The different primes that divide a number."""
    found, prime = [], 2
    while prime * prime <= number:
        if number % prime == 0:
            found.append(prime)
            while number % prime == 0:
                number //= prime
        prime += 1
    return (*found, number) if number > 1 else tuple(found)


def _twins(left: list[int]) -> Swap:
    """Numbers that divide nothing else left and have the same divisors left."""
    waiting: dict[tuple[int, ...], int] = {}
    step = []
    for index, number in enumerate(left):
        if any(other % number == 0 for other in left[index + 1 :]):
            continue
        divisors = tuple(other for other in left[:index] if number % other == 0)
        twin = waiting.pop(divisors, None)
        if twin is None:
            waiting[divisors] = number
        else:
            step.append([twin, number])
    return step


def _alike(left: list[int]) -> Swap:
    """Two separate groups of the same shape, number by number."""
    if len(left) < 4:
        return []
    found = map(members, groups_of(sum([1 << number for number in left])))
    parts = [group for group in found if 1 < len(group) <= LARGEST_ALIKE]
    for index, one in enumerate(parts):
        for other in parts[index + 1 :]:
            if len(one) == len(other):
                matched = _matched(one, other, [])
                if matched is not None:
                    return [list(pair) for pair in zip(one, matched, strict=True)]
    return []


def _matched(one: Sequence[int], other: Sequence[int], chosen: list[int]) -> list[int] | None:
    """The numbers of `other` in an order that keeps who divides whom, by trying."""
    if len(chosen) == len(one):
        return chosen
    number, earlier = one[len(chosen)], one[: len(chosen)]
    for image in other:
        if image not in chosen and all(
            (number % before == 0, before % number == 0) == (image % after == 0, after % image == 0)
            for before, after in zip(earlier, chosen, strict=True)
        ):
            found = _matched(one, other, [*chosen, image])
            if found is not None:
                return found
    return None
