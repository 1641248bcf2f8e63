"""Positions of Divider Duel within any set of numbers.

The columns of `columns` need every divisor of a number left, if it is in the list, to be left
too. A set that someone enters need not be like that, and the columns of a long list do not
fit. Here a position is a mask over the numbers of one set, smallest first, and all that
matters is which number divides which.

Two numbers that divide nothing else left and have the same divisors left cancel. They
may be swapped without changing which number divides which, and neither divides a number
other than itself, so the proof of R2 in `columns` holds for them.
"""

from __future__ import annotations

from collections.abc import Generator

from divisor_duel.games.divider.solving.columns import bits

SMALL = 14
"""Most numbers in a set that is solved completely, which is then faster than a search."""


class NumberSet:
    """The divisibility among some numbers; the i-th smallest is bit i of a position."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self.numbers = numbers
        """The numbers, ascending."""
        self._bit = {number: 1 << index for index, number in enumerate(numbers)}
        self._up = [0] * len(numbers)
        self._near = [0] * len(numbers)
        self._down = [0] * len(numbers)
        self._solved: dict[int, tuple[int, int]] = {0: (0, 0)}

    @classmethod
    def built(cls, numbers: tuple[int, ...]) -> Generator[None, None, NumberSet]:
        """Build the set: find which number divides which, yielding often."""
        built = cls(numbers)
        largest = numbers[-1] if numbers else 0
        for index, number in enumerate(numbers):
            if not index & 15:
                yield
            built._find_multiples(index, number, largest)
        for index in range(len(numbers)):
            built._near[index] = built._up[index] | built._down[index]
        return built

    def _find_multiples(self, index: int, number: int, largest: int) -> None:
        own, bit = 1 << index, self._bit
        touched = own
        for multiple in range(2 * number, largest + 1, number):
            multiple_bit = bit.get(multiple)
            if multiple_bit:
                touched |= multiple_bit
                self._down[multiple_bit.bit_length() - 1] |= own
        self._up[index] = touched

    def holds(self, numbers: tuple[int, ...]) -> bool:
        """Return whether all of them are in this set."""
        return self._bit.keys() >= set(numbers)

    def encode(self, numbers: tuple[int, ...]) -> int:
        """Return the position in which exactly these numbers are left."""
        return sum(map(self._bit.__getitem__, numbers))

    def without(self, state: int, number: int) -> int:
        """Return the position after `number` is taken."""
        return state & ~self._up[self._bit[number].bit_length() - 1]

    def normal(self, state: int) -> int:
        """Return the position without any pairs that cancel; its nim-value is the same."""
        up, down = self._up, self._down
        while True:
            alone: dict[int, int] = {}
            rest = state
            for index in bits(state):
                if up[index] & state == 1 << index:
                    below = down[index] & state
                    twin = alone.pop(below, 0)
                    if twin:
                        rest ^= twin | 1 << index
                    else:
                        alone[below] = 1 << index
            if rest == state:
                return state
            state = rest

    def split(self, state: int) -> list[int]:
        """Return the connected components of a position: no move touches two of them."""
        parts, near = [], self._near
        while state:
            part = pending = state & -state
            while pending:
                lowest = pending & -pending
                fresh = near[lowest.bit_length() - 1] & state & ~part
                part |= fresh
                pending ^= lowest | fresh
            parts.append(part)
            state &= ~part
        return parts

    def moves(self, state: int) -> list[int]:
        """Return the positions one move away."""
        return [state & ~self._up[index] for index in bits(state)]

    def is_scattered(self, state: int) -> bool:
        """Return whether none of the numbers left divides another."""
        return all(self._up[index] & state == 1 << index for index in bits(state))

    def size_of(self, state: int) -> int:
        """Return how many numbers are left: no play lasts longer."""
        return state.bit_count()

    def worked_out(self, state: int) -> tuple[int, int]:
        """Return nim-value and remoteness of a small position, after a full search."""
        known = self._solved.get(state)
        if known is None:
            solved, up, nims, soonest, latest = self._solved, self._up, 0, state.bit_count(), 0
            waiting = state
            while waiting:
                lowest = waiting & -waiting
                waiting ^= lowest
                rest = state & ~up[lowest.bit_length() - 1]
                value, plies = solved.get(rest) or self.worked_out(rest)
                nims |= 1 << value
                if value and plies > latest:
                    latest = plies
                elif not value and plies < soonest:
                    soonest = plies
            nim = (~nims & nims + 1).bit_length() - 1  # the least missing value
            known = self._solved[state] = nim, 1 + (soonest if nim else latest)
        return known

    def after_each(self, numbers: tuple[int, ...]) -> list[tuple[int, tuple[int, int]]]:
        """Return each of a few numbers, with nim-value and remoteness after it is taken."""
        bit, up, solved = self._bit, self._up, self._solved
        state, values = self.encode(numbers), []
        for number in numbers:
            rest = state & ~up[bit[number].bit_length() - 1]
            values.append((number, solved.get(rest) or self.worked_out(rest)))
        return values

    def best_line(self, numbers: tuple[int, ...]) -> list[int]:
        """Return a line from a small position: the winner hurries, the loser delays."""
        line, state, up = list[int](), self.encode(numbers), self._up
        places = [(number, up[self._bit[number].bit_length() - 1]) for number in numbers]
        while state:
            nim, plies = self.worked_out(state)
            for number, touched in places:
                rest = state & ~touched
                if touched & state & self._bit[number]:
                    value, later = self.worked_out(rest)
                    if later == plies - 1 and (value == 0) == (nim > 0):
                        break
            line.append(number)
            state = rest
        return line


def scattered(numbers: tuple[int, ...]) -> Generator[None, None, bool]:
    """Return whether none of the numbers divides another, yielding often."""
    present, largest = set(numbers), numbers[-1]
    for number in numbers:
        if 2 * number > largest:
            break
        yield
        if any(multiple in present for multiple in range(2 * number, largest + 1, number)):
            return False
    return True
