"""How soon a sum ends: the winner hurries, the loser delays, and each move is in one of the games.

Nim-values say who wins but not how soon, so the positions of both games are combined. Who wins
a pair of positions follows from the nim-values of the two, each found once. The winner then tries
only the moves after which they are equal, the loser tries all.
"""

from __future__ import annotations

from divisor_duel.engine.clock import Clock, OutOfTimeError
from divisor_duel.engine.verdict import mex
from divisor_duel.game import AnyGame, Player, Position

MOST_PAIRS = 500_000
"""Most pairs of positions in memory, about 100 MB."""


class PartGraph:
    """The positions of one of the games, with the moves between them and their nim-values."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._after: dict[Position, list[Position]] = {}
        self._nim: dict[Position, int] = {}

    def after(self, place: Position) -> list[Position]:
        """Return the position after each move, as if Player 1 were to move there."""
        known = self._after.get(place)
        if known is None:
            children = self._game.children(place)
            known = [child._replace(to_move=Player.ONE) for child in children]
            known = self._after[place] = list(dict.fromkeys(known))
        return known

    def nim(self, place: Position, clock: Clock) -> int:
        """Return the nim-value: the least that no move reaches."""
        known = self._nim.get(place)
        if known is None:
            clock.tick()
            found = mex(self.nim(child, clock) for child in self.after(place))
            known = self._nim[place] = found or 0
        return known


class SumRemoteness:
    """The remoteness of pairs of positions, as far as it has been needed."""

    def __init__(self, parts: tuple[AnyGame, AnyGame]) -> None:
        self._one, self._two = (PartGraph(part) for part in parts)
        self._plies: dict[tuple[Position, Position], int] = {}

    def __len__(self) -> int:
        return len(self._plies)

    def plies(self, one: Position, two: Position, clock: Clock) -> int:
        """Return the plies to the end of both; OutOfTimeError if time or memory runs out."""
        known = self._plies.get((one, two))
        if known is not None:
            return known
        clock.tick()
        if len(self._plies) >= MOST_PAIRS:
            raise OutOfTimeError
        nim_one, nim_two = self._one.nim(one, clock), self._two.nim(two, clock)
        pairs = [(after, two) for after in self._one.after(one)]
        pairs += [(one, after) for after in self._two.after(two)]
        if nim_one != nim_two:
            pairs = [pair for pair in pairs if self._is_lost(*pair, clock)]
            known = 1 + min(self.plies(*pair, clock) for pair in pairs)
        else:
            known = 1 + max((self.plies(*pair, clock) for pair in pairs), default=-1)
        self._plies[one, two] = known
        return known

    def _is_lost(self, one: Position, two: Position, clock: Clock) -> bool:
        return self._one.nim(one, clock) == self._two.nim(two, clock)
