"""The one search that needs no theory: every position once, for any game.

It is exact for whatever it finishes, and says nothing about the rest. Games
with a theory of their own use it where positions are few; a game without one
is served by it alone.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from divisor_duel.engine.clock import Budget, Clock, OutOfTimeError
from divisor_duel.engine.theory import Theory, Verdict, combine
from divisor_duel.game import Game

MOST_POSITIONS = 1_000_000
"""How many positions are kept at the most; then the table starts anew."""

BYTES_PER_POSITION = 400
"""What one takes up, about."""


class Search(Theory[Game[Any], Any]):
    """Exact play by looking at every position that can still be reached."""

    def __init__(self, game: Game[Any], cache: Path | None = None) -> None:
        super().__init__(game, cache)
        self._known: dict[Any, Verdict] = {}

    @property
    def bytes_held(self) -> int:
        return BYTES_PER_POSITION * len(self._known)

    def judge(self, position: Any, budget: Budget) -> dict[int, Verdict]:
        legal = self.game.legal_moves(position)
        verdicts = dict.fromkeys(legal, Verdict())
        with suppress(OutOfTimeError):
            for move in legal:
                budget.values.check()
                verdicts[move] = self.solve(self.game.play(position, move), budget.values)
        return verdicts

    def solve(self, position: Any, clock: Clock) -> Verdict:
        """The verdict on one position, by visiting everything below it.

        The path is kept in a list rather than in recursive calls, since games
        may last longer than Python lets calls nest.
        """
        known = self._known
        if len(known) > MOST_POSITIONS:
            known.clear()
        path, waiting = [position], dict[Any, list[Any]]()
        while path:
            clock.check()
            here = path[-1]
            if here in known:
                path.pop()
            elif here not in waiting:
                waiting[here] = self._children(here)
                path.extend(child for child in waiting[here] if child not in known)
            else:
                known[here] = self._verdict(here, waiting.pop(here))
        return known[position]

    def _verdict(self, position: Any, children: list[Any]) -> Verdict:
        """The verdict on a position whose children are known."""
        outcome = self.game.outcome(position)
        if outcome:
            grundy = 0 if self.game.has_nim_values else None
            return Verdict(outcome.winner == position.to_move, 0, grundy)
        return combine(self._known[child] for child in children)

    def _children(self, position: Any) -> list[Any]:
        return [self.game.play(position, move) for move in self.game.legal_moves(position)]
