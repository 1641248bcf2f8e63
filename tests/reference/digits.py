"""Digits as its rule book says: append unused digits until the target divides the number."""

from collections.abc import Hashable
from copy import copy
from typing import Self


class Digits:
    """The digits placed so far, the digits left in the pool and whose turn it is."""

    def __init__(self, *, target: int = 7, base: int = 10, first: int = 1) -> None:
        """Fill the pool with 1 to base - 1; the number is still empty."""
        self.target = target
        self.base = base
        self.placed: list[int] = []
        self.pool = set(range(1, base))
        self.turn = first

    def number(self) -> int:
        """The placed digits, read from left to right as a number in the base (0 when empty)."""
        value = 0
        for digit in self.placed:
            value = value * self.base + digit
        return value

    def divided(self) -> bool:
        """Whether the last digit placed won the game; the empty number does not count."""
        return len(self.placed) > 0 and self.number() % self.target == 0

    def legal(self) -> list[int]:
        """Any digit in the pool may be placed, until the target divides the number."""
        return [] if self.divided() else sorted(self.pool)

    def play(self, move: int) -> Self:
        """Move the digit from the pool to the right end of the number, then pass the turn."""
        if move not in self.legal():
            raise ValueError(f"{move} may not be placed")
        after = copy(self)
        after.placed = [*self.placed, move]
        after.pool = self.pool - {move}
        after.turn = 3 - self.turn
        return after

    def winner(self) -> int | None:
        """Dividing wins for the player who has just moved; using up the digits loses for them."""
        if self.divided():
            return 3 - self.turn
        if not self.pool:
            return self.turn
        return None

    def key(self) -> Hashable:
        """The set-up, the digits left, the remainder and the player to move decide the rest."""
        remainder = self.number() % self.target
        return self.target, self.base, frozenset(self.pool), remainder, self.turn
