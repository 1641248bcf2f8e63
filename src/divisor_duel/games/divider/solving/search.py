"""Search for the winner and the nim-value of a sum of components, in plain Python.

A position is a sum of components; it is lost iff the biggest component's
nim-value equals the xor of the others'. So the search mostly asks "is the
nim-value of component C equal to h?", i.e. is C + (nim-heap h) lost, and most
nim-values are never computed. For each component it stores the set of values
still possible (a bit set), which only ever shrinks:

* at first 0..size, since a nim-value never exceeds the longest play;
* a move of C known to have value v strikes out v (the mex is not in the set);
* if no move of C has value x, then the mex is at most x: only 0..x are left.

One value left means the value is known. Each fact is proved before it is stored, so
stopping half-way (OutOfTimeError) never leaves a wrong one behind.
"""

from __future__ import annotations

from array import array
from typing import Protocol

from divisor_duel.engine.clock import Clock, OutOfTimeError

MOST_COMPONENTS = 3_000_000
"""Limit on the components in memory, about a gigabyte."""

LARGE = 250
"""With more numbers than this, splitting a position is slow: check the clock each time."""


class ComponentSearch(Protocol):
    """What the plain and the compiled search both provide."""

    def is_zero(self, state: int, clock: Clock) -> bool:
        """Return whether the player to move loses a compact position."""

    def grundy(self, state: int, clock: Clock) -> int:
        """Return the nim-value of a compact position."""

    def __len__(self) -> int:
        """Return how many components have stored facts."""

    @property
    def bytes_held(self) -> int:
        """Estimate of its size, in bytes."""

    def facts(self) -> tuple[array[int], array[int]]:
        """Return all facts: components, and the set of values each may still have."""

    def learn(self, components: array[int], values: array[int]) -> None:
        """Add facts that `facts` returned."""


class Positions(Protocol):
    """What a search needs to know about positions, each of which is one int."""

    def normal(self, state: int) -> int:
        """Return the position without everything that cancels."""

    def split(self, state: int) -> list[int]:
        """Return the connected components of a position."""

    def moves(self, state: int) -> list[int]:
        """Return the positions one move away."""

    def size_of(self, state: int) -> int:
        """Return an upper bound on the number of moves."""


class PlainSearch:
    """Plain Python search that remembers facts about one list between questions."""

    def __init__(self, enc: Positions) -> None:
        self.enc = enc
        self._left: dict[int, int] = {}  # component -> bit set of possible values
        self._parts: dict[int, tuple[int, ...]] = {0: ()}  # raw position -> components

    def is_zero(self, state: int, clock: Clock) -> bool:
        """Return whether the player to move loses the compact position."""
        return self._sum_is(self._split(state, clock), 0, clock)

    def grundy(self, state: int, clock: Clock) -> int:
        """Return the nim-value of a compact position: the xor of its components'."""
        total = 0
        for part in self._split(state, clock):
            total ^= self._value(part, clock)
        return total

    def _split(self, state: int, clock: Clock) -> tuple[int, ...]:
        """Return the components, biggest last; cached, as many moves lead to one position."""
        parts = self._parts.get(state)
        if parts is None:
            if state.bit_count() > LARGE:
                clock.check()
            components = self.enc.split(self.enc.normal(state))
            components.sort(key=self.enc.size_of)
            if len(self._parts) > MOST_COMPONENTS:
                self._parts.clear()
            parts = self._parts[state] = tuple(components)
        return parts

    def _value(self, part: int, clock: Clock) -> int:
        """Return the nim-value of one component, trying one possible value at a time."""
        while True:
            left = self._left.get(part, 1)
            h = (left & -left).bit_length() - 1
            if self._has_value(part, h, clock):
                return h

    def _known(self, parts: tuple[int, ...]) -> int:
        """Return the nim-value of a sum if all its components are known, else -1."""
        total = 0
        for part in parts:
            left = self._left.get(part, 0)
            if not left or left & (left - 1):
                return -1
            total ^= left.bit_length() - 1
        return total

    def _sum_is(self, parts: tuple[int, ...], h: int, clock: Clock) -> bool:
        """Return whether the components' nim-values xor to h.

        Only the value of the biggest component need not be found.
        """
        if not parts:
            return h == 0
        for part in parts[:-1]:
            h ^= self._value(part, clock)
        return self._has_value(parts[-1], h, clock)

    def _has_value(self, part: int, h: int, clock: Clock) -> bool:
        """Return whether one component has nim-value h."""
        left = self._left.get(part, 0)
        if not left:
            left = (2 << self.enc.size_of(part)) - 1
        if not left >> h & 1 or not left & (left - 1):
            return left == 1 << h
        clock.tick()
        if len(self._left) > MOST_COMPONENTS:
            raise OutOfTimeError  # out of memory rather than time
        open_moves = []
        for raw in self.enc.moves(part):
            parts = self._split(raw, clock)
            value = self._known(parts)
            if value < 0:
                open_moves.append(parts)
            else:
                left &= ~(1 << value)
        self._left[part] = left
        return self._settle(part, h, open_moves, clock)

    def _settle(self, part: int, h: int, open_moves: list[tuple[int, ...]], clock: Clock) -> bool:
        """Try h itself, then the values below it, on the moves with unknown values."""
        size_of = self.enc.size_of
        open_moves.sort(key=lambda parts: sum(map(size_of, parts)))
        for x in (h, *range(h)):
            left = self._left[part]
            if not left >> h & 1:
                return False
            if left >> x & 1:
                reached = any(self._sum_is(parts, x, clock) for parts in open_moves)
                self._left[part] = left & (~(1 << x) if reached else (2 << x) - 1)
        return self._left[part] == 1 << h

    def __len__(self) -> int:
        return len(self._left)

    @property
    def bytes_held(self) -> int:
        """Estimate of its size, in bytes."""
        return 120 * len(self._left) + 200 * len(self._parts)

    def facts(self) -> tuple[array[int], array[int]]:
        """Return all facts: components, and the set of values each may still have."""
        return array("Q", self._left), array("Q", self._left.values())

    def learn(self, components: array[int], values: array[int]) -> None:
        """Add facts that `facts` returned."""
        self._left.update(zip(components, values, strict=True))
