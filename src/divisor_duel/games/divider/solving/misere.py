"""Misère Divider Duel: taking the last number loses.

Nim-values and cancelling columns say nothing about misère, but relabelling holds: let p be a prime
with p x p above the largest number. Its multiples left are p x m for m in a set M, and as in
`columns`, only M counts: p x m divides p x k exactly if m divides k, a number that p does not
divide divides p x m exactly if it divides m, and p x m divides nothing else. So positions with the
same other numbers and the same sets M, whichever primes they belong to, have the same future.
A search takes them for one position.
"""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import suppress
from math import inf
from pathlib import Path

from divisor_duel.engine.clock import Clock, OutOfTimeError
from divisor_duel.engine.deepening import Deepening
from divisor_duel.engine.verdict import Verdict
from divisor_duel.factors import is_prime
from divisor_duel.games.divider.rules import Divider, DividerPosition
from divisor_duel.numbers import members, multiples

LARGEST_LIST = 200
"""Largest `high` of a list whose positions are compared in this way."""


class MisereDivider(Deepening[DividerPosition]):
    """Looks for near wins first, and then for any win, smallest numbers first."""

    def __init__(self, game: Divider, cache: Path | None = None) -> None:
        super().__init__(game, cache)
        high = game.high if game.high <= LARGEST_LIST else 0
        large = [p for p in range(2, high + 1) if is_prime(p) and p * p > high]
        self._columns = [(prime, multiples(prime, high), dict[int, int]()) for prime in large]
        self._others = ~sum(column for _, column, _ in self._columns)
        self._wins: dict[Hashable, bool] = {}

    @property
    def bytes_held(self) -> int:
        return super().bytes_held + self._bytes_each * len(self._wins)

    def alike(self, position: DividerPosition) -> Hashable:
        """Return the numbers left that no large prime divides, and the sets of multipliers."""
        left, sets = position.left, list[int]()
        for prime, column, multipliers in self._columns:
            part = left & column
            if part:
                found = multipliers.get(part)
                if found is None:
                    found = multipliers[part] = sum(1 << n // prime for n in members(part))
                sets.append(found)
        sets.sort()
        return left & self._others, *sets

    def _judge(
        self, position: DividerPosition, clock: Clock, hurry: bool = False
    ) -> dict[int, Verdict]:
        """Return the verdict on each move; half of the time is for those that are not near."""
        unlimited = clock.deadline == inf
        near = clock if unlimited else clock.part(max(clock.left, 0) / 2)
        verdicts = super()._judge(position, near, hurry)
        if unlimited or not self._columns:
            return verdicts
        with suppress(OutOfTimeError, RecursionError):
            for move, verdict in verdicts.items():
                if hurry and any(known.win is False for known in verdicts.values()):
                    break
                if verdict.win is None:
                    after = self.game.play(position, move)
                    verdicts[move] = Verdict(self._is_won(after, clock))
        return verdicts

    def _is_won(self, position: DividerPosition, clock: Clock) -> bool:
        """Return whether the player to move wins: no number is left, or some move leaves a loss."""
        key = self.alike(position)
        known = self._wins.get(key)
        if known is None:
            clock.check()
            if len(self._wins) > self._most:
                self._wins.clear()
            known = not position.left or any(
                not self._is_won(child, clock) for child in self.game.children(position)
            )
            self._wins[key] = known
        return known


THEORY = MisereDivider
