"""Misere of any twin: the same moves, and the winner of normal play has lost."""

from collections.abc import Hashable

from tests.reference.brute import Twin


class Misere:
    """A twin whose winner is the loser."""

    def __init__(self, game: Twin) -> None:
        """Play on by the rules of `game`."""
        self.game = game
        self.turn = game.turn

    def legal(self) -> list[int]:
        """The same moves are allowed."""
        return self.game.legal()

    def play(self, move: int) -> "Misere":
        """The same moves lead to the same places."""
        return Misere(self.game.play(move))

    def winner(self) -> int | None:
        """The winner of normal play has lost."""
        winner = self.game.winner()
        return None if winner is None else 3 - winner

    def key(self) -> Hashable:
        """What decides the later moves is the same."""
        return self.game.key()
