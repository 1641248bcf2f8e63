"""Misere Ladder: a player who cannot climb wins. Games end within 3 moves.

Let M be the numbers that the player to move may take and O those that the opponent may take; M is
not empty, or the player to move has won.

- If every move leaves the opponent nothing, that is if O is empty or M = O = {x}, the opponent has
  won after it: the player to move loses in one.
- Otherwise the player to move wins in two, with a number after which the opponent must move and
  then no multiple of it is left. If O holds two numbers or more, or one that is not the largest
  of M, that is the largest number of M: a multiple of it would be in M too, and larger. If
  O = {x} and x is the largest of M, it is the next one below, of which no multiple is left but x,
  and the opponent must take that. Either way the player to move cannot climb after the answer,
  and has won.
"""

from __future__ import annotations

from contextlib import suppress

from divisor_duel.engine.clock import Budget, Clock, OutOfTimeError
from divisor_duel.engine.theory import Theory
from divisor_duel.engine.verdict import Verdict
from divisor_duel.game import Player
from divisor_duel.games.ladder.rules import Ladder, LadderPosition
from divisor_duel.numbers import multiples
from divisor_duel.proof import Branch, End, Proof, Tree

STUCK, LOST, WON = Verdict(True, 0), Verdict(False, 1), Verdict(True, 2)
"""The three verdicts: nothing to take, every move ends the game, a win in two."""

MOST_LISTED = 1000
"""Most replies that a proof lists."""


class MisereLadder(Theory[Ladder, LadderPosition]):
    """Judges by the rule above, for any pool and any own numbers."""

    def judge(self, position: LadderPosition, budget: Budget) -> dict[int, Verdict]:
        legal = self.game.legal_moves(position)
        verdicts = dict.fromkeys(legal, Verdict())
        with suppress(OutOfTimeError):
            for move in legal:
                budget.values.check()
                verdicts[move] = self.value(self.game.play(position, move))
        return verdicts

    def value(self, position: LadderPosition) -> Verdict:
        """Return the verdict on a position for the player to move."""
        pool, one, two, to_move = position
        own, other = (one, two) if to_move is Player.ONE else (two, one)
        mine, theirs = (pool & multiples(number, self.game.high) for number in (own, other))
        if not mine:
            return STUCK
        single = mine & mine - 1 == 0
        return LOST if not theirs or (single and theirs == mine) else WON

    def explain(self, position: LadderPosition, clock: Clock, depth: int = 0) -> Proof | None:
        """Prove a loss: every move ends the game."""
        legal = self.game.legal_moves(position)
        if self.value(position) is not LOST or len(legal) > MOST_LISTED:
            return None
        return Tree(0, (Branch(legal, End(0)),))


THEORY = MisereLadder
