"""The sum of two twins: a move in one of them; who can move in neither has lost."""

from collections.abc import Hashable

from tests.reference.brute import Twin


class Sum:
    """Two games side by side, and whose turn it is."""

    def __init__(self, one: Twin, two: Twin, turn: int = 1) -> None:
        """Lay both games out; the turn in each of them is forgotten."""
        self.games = (one, two)
        self.turn = turn

    def legal(self) -> list[int]:
        """Moves of the first game are doubled, those of the second doubled and one more."""
        one, two = self.games
        return sorted([2 * move for move in one.legal()] + [2 * move + 1 for move in two.legal()])

    def play(self, move: int) -> "Sum":
        """Move in one game and leave the other."""
        games = list(self.games)
        games[move % 2] = games[move % 2].play(move // 2)
        return Sum(games[0], games[1], 3 - self.turn)

    def winner(self) -> int | None:
        """A player who cannot move has lost."""
        return None if self.legal() else 3 - self.turn

    def key(self) -> Hashable:
        """Where both games stand, and whose turn it is."""
        one, two = self.games
        return one.key(), two.key(), self.turn
