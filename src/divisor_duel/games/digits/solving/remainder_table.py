"""A table of how every position of Digits ends.

It is for targets that the theorem in `theory.py` does not cover. Only the
digits left and the remainder matter, so a table has 2^digits x target entries.

The table ranks the ways in which a game can end. With `count` digits in all there are
count + 1 of them: a multiple is made with j digits left over, or the digits run
out. Each way fixes who wins and when. For the player who went first, "soon won, late
won, late lost, soon lost" is a total order, and since the time from an inner
position differs from the time from the start by a constant, the same order is
right everywhere. So hurrying and delaying is plain minimax over these ranks.
"""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterator
from sys import byteorder

from divisor_duel.engine.verdict import Verdict
from divisor_duel.numbers import members

RAN_OUT = -1
"""The ending in which all digits are used; others are the count of digits left."""


class Endings:
    """The endings with `count` digits in all, ranked for the player who went first."""

    def __init__(self, count: int) -> None:
        self.count = count
        endings = [RAN_OUT, *range(count)]
        self._in_order = sorted(endings, key=self._worth_to_first)
        self.rank = {ending: rank for rank, ending in enumerate(self._in_order)}
        """The rank of each ending; higher is better for the player who went first."""

    def _worth_to_first(self, ending: int) -> int:
        verdict = self.verdict_of_ending(ending, self.count)
        soon = self.count + 1 - (verdict.remoteness or 0)
        return soon if verdict.win else -soon

    def verdict_of_ending(self, ending: int, left: int) -> Verdict:
        """Return what an ending means for the player to move with `left` digits left."""
        if ending == RAN_OUT:  # the player who writes the last digit loses
            return Verdict(left % 2 == 0, left)
        return Verdict((left - ending) % 2 == 1, left - ending)

    def verdict(self, rank: int, left: int) -> Verdict:
        """Return what a rank means for the player to move with `left` digits left."""
        return self.verdict_of_ending(self._in_order[rank], left)

    def first_player_moves(self, left: int) -> bool:
        """Return whether the player who went first is to move with `left` digits left."""
        return (self.count - left) % 2 == 0


class RemainderTable:
    """The rank of every set of digits left and every remainder; a row per set.

    A row is one large integer with a lane per remainder. Rank k is stored as k one-bits,
    so the larger of two ranks is the OR of the lanes and the smaller the AND: one
    operation handles every remainder. The digit d takes the remainder r to
    (base r + d) mod target. Adding d rotates the row of the set without d; multiplying by the
    base is the same for all digits and is done once, after the rows are merged.
    """

    def __init__(self, digits: int, base: int, target: int) -> None:
        self.endings = Endings(digits.bit_count())
        self._digits = digits
        self._base, self._target = base, target
        size = lane_bytes(self.endings.count)
        self._bits, self._code = 8 * size, {1: "B", 2: "H", 4: "I", 8: "Q"}[size]
        self._lane = (1 << self._bits) - 1
        self._rows: dict[int, int] = {}

    @classmethod
    def build_in_steps(
        cls, digits: int, base: int, target: int
    ) -> Generator[None, None, RemainderTable]:
        """Build a table in steps of one row."""
        table = cls(digits, base, target)
        yield from table._build(digits)
        return table

    @property
    def bytes_held(self) -> int:
        """Memory of the rows, in bytes."""
        return len(self._rows) * self._target * self._bits // 8

    def covers(self, left: int) -> bool:
        """Return whether the table has all positions that moves from these digits lead to."""
        return not left & ~self._digits

    def has(self, left: int) -> bool:
        """Return whether the table has the positions with these digits left."""
        return left in self._rows

    def verdict(self, left: int, number: int) -> Verdict:
        """Return the verdict on a position that a move has led to."""
        lane = self._rows[left] >> self._bits * (number % self._target) & self._lane
        return self.endings.verdict(lane.bit_length(), left.bit_count())

    def _build(self, digits: int) -> Iterator[None]:
        """Build all rows, from the empty set of digits upwards."""
        ran_out = (1 << self.endings.rank[RAN_OUT]) - 1
        row = self._pack(array(self._code, [ran_out]) * self._target)
        layer = {0: self._with_win(row, 0)}
        self._rows |= layer
        for left in range(1, self.endings.count):
            masks = {mask | 1 << d for mask in layer for d in members(digits & ~mask)}
            layer = {}
            for mask in masks:
                yield
                layer[mask] = self._with_win(self._row(mask, left), left)
            self._rows |= layer

    def _row(self, mask: int, left: int) -> int:
        """Return the row of a set of digits, from the rows with one digit fewer."""
        merged, larger = -1, self.endings.first_player_moves(left)
        for digit in members(mask):
            row = self._rotate(self._rows[mask ^ 1 << digit], digit % self._target)
            merged = row if merged < 0 else merged | row if larger else merged & row
        return self._multiply(merged)

    def _rotate(self, row: int, lanes: int) -> int:
        """Return the row whose lane r is the given row's lane r + `lanes`."""
        low = row & (1 << self._bits * lanes) - 1
        return row >> self._bits * lanes | low << self._bits * (self._target - lanes)

    def _multiply(self, row: int) -> int:
        """Return the row whose lane r is the given row's lane base x r."""
        stride = self._base % self._target
        cells = array(self._code, row.to_bytes(self._bits // 8 * self._target, byteorder))
        if byteorder == "big":
            cells.reverse()
        if stride == 0:
            return self._pack(cells[:1] * self._target)
        picked, start = array(self._code), 0
        for _ in range(stride):
            piece = cells[start::stride]
            start += len(piece) * stride - self._target
            picked += piece
        return self._pack(picked)

    def _pack(self, cells: array[int]) -> int:
        if byteorder == "big":
            cells.reverse()
        return int.from_bytes(cells.tobytes(), byteorder)

    def _with_win(self, row: int, left: int) -> int:
        """Return the row as a move reaches it: the remainder 0 has ended the game."""
        return row & ~self._lane | (1 << self.endings.rank[left]) - 1


def lane_bytes(count: int) -> int:
    """Return how many bytes a rank takes in a table for `count` digits."""
    return next(size for size in (1, 2, 4, 8) if 8 * size >= count)
