"""Compact positions of Divider Duel: core numbers plus cancelled columns.

The list is low..high; a move picks a number d that is left and removes d and
all its multiples. For nim-values the following reductions are exact.

R1  (columns) Let p be a prime with p*p > high. The multiples of p left in
    the list are p*m for m in a set M ("the column of p"). For numbers not
    divisible by p, c divides p*m iff c divides m; and p*m divides p*k iff m
    divides k. So p matters only through M, never through its size.

R2  (cancelling) If two primes p, q have the same set M and no number left is
    divisible by p*q, then all multiples of p and of q may be deleted without
    changing the nim-value.
    Proof: let s swap p and q in every factorisation.  s is an automorphism of
    what is left (L), an involution, and the numbers F that it fixes are those divisible
    by neither. F contains every divisor left of its members. The second player
    wins L + F (so their nim-values agree): a move on x in F in either game is
    copied in the other one; a move on x outside F is answered by s(x), which
    is still there because x and s(x) do not divide one another. Neither
    answer disturbs the symmetry, and since no multiple of p or q divides a
    number in F, the last answer leaves F alone.
    Hence for every set M only the PARITY of the number of primes having M
    matters: a position is (core numbers, set of column types of odd count).

R3  (small primes as columns) A prime q with q*q <= high becomes a column as
    soon as no number left is divisible by q*q: the argument of R1 uses only that.

R4  (number 1)  1 below everything adds exactly one: g({1} + L) = 1 + g(L), by
    induction, the moves of {1} + L being "take all" (value 0) and 1 + L'.

A position is one int: bit i is the i-th core number, and the bits above are
column types. Both kinds are elements of a position; `up` has what each of them touches.
"""

from __future__ import annotations

from functools import lru_cache

from divisor_duel.factors import is_prime
from divisor_duel.numbers import members, multiples, span


def bits(mask: int) -> list[int]:
    """Return the indices of the set bits; faster than `members` for few bits."""
    indices = []
    while mask:
        bit = mask & -mask
        indices.append(bit.bit_length() - 1)
        mask ^= bit
    return indices


def without_multiples(mask: int, number: int) -> int:
    """Return the mask without `number` and its multiples."""
    return mask & ~multiples(number, max(number, mask.bit_length()))


def groups_of(left: int) -> list[int]:
    """Return the connected groups of the numbers left, sorted by smallest member.

    No move touches two of them.
    """
    groups: list[int] = []
    for number in members(left):  # ascending, so a divisor comes before its multiples
        reach = left & ~without_multiples(left, number)
        for group in [group for group in groups if group & reach]:
            reach |= group
            groups.remove(group)
        groups.append(reach)
    return sorted(groups, key=lambda group: group & -group)


