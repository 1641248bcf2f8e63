"""A search of a few plies for forced wins, in any game, limited by counted steps.

Exact play knows more, but its answers depend on a time limit, and no person could see some of
what it knows. This search reasons as a person does: if I go there and they answer so, then I
win. It counts positions instead of seconds, so its result is the same on every machine.
"""

from __future__ import annotations

from collections import defaultdict

from divisor_duel.game import AnyGame, Position

STEPS = 3000
"""Default limit on the positions that one lookahead visits."""


class OutOfStepsError(Exception):
    """Ends a search that has used up its steps; it never leaves this module."""


class Lookahead:
    """Searches the positions of one game for forced wins within a few plies."""

    def __init__(self, game: AnyGame, steps: int = STEPS) -> None:
        self.game = game
        self._steps = steps
        self._known: defaultdict[int, dict[Position, bool]] = defaultdict(dict)
        """For each depth in plies, the result of `_decided` for each position."""

    def depth(self, position: Position, most: int) -> int | None:
        """Return within how many plies, an odd number, the player to move wins by force.

        None if not within `most`. If the opponent makes the last move, the win takes one ply less.
        """
        try:
            for plies in range(1, most + 1, 2):
                if self._decided(position, plies):
                    return plies
        except OutOfStepsError:
            pass
        return None

    def quickest(self, position: Position, moves: tuple[int, ...], most: int) -> tuple[int, ...]:
        """Return those of `moves` that force the quickest win; empty if none is found."""
        game = self.game
        try:
            for plies in range(0, most, 2):
                winning = tuple(
                    move for move in moves if self._decided(game.play(position, move), plies)
                )
                if winning:
                    return winning
        except OutOfStepsError:
            pass
        return ()

    def safe(self, position: Position, moves: tuple[int, ...], most: int) -> tuple[int, ...]:
        """Return the moves after which the opponent cannot force a win in `most` plies.

        If no move is safe, return those that hold out longest. A win that the search does not
        reach counts as safe.
        """
        game, safe = self.game, moves
        try:
            for plies in range(1, most + 1, 2):
                safer = tuple(
                    move for move in safe if not self._decided(game.play(position, move), plies)
                )
                if not safer:
                    return safe
                safe = safer
        except OutOfStepsError:
            pass
        return safe

    def _decided(self, position: Position, plies: int) -> bool:
        """Return whether the player to move wins in `plies`, or loses if that is even.

        An odd number of plies ends with a move of the player to move, an even one with a move of
        the opponent.
        """
        known = self._known[plies].get(position)
        if known is None:
            known = self._known[plies][position] = self._search(position, plies)
        return known

    def _search(self, position: Position, plies: int) -> bool:
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
                decided = known[child] = self._search(child, plies - 1)
            if decided is won:  # one winning move proves a win, one escape refutes a loss
                return won
        return not won

    def _wins_at_once(self, position: Position) -> bool:
        """Return whether some move wins at once; inlined, since this is the hot spot."""
        known, outcome_of = self._known[0], self.game.outcome
        for child in self.game.children(position):
            lost = known.get(child)
            if lost is None:
                if self._steps <= 0:
                    raise OutOfStepsError
                self._steps -= 1
                outcome = outcome_of(child)
                lost = known[child] = outcome is not None and outcome.winner != child.to_move
            if lost:
                return True
        return False

    def _step(self) -> None:
        if self._steps <= 0:
            raise OutOfStepsError
        self._steps -= 1
