"""Who loses a set of numbers, worked out again from the rules: what a certificate leaves out.

Nothing of the engine's searches is used here. Positions are visited one by one, with two facts
about a prime p whose square is above every number (R1 and R2 in `columns.py`, which hold for any
set): of the numbers p, 2p, 3p, ... only the multipliers left count, not which prime it is, and
two primes with the same multipliers left cancel. So a position is its core, the numbers without
such a prime, and its columns: sets of multipliers, each of them once. A number of the core takes
its multiples out of the core and out of every column; a multiplier, out of its own.

A set has the nim-value v exactly when it is lost together with a heap of v counters, from which
any number of them may be taken. So nim-values need no table either.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from divisor_duel.factors import factorize
from divisor_duel.numbers import members, multiples
from divisor_duel.proofs.budget import CheckBudget

MOST_WON = 2_000_000
"""How many won positions are remembered, and as many before these: 300 MB. What is forgotten
costs little, since the lost position that it leads to is remembered."""


class _Beside(NamedTuple):
    """What lies beside the core: the columns as masks of multipliers, and a heap."""

    columns: frozenset[int]
    heap: int

    @property
    def size(self) -> int:
        """How many numbers and counters there are."""
        return self.heap + sum(map(int.bit_count, self.columns))


class _Moves(NamedTuple):
    """What moves make of all that lies beside the core, as a position has it."""

    own: list[int]
    """After each multiplier, and each way to take from the heap."""
    core: list[tuple[int, int, int]]
    """For each number of the core its bit, what it leaves of the core, and what beside it."""


class BruteForce:
    """The positions of a set of numbers; lost ones are remembered, and the latest won ones.

    A position is one integer: a bit for each number of the core by its index, and above these
    the index of what lies beside it, of which there are far fewer than positions.
    """

    def __init__(self, numbers: Collection[int], budget: CheckBudget) -> None:
        self._budget, self._visited = budget, 0
        budget.spend(len(numbers) ** 2)  # pairs of numbers are compared, in `_left_by`
        self._lost = set[int]()
        self._won, self._won_before = set[int](), set[int]()
        largest = max(numbers, default=0)
        self._prime = {number: _large_prime(number, largest) for number in numbers}
        self._core = sorted(number for number in numbers if self._prime[number] == 1)
        self._width = len(self._core)
        self._bit = {number: 1 << index for index, number in enumerate(self._core)}
        self._kept = [self._left_by(number) for number in self._core]
        self._besides: list[_Beside] = []
        self._sizes: list[int] = []
        self._index: dict[_Beside, int] = {}
        self._moves: dict[int, _Moves] = {}

    def __len__(self) -> int:
        return self._visited

    def _left_by(self, number: int) -> int:
        """Return the core without the multiples of one of its numbers."""
        self._budget.spend()
        return sum(bit for other, bit in self._bit.items() if other % number)

    def is_lost(self, left: Iterable[int], heap: int = 0) -> bool:
        """Return whether the player to move loses these numbers beside a heap of counters.

        They do just if the heap is the nim-value of the numbers. OverBudgetError if that takes
        too long.
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
        """Search from a position; the path is a list, since it may be longer than calls nest."""
        found = self._known(start)
        path = list[tuple[int, Iterator[int]]]()
        if found is None:
            found = self._visit(start, path)
        while path:
            here, unknown = path[-1]
            if found:  # a move leads to a lost position
                path.pop()
                found = self._remember_won(here)
                continue
            for after in unknown:
                found = self._known(after)
                if found is None:
                    found = self._visit(after, path)
                if found is not False:
                    break
            else:
                path.pop()
                self._lost.add(here)
                found = True
        return bool(found)

    def _known(self, here: int) -> bool | None:
        """Return whether a position is known to be lost; None if nothing is known."""
        if here in self._lost:
            return True
        return False if here in self._won or here in self._won_before else None

    def _visit(self, here: int, path: list[tuple[int, Iterator[int]]]) -> bool | None:
        """Return False if a move leads to a position known to be lost; else extend the path."""
        self._visited += 1
        self._budget.spend()
        after = self._after(here)
        if not self._lost.isdisjoint(after):
            return self._remember_won(here)
        after -= self._won
        after -= self._won_before
        path.append((here, iter(sorted(after, key=self._size))))
        return None

    def _remember_won(self, here: int) -> bool:
        """Remember that a position is not lost, and return that."""
        self._won.add(here)
        if len(self._won) >= MOST_WON:
            self._won, self._won_before = set(), self._won
        return False

    def _after(self, here: int) -> set[int]:
        """Every position that a move leads to."""
        index = here >> self._width
        core, moves = here ^ index << self._width, self._moves.get(index)
        if moves is None:
            moves = self._moves[index] = self._moves_of(index)
        found = {core & kept | beside for bit, kept, beside in moves.core if core & bit}
        found.update([core | after for after in moves.own])
        return found

    def _size(self, here: int) -> int:
        """How many numbers are left."""
        index = here >> self._width
        return (here ^ index << self._width).bit_count() + self._sizes[index]

    def _moves_of(self, index: int) -> _Moves:
        columns, heap = self._besides[index]
        self._budget.spend(heap + sum(map(int.bit_count, columns)) + self._width)
        own = [self._beside(columns, smaller) for smaller in range(heap)]
        for column in columns:
            for multiplier in members(column):
                own.append(self._beside([*columns - {column}, _without(column, multiplier)], heap))
        core = list[tuple[int, int, int]]()
        for place, (number, kept) in enumerate(zip(self._core, self._kept, strict=True)):
            beside = index << self._width
            if number < max(columns, default=0).bit_length():
                beside = self._beside((_without(column, number) for column in columns), heap)
            core.append((1 << place, kept, beside))
        return _Moves(own, core)

    def _beside(self, columns: Iterable[int], heap: int) -> int:
        """Columns, when equal ones have cancelled, and a heap, as a position has them."""
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
    """The prime in a number whose square is above the largest; 1 if there is none."""
    return next((prime for prime in factorize(number) if prime**2 > largest), 1)


def _without(column: int, number: int) -> int:
    """A column without the multiples of a number."""
    return column & ~multiples(number, max(number, column.bit_length()))
