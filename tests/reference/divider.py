"""Divider as its rule book says: remove a number and its multiples; the last removal wins."""

from collections.abc import Hashable
from copy import copy
from typing import Self


class Divider:
    """The shared list of numbers and whose turn it is."""

    def __init__(self, *, low: int = 2, high: int = 9, first: int = 1) -> None:
        """Lay out every number from low to high, both included."""
        self.numbers = set(range(low, high + 1))
        self.turn = first

    def legal(self) -> list[int]:
        """Any number still on the list may be chosen."""
        return sorted(self.numbers)

    def play(self, move: int) -> Self:
        """Remove the chosen number and every number that it divides, then pass the turn."""
        if move not in self.legal():
            raise ValueError(f"{move} is not on the list")
        after = copy(self)
        after.numbers = {number for number in self.numbers if number % move != 0}
        after.turn = 3 - self.turn
        return after

    def winner(self) -> int | None:
        """Once the list is empty, the player who has just moved emptied it and wins."""
        return None if self.legal() else 3 - self.turn

    def key(self) -> Hashable:
        """The numbers left and the player to move decide the rest of the game."""
        return frozenset(self.numbers), self.turn
