"""What can be seen by looking a few plies ahead, in any game, by counted steps.

Exact play knows more, but it works by the clock, and some of what it knows nobody could
see. This looks as a person does: if I go there and they answer so, then I win. It counts
positions instead of seconds, so it sees the same on every machine.
"""

from __future__ import annotations

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
        self._known: dict[tuple[Any, int, bool], bool] = {}

    def depth(self, position: Any, most: int) -> int | None:
        """In how many plies the player to move wins by force; None if not within `most`."""
        try:
            for plies in range(1, most + 1, 2):
                if self._decided(position, plies, True):
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
                    move for move in moves if self._decided(game.play(position, move), plies, False)
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
                    move
                    for move in kept
                    if not self._decided(game.play(position, move), plies, True)
                )
                if not left:
                    return kept
                kept = left
        except TiredError:
            pass
        return kept

    def _decided(self, position: Any, plies: int, won: bool) -> bool:
        """Whether within `plies` the player to move has won (or, if not `won`, lost) by force."""
        key = position, plies, won
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._look(position, plies, won)
        return known

    def _look(self, position: Any, plies: int, won: bool) -> bool:
        if self._steps <= 0:
            raise TiredError
        self._steps -= 1
        game = self.game
        outcome = game.outcome(position)
        if outcome:
            return (outcome.winner == position.to_move) is won
        if plies <= 0:
            return False
        # The loop is written out, for most of a level's time is spent here: one good move
        # decides for the player to move, one escape against the claim that all lose.
        known, play, less, after = self._known, game.play, plies - 1, not won
        for move in game.legal_moves(position):
            child = play(position, move)
            key = child, less, after
            decided = known.get(key)
            if decided is None:
                decided = known[key] = self._look(child, less, after)
            if decided is won:
                return won
        return after
