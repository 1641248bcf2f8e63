"""Chain as its rule book says: answer with an unused factor or multiple of the last number."""

from collections.abc import Hashable
from copy import copy
from typing import Self


class Chain:
    """The shared pool, the last number chosen and whose turn it is."""

    def __init__(
        self, *, low: int = 2, high: int = 50, opening: str = "any", first: int = 1
    ) -> None:
        """Fill the pool with low to high, both included; no number has been chosen yet."""
        if opening not in ("any", "even"):
            raise ValueError(f"opening is {opening!r}, neither 'any' nor 'even'")
        self.pool = set(range(low, high + 1))
        self.opening = opening
        self.last: int | None = None
        self.turn = first

    def legal(self) -> list[int]:
        """First any number (or any even one), then factors and multiples of the last number."""
        if self.last is None:
            if self.opening == "even":
                return sorted(number for number in self.pool if number % 2 == 0)
            return sorted(self.pool)
        factors = {number for number in self.pool if self.last % number == 0}
        multiples = {number for number in self.pool if number % self.last == 0}
        return sorted(factors | multiples)

    def play(self, move: int) -> Self:
        """Take the number out of the pool as the new last number, then pass the turn."""
        if move not in self.legal():
            raise ValueError(f"{move} may not be chosen after {self.last}")
        after = copy(self)
        after.pool = self.pool - {move}
        after.last = move
        after.turn = 3 - self.turn
        return after

    def winner(self) -> int | None:
        """A player who has no move on their turn loses to the other."""
        return None if self.legal() else 3 - self.turn

    def key(self) -> Hashable:
        """The pool, the last number, the opening rule and the player to move decide the rest."""
        return frozenset(self.pool), self.last, self.opening, self.turn
