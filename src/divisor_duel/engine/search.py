"""Exhaustive search for any game, without a theory: it visits each position once.

It is exact for the positions that it finishes, and says nothing about the others.
Games with their own theory use it where there are few positions; impartial games
without a theory use nothing else.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from sys import getsizeof
from typing import TypeVar

from divisor_duel.engine.clock import Budget, Clock, OutOfTimeError
from divisor_duel.engine.theory import Theory
from divisor_duel.engine.verdict import Verdict, combine
from divisor_duel.game import Game, Position

P = TypeVar("P", bound=Position)

MOST_BYTES = 400_000_000
"""Approximate size limit of the table of positions, in bytes; a full table is cleared."""

BYTES_PER_FACT = 300
"""Approximate size of an entry in that table, in bytes, without the position itself."""


class Search(Theory[Game[P], P]):
    """Exact play by visiting every reachable position."""

    def __init__(self, game: Game[P], cache: Path | None = None) -> None:
        super().__init__(game, cache)
        self._known: dict[P, Verdict] = {}
        self._bytes_each = BYTES_PER_FACT + _size_of(game.start())
        self._most = MOST_BYTES // self._bytes_each

    @property
    def bytes_held(self) -> int:
        return self._bytes_each * len(self._known)

    def judge(self, position: P, budget: Budget) -> dict[int, Verdict]:
        legal = self.game.legal_moves(position)
        verdicts = dict.fromkeys(legal, Verdict())
        with suppress(OutOfTimeError):
            for move in legal:
                budget.values.check()
                verdicts[move] = self.solve(self.game.play(position, move), budget.values)
        return verdicts

    def solve(self, position: P, clock: Clock) -> Verdict:
        """Return the verdict on one position by visiting everything below it.

        The path is a list instead of recursive calls, since a game may be longer
        than Python's recursion limit.
        """
        known = self._known
        if len(known) > self._most:
            known.clear()
        path, waiting = [position], dict[P, list[P]]()
        while path:
            clock.check()
            current = path[-1]
            if current in known:
                path.pop()
            elif current not in waiting:
                waiting[current] = self._children(current)
                path.extend(child for child in waiting[current] if child not in known)
            else:
                known[current] = self._verdict(current, waiting.pop(current))
        return known[position]

    def _verdict(self, position: P, children: list[P]) -> Verdict:
        """Return the verdict on a position whose children are known."""
        outcome = self.game.outcome(position)
        if outcome:
            grundy = 0 if self.game.has_nim_values else None
            return Verdict(outcome.winner == position.to_move, 0, grundy)
        return combine(self._known[child] for child in children)

    def _children(self, position: P) -> list[P]:
        return [self.game.play(position, move) for move in self.game.legal_moves(position)]


def _size_of(position: Position) -> int:
    """Return the size of a position in bytes; a mask of a long list takes thousands."""
    parts = position if isinstance(position, tuple) else ()
    return getsizeof(position) + sum(map(getsizeof, parts))
