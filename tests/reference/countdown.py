"""Countdown as its rule book says: subtract a divisor other than 1 and the number itself."""

from collections.abc import Hashable
from copy import copy
from typing import Self


class Countdown:
    """The current number and whose turn it is."""

    def __init__(self, *, start: int = 60, first: int = 1) -> None:
        """Begin at start; if that is 1, 2 or another prime, the first player has lost at once."""
        self.number = start
        self.turn = first

    def legal(self) -> list[int]:
        """The divisors of the current number may be chosen, except 1 and the number itself."""
        return [divisor for divisor in range(2, self.number) if self.number % divisor == 0]

    def play(self, move: int) -> Self:
        """Subtract the chosen divisor, then pass the turn."""
        if move not in self.legal():
            raise ValueError(f"{move} is not a divisor of {self.number} that may be chosen")
        after = copy(self)
        after.number = self.number - move
        after.turn = 3 - self.turn
        return after

    def winner(self) -> int | None:
        """A player who has no move on their turn loses to the other."""
        return None if self.legal() else 3 - self.turn

    def key(self) -> Hashable:
        """The current number and the player to move decide the rest of the game."""
        return self.number, self.turn
