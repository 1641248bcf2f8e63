"""The one search that needs no theory: every position once, for any game.

It is exact for whatever it finishes, and says nothing about the rest. Games
with a theory of their own use it where positions are few; a game without one
is served by it alone.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from sys import getsizeof
from typing import Any

from divisor_duel.engine.clock import Budget, Clock, OutOfTimeError
from divisor_duel.engine.theory import Theory, Verdict, combine
from divisor_duel.game import Game

MOST_BYTES = 400_000_000
"""So much memory a table of positions takes at the most, about; then it starts anew."""

BYTES_PER_FACT = 300
"""What is kept of a position takes up so much, about, besides the position itself."""


class Search(Theory[Game[Any], Any]):
    """Exact play by looking at every position that can still be reached."""

    def __init__(self, game: Game[Any], cache: Path | None = None) -> None:
        super().__init__(game, cache)
        self._known: dict[Any, Verdict] = {}
        self._bytes_each = BYTES_PER_FACT + _size_of(game.start())
        self._most = MOST_BYTES // self._bytes_each

    @property
    def bytes_held(self) -> int:
        return self._bytes_each * len(self._known)

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
        if len(known) > self._most:
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


def _size_of(position: Any) -> int:
    """The bytes of a position: one of a long list is a mask of thousands of them."""
    parts = position if isinstance(position, tuple) else ()
    return getsizeof(position) + sum(map(getsizeof, parts))
