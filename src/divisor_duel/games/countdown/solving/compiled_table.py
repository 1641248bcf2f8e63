"""The table of remoteness, filled by compiled code (numba).

A number n needs the entries of n - d for its odd divisors d, as in `theory`. Divisors below `BLOCK`
wait in lists: the list at n has those that divide n, and each then moves on to n + d. They are few
enough to stay in the cache. Larger divisors are found for a whole block before its numbers are
settled, by their cofactors n / d: what they refer to lies before the block.
"""

# mypy: disable-error-code="misc, no-any-return, no-untyped-call, untyped-decorator"

from __future__ import annotations

from typing import Any

import numpy as np

from divisor_duel.engine.compiled import jit

BLOCK = 1 << 16
"""Numbers in a block; the lists of small divisors take 384 KB."""

NONE = 255
"""Stands for no entry yet, in the best entry of an even number; no entry is that large."""


@jit
def _large_divisors(plies: Any, best: Any, first: Any, beyond: Any) -> None:
    """Write the best entry that a divisor from `BLOCK` on reaches, for each number of a block."""
    for n in range(first, beyond):
        best[n - first] = -1 if n & 1 else NONE
    for cofactor in range(2, (beyond - 1) // BLOCK + 1):
        divisor = max((first + cofactor - 1) // cofactor, BLOCK) | 1
        while divisor * cofactor < beyond:
            number = divisor * cofactor
            reached = plies[number - divisor]
            if number & 1:
                best[number - first] = max(best[number - first], reached)
            else:
                best[number - first] = min(best[number - first], reached)
            divisor += 2


@jit
def _settle(plies: Any, best: Any, heads: Any, links: Any, first: Any, beyond: Any) -> None:
    """Fill the entries of a block; its lists move on to the next block."""
    for n in range(first, beyond):
        at = n % BLOCK
        divisor, reached = heads[at], best[n - first]
        heads[at] = 0
        while divisor:
            after = links[divisor >> 1]
            entry = np.int64(plies[n - divisor])
            reached = max(reached, entry) if n & 1 else min(reached, entry)
            to = (n + divisor) % BLOCK
            links[divisor >> 1] = heads[to]
            heads[to] = divisor
            divisor = after
        if n & 1 and 3 <= n < BLOCK:  # its first multiple that it may be taken from is 2n
            to = 2 * n % BLOCK
            links[n >> 1] = heads[to]
            heads[to] = n
        if n & (n - 1) == 0:  # a power of two: only powers of two divide it
            reached = _best_of_power(plies, n)
        elif n & 1 == 0:
            half = n & -n  # 2^j of 2^j (2^i + 1): taking it leaves 2^(i+j), lost if i + j is odd
            rest = n - half
            if rest & (rest - 1) == 0 and _is_odd_power(rest):
                reached = min(reached, np.int64(plies[rest]))
        plies[n] = 0 if reached == -1 or reached == NONE else reached + 1


@jit
def _is_odd_power(n: Any) -> Any:
    """Return whether a power of two has an odd exponent."""
    return n & 0x5555555555555555 == 0


@jit
def _best_of_power(plies: Any, n: Any) -> Any:
    """Return the best entry that a move from a power of two reaches; -1 without a move."""
    if n < 4:
        return -1
    if not _is_odd_power(n):  # halving is the only move that wins
        return np.int64(plies[n >> 1])
    best: Any = -1
    divisor = 2
    while divisor < n:
        best = max(best, np.int64(plies[n - divisor]))
        divisor *= 2
    return best


@jit
def _start_lists(heads: Any, links: Any, first: Any) -> None:
    """Put each small odd divisor below `first` at its first multiple from `first` on."""
    heads[:] = 0
    for divisor in range(3, min(first, BLOCK), 2):
        multiple = max(2 * divisor, (first + divisor - 1) // divisor * divisor)
        to = multiple % BLOCK
        links[divisor >> 1] = heads[to]
        heads[to] = divisor


class TableFiller:
    """Fills a table from where it ends, block by block."""

    def __init__(self, first: int) -> None:
        """Begin with the entry of `first`, which is at least 3."""
        self.first = first
        """The next number to fill."""
        self._best = np.zeros(BLOCK, np.int64)
        self._heads, self._links = np.zeros(BLOCK, np.int32), np.zeros(BLOCK, np.int32)
        _start_lists(self._heads, self._links, first)

    def fill(self, plies: bytearray, beyond: int) -> None:
        """Fill the entries up to and without `beyond`, for which there must be room."""
        table = np.frombuffer(plies, np.uint8)
        while self.first < beyond:
            end = min(beyond, self.first + BLOCK)
            _large_divisors(table, self._best, self.first, end)
            _settle(table, self._best, self._heads, self._links, self.first, end)
            self.first = end


def warm() -> None:
    """Call every compiled function once, to load or compile it."""
    TableFiller(3).fill(bytearray(40), 40)
