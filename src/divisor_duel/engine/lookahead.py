"""What can be seen by looking a few plies ahead, in any game, by counted steps.

Exact play knows more, but it works by the clock, and some of what it knows nobody could
see. This looks as a person does: if I go there and they answer so, then I win. It counts
positions instead of seconds, so it sees the same on every machine.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from divisor_duel.game import Game

STEPS = 3000
"""How many positions are looked at for one question, unless more are wanted."""


class TiredError(Exception):
    """Ends a look whose steps are used up; it never leaves this module."""


class Lookahead:
    """Forced wins within a few plies of the positions of one game."""

    def __init__(self, game: Game[Any], steps: int = STEPS) -> None:
        self.game = game
        self._steps = steps
        self._known: defaultdict[int, dict[Any, bool]] = defaultdict(dict)
        """By the plies looked ahead, what was found of each position."""

    def depth(self, position: Any, most: int) -> int | None:
        """Within how many plies, an odd number, the player to move wins by force.

        None if not within `most`. If the opponent makes the last move, the win takes one less.
        """
        try:
            for plies in range(1, most + 1, 2):
                if self._decided(position, plies):
                    return plies
        except TiredError:
            pass
        return None

    def quickest(self, position: Any, moves: tuple[int, ...], most: int) -> tuple[int, ...]:
        """Those of `moves` that win by force soonest; none if none is seen to win."""
        game = self.game
        try:
            for plies in range(0, most, 2):
                found = tuple(
                    move for move in moves if self._decided(game.play(position, move), plies)
                )
                if found:
                    return found
        except TiredError:
            pass
        return ()

    def safe(self, position: Any, moves: tuple[int, ...], most: int) -> tuple[int, ...]:
        """Those of `moves` after which the other cannot win by force within `most` plies.

        When no move is safe, those that hold out longest; what is not seen counts as safe.
        """
        game, kept = self.game, moves
        try:
            for plies in range(1, most + 1, 2):
                left = tuple(
                    move for move in kept if not self._decided(game.play(position, move), plies)
                )
                if not left:
                    return kept
                kept = left
        except TiredError:
            pass
        return kept

    def _decided(self, position: Any, plies: int) -> bool:
        """Whether within `plies` the player to move has won by force, or lost if `plies` is even:
        the player to move makes the last of an odd number of moves.
        """
        known = self._known[plies].get(position)
        if known is None:
            known = self._known[plies][position] = self._look(position, plies)
        return known

    def _look(self, position: Any, plies: int) -> bool:
        self._step()
        won = plies % 2 == 1
        outcome = self.game.outcome(position)
        if outcome:
            return (outcome.winner == position.to_move) is won
        if plies == 0:
            return False
        if plies == 1:
            return self._wins_at_once(position)
        known = self._known[plies - 1]
        for child in self.game.children(position):
            decided = known.get(child)
            if decided is None:
                decided = known[child] = self._look(child, plies - 1)
            if decided is won:  # one good move is enough to win, one escape not to have lost
                return won
        return not won

    def _wins_at_once(self, position: Any) -> bool:
        """The last ply, written out: most of a level's time is spent here."""
        known, outcome_of = self._known[0], self.game.outcome
        for child in self.game.children(position):
            lost = known.get(child)
            if lost is None:
                if self._steps <= 0:
                    raise TiredError
                self._steps -= 1
                outcome = outcome_of(child)
                lost = known[child] = outcome is not None and outcome.winner != child.to_move
            if lost:
                return True
        return False

    def _step(self) -> None:
        if self._steps <= 0:
            raise TiredError
        self._steps -= 1
