"""Who loses a set of numbers, worked out again from the rules: what a certificate leaves out.

Nothing of the engine's searches is used here. Positions are gone through one by one, with two
facts about a prime p whose square is above every number (R1 and R2 in `columns.py`, which hold
for any set): of the numbers p, 2p, 3p, ... only the multipliers left count, not which prime it
is, and two primes with the same multipliers left cancel.
"""

from __future__ import annotations

from divisor_duel.errors import TooManyPositionsError
from divisor_duel.games.factors import is_prime
from divisor_duel.games.numbers import members, multiples

Key = tuple[int, tuple[int, ...]]
"""The numbers without such a prime as a mask, and the multipliers of each prime as masks."""

LARGEST = 200
"""Longer lists are not tried."""


class Retrying:
    """Positions of one list; what was worked out is remembered."""

    def __init__(self, high: int, most: int) -> None:
        if high > LARGEST:
            raise TooManyPositionsError(f"lists beyond {LARGEST} are not worked out again")
        self._most = most
        self._lost: dict[Key, bool] = {}
        self._touched = [multiples(number, high) if number else 0 for number in range(high + 1)]
        primes = [prime for prime in range(2, high + 1) if is_prime(prime) and prime**2 > high]
        self._columns = [self._touched[prime] for prime in primes]
        self._primes = primes
        self._core = ~sum(self._columns)
        self._multipliers: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._lost)

    def is_lost(self, left: int) -> bool:
        """Whether the player to move loses; TooManyPositionsError if that takes too long."""
        key = self._key(left)
        lost = self._lost.get(key)
        if lost is None:
            if len(self._lost) >= self._most:
                raise TooManyPositionsError(
                    f"that takes more than {self._most} positions; give a smaller set-up"
                )
            left = self._numbers(key)
            rests = {left & ~self._touched[number] for number in members(left)}
            lost = not any(map(self.is_lost, sorted(rests, key=int.bit_count)))
            self._lost[key] = lost
        return lost

    def _key(self, left: int) -> Key:
        """The position with what cancels taken out, and no matter which primes it has."""
        single = set[int]()
        for prime, column in zip(self._primes, self._columns, strict=True):
            part = left & column
            if part:
                known = self._multipliers.get(part)
                if known is None:
                    known = sum(1 << number // prime for number in members(part))
                    self._multipliers[part] = known
                single ^= {known}
        return left & self._core, tuple(sorted(single, reverse=True))

    def _numbers(self, key: Key) -> int:
        """One set of numbers that is such a position: the larger multipliers on smaller primes."""
        left, columns = key
        for prime, column in zip(self._primes, columns, strict=False):
            left |= sum(1 << prime * multiplier for multiplier in members(column))
        return left
