"""Ladder as its rule book says: climb to a multiple of your own number, or lose."""

from collections.abc import Hashable
from copy import copy
from typing import Self


class Ladder:
    """The shared pool, each player's current number and whose turn it is."""

    def __init__(self, *, high: int = 50, first: int = 1) -> None:
        """Fill the pool with 2 to high and give both players the number 1."""
        self.pool = set(range(2, high + 1))
        self.current = {1: 1, 2: 1}
        self.turn = first

    def legal(self) -> list[int]:
        """A number in the pool may be taken if it is a greater multiple of the player's own."""
        own = self.current[self.turn]
        return sorted(number for number in self.pool if number % own == 0 and number > own)

    def play(self, move: int) -> Self:
        """Take the number out of the pool as the player's new number, then pass the turn."""
        if move not in self.legal():
            raise ValueError(f"{move} is not in the pool as a multiple of the player's own number")
        after = copy(self)
        after.pool = self.pool - {move}
        after.current = {**self.current, self.turn: move}
        after.turn = 3 - self.turn
        return after

    def winner(self) -> int | None:
        """A player who has no move on their turn loses to the other."""
        return None if self.legal() else 3 - self.turn

    def key(self) -> Hashable:
        """The pool, both current numbers and the player to move decide the rest of the game."""
        return frozenset(self.pool), (self.current[1], self.current[2]), self.turn
