"""The one search that needs no theory: every position once, for any game.

It is exact for whatever it finishes, and says nothing about the rest. Games
with a theory of their own use it where positions are few; a game without one
is served by it alone.
"""

from __future__ import annotations

from typing import Any

from divisor_duel.engine.theory import Budget, Clock, OutOfTimeError, Theory, Verdict, combine
from divisor_duel.game import Game

MOST_POSITIONS = 1_000_000
"""How many positions are kept at the most; then the table starts anew."""


class Search(Theory[Any]):
    """Exact play by looking at every position that can still be reached."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        self._known: dict[Any, Verdict] = {}

    def judge(self, position: Any, budget: Budget) -> dict[int, Verdict]:
        verdicts = {}
        for move in self.game.legal_moves(position):
            try:
                verdicts[move] = self.solve(self.game.play(position, move), budget.values)
            except OutOfTimeError:
                verdicts[move] = Verdict()
        return verdicts

    def solve(self, position: Any, clock: Clock) -> Verdict:
        """The verdict on one position, by visiting everything below it.

        The path is kept in a list rather than in recursive calls, since games
        may last longer than Python lets calls nest.
        """
        game, known = self.game, self._known
        if len(known) > MOST_POSITIONS:
            known.clear()
        path = [(position, self._children(position))]
        while path:
            clock.tick()
            here, children = path[-1]
            if here in known:
                path.pop()
                continue
            unknown = [child for child in children if child not in known]
            if unknown:
                path.extend((child, self._children(child)) for child in unknown)
                continue
            path.pop()
            outcome = game.outcome(here)
            if outcome:
                grundy = 0 if game.impartial else None
                known[here] = Verdict(outcome.winner == here.to_move, 0, grundy)
            else:
                known[here] = combine(known[child] for child in children)
        return known[position]

    def _children(self, position: Any) -> list[Any]:
        return [self.game.play(position, move) for move in self.game.legal_moves(position)]
