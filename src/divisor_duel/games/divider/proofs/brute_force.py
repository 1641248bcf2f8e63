"""Find out from the rules alone whether a set of numbers is lost.

The checker needs this for what a certificate leaves out, so none of the engine's searches is
used. The search visits positions one by one and relies on two facts about a prime p whose square
is above every number (R1 and R2 in `solving/columns.py`, which hold for any set): of the numbers
p, 2p, 3p, ... only the multipliers left matter, not which prime it is, and two primes with the
same multipliers left cancel. So a position is its core, the numbers without such a prime, and its
columns: sets of multipliers, each at most once. A number of the core removes its multiples from
the core and from every column; a multiplier, from its own column.

A set has the nim-value v exactly when it is lost together with a heap of v counters, from which
a move may take any number. So nim-values need no table either.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from divisor_duel.brute_force import Budget
from divisor_duel.factors import factorize
from divisor_duel.numbers import members, without_multiples

MOST_WON = 2_000_000
"""Limit on the won positions in each of two generations, 300 MB in all. Forgetting one costs
little, since the lost position that it leads to is remembered."""


class _Beside(NamedTuple):
    """Everything beside the core: the columns as masks of multipliers, and a heap."""

    columns: frozenset[int]
    heap: int

    @property
    def size(self) -> int:
        """The count of numbers and counters."""
        return self.heap + sum(map(int.bit_count, self.columns))


class _Moves(NamedTuple):
    """The moves, as bits, of all positions that share what is beside the core."""

    own: list[int]
    """What is beside the core after each multiplier, and after each way to take from the heap."""
    core: list[tuple[int, int, int]]
    """For each number of the core: its bit, a mask of the core it leaves, what it leaves beside."""


class BruteForce:
    """A search of one set of numbers; remembers lost and the latest won positions.

    A position is one integer: one bit for each number of the core and, above these bits, the
    index of what is beside the core. There are far fewer such indices than positions.
    """

    def __init__(self, numbers: Collection[int], budget: Budget) -> None:
        self._budget, self._visited = budget, 0
        budget.spend(len(numbers) ** 2)  # `_non_multiples` compares all pairs of numbers
        self._lost = set[int]()
        self._won, self._won_before = set[int](), set[int]()
        largest = max(numbers, default=0)
        self._prime = {number: _large_prime(number, largest) for number in numbers}
        self._core = sorted(number for number in numbers if self._prime[number] == 1)
        self._width = len(self._core)
        self._bit = {number: 1 << index for index, number in enumerate(self._core)}
        self._masks = [self._non_multiples(number) for number in self._core]
        self._besides: list[_Beside] = []
        self._sizes: list[int] = []
        self._index: dict[_Beside, int] = {}
        self._moves: dict[int, _Moves] = {}

    def __len__(self) -> int:
        return self._visited

    def _non_multiples(self, number: int) -> int:
        """Return the core without the multiples of one of its numbers."""
        self._budget.spend()
        return sum(bit for other, bit in self._bit.items() if other % number)

    def is_lost(self, left: Iterable[int], heap: int = 0) -> bool:
        """Return whether the player to move loses these numbers beside a heap of counters.

        That is so exactly if the heap is the nim-value of the numbers. OverBudgetError if the
        search takes too long.
        """
        if heap < 0:
            raise ValueError(f"a heap cannot have {heap} counters")
        core, columns = 0, dict[int, int]()
        for number in left:
            prime = self._prime[number]
            if prime == 1:
                core |= self._bit[number]
            else:
                columns[prime] = columns.get(prime, 0) | 1 << number // prime
        return self._is_lost(core | self._beside(columns.values(), heap))

    def _is_lost(self, start: int) -> bool:
        """Search from a position, without recursion: the path may be too long for it."""
        lost = self._known(start)
        path = list[tuple[int, Iterator[int]]]()
        if lost is None:
            lost = self._visit(start, path)
        while path:
            position, unknown = path[-1]
            if lost:  # a move leads to a lost position
                path.pop()
                lost = self._remember_won(position)
                continue
            for after in unknown:
                lost = self._known(after)
                if lost is None:
                    lost = self._visit(after, path)
                if lost is not False:
                    break
            else:
                path.pop()
                self._lost.add(position)
                lost = True
        return bool(lost)

    def _known(self, position: int) -> bool | None:
        """Return whether a position is known to be lost; None if nothing is known."""
        if position in self._lost:
            return True
        return False if position in self._won or position in self._won_before else None

    def _visit(self, position: int, path: list[tuple[int, Iterator[int]]]) -> bool | None:
        """Return False if a move is known to win; else extend the path."""
        self._visited += 1
        self._budget.spend()
        after = self._after(position)
        if not self._lost.isdisjoint(after):
            return self._remember_won(position)
        after -= self._won
        after -= self._won_before
        path.append((position, iter(sorted(after, key=self._size))))
        return None

    def _remember_won(self, position: int) -> bool:
        """Remember that a position is not lost, and return False."""
        self._won.add(position)
        if len(self._won) >= MOST_WON:
            self._won, self._won_before = set(), self._won
        return False

    def _after(self, position: int) -> set[int]:
        """Return every position that a move leads to."""
        index = position >> self._width
        core, moves = position ^ index << self._width, self._moves.get(index)
        if moves is None:
            moves = self._moves[index] = self._moves_of(index)
        after = {core & mask | beside for bit, mask, beside in moves.core if core & bit}
        after.update([core | beside for beside in moves.own])
        return after

    def _size(self, position: int) -> int:
        """Return how many numbers and counters are left."""
        index = position >> self._width
        return (position ^ index << self._width).bit_count() + self._sizes[index]

    def _moves_of(self, index: int) -> _Moves:
        columns, heap = self._besides[index]
        self._budget.spend(heap + sum(map(int.bit_count, columns)) + self._width)
        own = [self._beside(columns, smaller) for smaller in range(heap)]
        for column in columns:
            for multiplier in members(column):
                rest = without_multiples(column, multiplier)
                own.append(self._beside([*columns - {column}, rest], heap))
        core = list[tuple[int, int, int]]()
        for place, (number, mask) in enumerate(zip(self._core, self._masks, strict=True)):
            beside = index << self._width
            if number < max(columns, default=0).bit_length():
                rests = (without_multiples(column, number) for column in columns)
                beside = self._beside(rests, heap)
            core.append((1 << place, mask, beside))
        return _Moves(own, core)

    def _beside(self, columns: Iterable[int], heap: int) -> int:
        """Return the bits of a position for columns, after equal ones cancel, and a heap."""
        single = set[int]()
        for column in columns:
            single ^= {column}
        beside = _Beside(frozenset(single - {0}), heap)
        if beside not in self._index:
            self._index[beside] = len(self._besides) << self._width
            self._besides.append(beside)
            self._sizes.append(beside.size)
        return self._index[beside]


def _large_prime(number: int, largest: int) -> int:
    """Return the prime factor whose square is above `largest`; 1 if there is none."""
    return next((prime for prime in factorize(number) if prime**2 > largest), 1)
