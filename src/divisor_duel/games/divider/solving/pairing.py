"""Partners in a set of numbers: whatever is taken, the answer is its partner.

`proofs/__init__.py` says what partners must satisfy and checks it. Mirrors (`mirror`) are partners
that are found quickly, so they are set aside first. A plain search pairs the remaining numbers,
the largest first, and puts aside as few of them as it can.
"""

from __future__ import annotations

from collections.abc import Iterable

from divisor_duel.engine.clock import Clock
from divisor_duel.games.divider.solving.mirror import mirrors
from divisor_duel.proof import Pair

MOST_TRIES = 1000
"""Limit on the steps of one search: in tests, longer searches hardly ever found more."""

MOST_UNPAIRED = 12
"""Most numbers without a partner: more could not be explained."""


def pair_up(numbers: Iterable[int], clock: Clock, most: int = 0) -> tuple[list[Pair], list[int]]:
    """Return pairs of partners, and the numbers in none of them.

    The search leaves at most `most` numbers without a partner. If it cannot, the pairs are the
    mirrors alone. OutOfTimeError if the time runs out.
    """
    steps, left = mirrors(numbers)
    pairs = [(min(pair), max(pair)) for step in steps for pair in step]
    for room in range(len(left) % 2, most + 1, 2):
        found = _Search(left, clock).pairs(room)
        if found is not None:
            pairs += found
            paired = {number for pair in found for number in pair}
            left = [number for number in left if number not in paired]
            break
    return sorted(pairs), left


class _Search:
    """A search for partners in one set; the i-th smallest number is bit i."""

    def __init__(self, numbers: list[int], clock: Clock) -> None:
        self._numbers, self._clock, self._tries = numbers, clock, 0
        self._multiples = [
            sum(1 << place for place, other in enumerate(numbers) if other % number == 0)
            for number in numbers
        ]
        self._pairs = list[tuple[int, int]]()  # of each pair, its bits and what it takes

    def pairs(self, room: int) -> list[Pair] | None:
        """Return partners for all numbers but at most `room`; None if none are found."""
        if not self._pair((1 << len(self._numbers)) - 1, 0, room):
            return None
        names = self._numbers
        return [(names[_lowest(pair)], names[pair.bit_length() - 1]) for pair, _ in self._pairs]

    def _pair(self, waiting: int, rest: int, room: int) -> bool:
        """Pair the largest number that waits, and then the others; or add it to the rest."""
        if not waiting:
            return True
        self._tries += 1
        self._clock.tick()
        if self._tries > MOST_TRIES:
            return False
        first = waiting.bit_length() - 1
        for second in range(first - 1, -1, -1):
            if not waiting >> second & 1 or self._multiples[second] >> first & 1:
                continue
            pair, taken = 1 << first | 1 << second, self._multiples[first] | self._multiples[second]
            if not taken & rest and self._fits(pair, taken):
                self._pairs.append((pair, taken))
                if self._pair(waiting & ~pair, rest, room):
                    return True
                self._pairs.pop()
        number = 1 << first
        if room and self._takes_pairs(self._multiples[first]) and not self._is_taken(number):
            return self._pair(waiting & ~number, rest | number, room - 1)
        return False

    def _fits(self, pair: int, taken: int) -> bool:
        """Return whether a new pair and those before take each other whole or not at all."""
        for before, taken_before in self._pairs:  # a loop: the searches spend their time here
            if taken & before not in (0, before) or taken_before & pair not in (0, pair):
                return False
        return True

    def _takes_pairs(self, taken: int) -> bool:
        """Return whether the numbers taken hold each pair whole or not at all."""
        return all(taken & pair in (0, pair) for pair, _ in self._pairs)

    def _is_taken(self, number: int) -> bool:
        """Return whether a pair takes this number."""
        return any(taken & number for _, taken in self._pairs)


def _lowest(mask: int) -> int:
    """Return the place of the lowest bit."""
    return (mask & -mask).bit_length() - 1
