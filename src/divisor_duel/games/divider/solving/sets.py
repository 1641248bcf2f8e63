"""Any set of numbers as positions of the Divider Duel, whatever was taken out of it.

The columns of `columns` rest on every divisor of what is left, if it is in the list, being
left too. A set made by hand need not be like that, and a long list has no columns that
fit. Here a position is a mask over the numbers of one set, smallest first, and only who
divides whom counts.

Two numbers that divide nothing else left and have the same divisors left cancel. They
may be swapped without changing what divides what, and neither divides a number besides
itself, so the proof of R2 in `columns` holds for them.
"""

from __future__ import annotations

from collections.abc import Generator

from divisor_duel.games.divider.solving.columns import bits

SMALL = 14
"""Sets of up to this many numbers are worked out whole: that is quicker than being clever."""


class NumberSet:
    """The divisibility among some numbers; the i-th smallest is bit i of a position."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self.numbers = numbers
        """The numbers, ascending."""
        self._bit = {number: 1 << index for index, number in enumerate(numbers)}
        self._up = [0] * len(numbers)
        self._near = [0] * len(numbers)
        self._down = [0] * len(numbers)
        self._whole: dict[int, tuple[int, int]] = {0: (0, 0)}

    @classmethod
    def built(cls, numbers: tuple[int, ...]) -> Generator[None, None, NumberSet]:
        """Find out what divides what, pausing often."""
        made = cls(numbers)
        largest = numbers[-1] if numbers else 0
        for index, number in enumerate(numbers):
            if not index & 15:
                yield
            made._find_multiples(index, number, largest)
        for index in range(len(numbers)):
            made._near[index] = made._up[index] | made._down[index]
        return made

    def _find_multiples(self, index: int, number: int, largest: int) -> None:
        own, bit = 1 << index, self._bit
        touched = own
        for multiple in range(2 * number, largest + 1, number):
            found = bit.get(multiple)
            if found:
                touched |= found
                self._down[found.bit_length() - 1] |= own
        self._up[index] = touched

    def holds(self, numbers: tuple[int, ...]) -> bool:
        """Whether all of them are in this set."""
        return self._bit.keys() >= set(numbers)

    def encode(self, numbers: tuple[int, ...]) -> int:
        """The position in which exactly these numbers are left."""
        return sum(map(self._bit.__getitem__, numbers))

    def without(self, state: int, number: int) -> int:
        """The position after `number` was taken."""
        return state & ~self._up[self._bit[number].bit_length() - 1]

    def normal(self, state: int) -> int:
        """The same nim-value with pairs that cancel taken out, as long as there are any."""
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
        """The connected components of a position (no move ever touches two)."""
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
        """The positions one move away."""
        return [state & ~self._up[index] for index in bits(state)]

    def is_scattered(self, state: int) -> bool:
        """Whether none of the numbers left divides another."""
        return all(self._up[index] & state == 1 << index for index in bits(state))

    def size_of(self, state: int) -> int:
        """How many numbers are left: no play is longer."""
        return state.bit_count()

    def worked_out(self, state: int) -> tuple[int, int]:
        """Nim-value and remoteness of a small position, by visiting everything below it."""
        known = self._whole.get(state)
        if known is None:
            whole, up, nims, soonest, latest = self._whole, self._up, 0, state.bit_count(), 0
            waiting = state
            while waiting:
                lowest = waiting & -waiting
                waiting ^= lowest
                rest = state & ~up[lowest.bit_length() - 1]
                value, plies = whole.get(rest) or self.worked_out(rest)
                nims |= 1 << value
                if value and plies > latest:
                    latest = plies
                elif not value and plies < soonest:
                    soonest = plies
            nim = (~nims & nims + 1).bit_length() - 1  # the least value that is missing
            known = self._whole[state] = nim, 1 + (soonest if nim else latest)
        return known

    def after_each(self, numbers: tuple[int, ...]) -> list[tuple[int, tuple[int, int]]]:
        """Each of a few numbers, with nim-value and remoteness after it was taken."""
        bit, up, whole = self._bit, self._up, self._whole
        state, found = self.encode(numbers), []
        for number in numbers:
            rest = state & ~up[bit[number].bit_length() - 1]
            found.append((number, whole.get(rest) or self.worked_out(rest)))
        return found

    def best_line(self, numbers: tuple[int, ...]) -> list[int]:
        """One line of a small position in which the winner hurries and the loser delays."""
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
    """Whether none of the numbers divides another, pausing often."""
    present, largest = set(numbers), numbers[-1]
    for number in numbers:
        if 2 * number > largest:
            break
        yield
        if any(multiple in present for multiple in range(2 * number, largest + 1, number)):
            return False
    return True