class Encoding:
    """Tables that translate the list low..high (low >= 2) to compact positions.

    With `left`, numbers that play has left of the list, they cover only what play can leave of
    those numbers: far fewer tables if the list is long.
    """

    def __init__(self, low: int, high: int, left: int | None = None) -> None:
        self.low, self.high = low, high
        self.left = span(low, high) if left is None else left
        numbers = members(self.left)
        self.column_primes = [p for p in range(2, high + 1) if is_prime(p) and p * p > high]
        self.core = [k for k in numbers if all(k % p for p in self.column_primes)]
        self.core_index = {k: i for i, k in enumerate(self.core)}
        self.core_mask = (1 << len(self.core)) - 1
        # The numbers left are closed under divisors, so these alone connect components.
        self.roots = [i for i, k in enumerate(self.core) if all(k % c for c in self.core[:i])]
        self.types = self._closed_types()
        offset = len(self.core)
        self.type_bit = {0: 0} | {m: 1 << (offset + i) for i, m in enumerate(self.types)}
        self.width = offset + len(self.types)
        self._build_moves()
        self._build_small_primes()

    def _full_column(self, p: int) -> int:
        """Return the multipliers m, as bits, for which p*m is in the list."""
        return sum(1 << m for m in range(1, self.high // p + 1) if self.left >> (p * m) & 1)

    def _closed_types(self) -> list[int]:
        """Return every multiplier set that play can leave, smallest masks first."""
        todo = [self._full_column(p) for p in self.column_primes]
        seen: set[int] = set()
        while todo:
            column = todo.pop()
            if column and column not in seen:
                seen.add(column)
                todo.extend(without_multiples(column, m) for m in range(1, column.bit_length()))
        return sorted(seen)

    def _build_moves(self) -> None:
        """Build the move tables.

        `up`: what each element touches; `cut`: a type after a core move; `own`: moves in a type.
        """
        n = len(self.core)
        self.up: list[int] = []
        self.cut: list[list[int]] = []
        for c in self.core:
            touched = sum(1 << i for i, k in enumerate(self.core) if k % c == 0)
            cuts = []
            for i, column in enumerate(self.types):
                rest = without_multiples(column, c)
                if rest != column:
                    touched |= 1 << (n + i)
                cuts.append(self.type_bit[rest])
            self.up.append(touched)
            self.cut.append(cuts)
        self._after: list[dict[int, int]] = [{} for _ in self.core]
        # own[i]: the masks to xor into a position for the moves inside type i.
        self.own: list[list[int]] = []
        for column in self.types:
            after = [without_multiples(column, m) for m in bits(column)]
            self.own.append([self.type_bit[column] ^ self.type_bit[rest] for rest in after])
        self.size = [1] * n + [column.bit_count() for column in self.types]

    def _build_small_primes(self) -> None:
        """Build the table for R3, with a row for each core prime q.

        A row is (multiples of q, elements that prevent R3, {core part: type bit}).
        """
        self.small: list[tuple[int, int, dict[int, int]]] = []
        n = len(self.core)
        for q in range(self.high, 1, -1):
            if not is_prime(q) or q * q > self.high:
                continue
            touched = sum(1 << i for i, k in enumerate(self.core) if k % q == 0)
            bar = sum(1 << i for i, k in enumerate(self.core) if k % (q * q) == 0)
            bar |= sum(
                1 << (n + i)
                for i, column in enumerate(self.types)
                if any(m % q == 0 for m in bits(column))
            )
            pure = {}
            for column in self.types:
                products = [self.core_index.get(q * m) for m in bits(column) if m % q]
                if len(products) == column.bit_count() and None not in products:
                    pure[sum(1 << i for i in products if i is not None)] = self.type_bit[column]
            self.small.append((touched, bar, pure))

    def encode(self, mask: int) -> int:
        """Return the compact position of a mask of numbers (bit k set when k is left)."""
        state = 0
        for k, i in self.core_index.items():
            state |= (mask >> k & 1) << i
        for p in self.column_primes:
            column = sum(1 << m for m in range(1, self.high // p + 1) if mask >> (p * m) & 1)
            state ^= self.type_bit[column]
        return self.normal(state)

    def normal(self, state: int) -> int:
        """Turn small primes into columns where R3 allows it."""
        for touched, bar, pure in self.small:
            if not state & bar:
                part = state & touched
                if part in pure:
                    state ^= part ^ pure[part]
        return state

    def moves(self, state: int) -> list[int]:
        """Return the positions, not yet normal, after each core number and column move."""
        n = len(self.core)
        columns = state >> n
        out = []
        for c in bits(state & self.core_mask):
            seen = self._after[c]
            after = seen.get(columns)
            if after is None:
                after = seen[columns] = self._cut_columns(c, columns)
            out.append(state & self.core_mask & ~self.up[c] | after)
        for t in bits(columns):
            out.extend([state ^ change for change in self.own[t]])
        return out

    def _cut_columns(self, c: int, columns: int) -> int:
        """Return the column types after core move c; types that become equal cancel (R2)."""
        after = 0
        for t in bits(columns):
            after ^= self.cut[c][t]
        return after

    def size_of(self, state: int) -> int:
        """Return how many numbers a position stands for: no play lasts longer."""
        n = len(self.core)
        total = (state & self.core_mask).bit_count()
        for t in bits(state >> n):
            total += self.size[n + t]
        return total

    def split(self, state: int) -> list[int]:
        """Return the connected components of a position: no move touches two of them."""
        parts = []
        reaches = [state & self.up[root] for root in self.roots if state >> root & 1]
        while state:
            part = state & -state
            pending = reaches
            reaches = []
            while len(pending) != len(reaches):  # until nothing more joins
                reaches = pending
                pending = []
                for reach in reaches:
                    if reach & part:
                        part |= reach
                    else:
                        pending.append(reach)
            parts.append(part)
            state &= ~part
        return parts


@lru_cache(maxsize=8)
def encoding(low: int, high: int, left: int | None = None) -> Encoding:
    """Return the (cached) tables of one list, or of what is left of it."""
    return Encoding(low, high, left)
