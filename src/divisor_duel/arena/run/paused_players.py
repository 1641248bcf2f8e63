"""Pause a player that keeps failing, for the remainder of the run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from divisor_duel.arena.players.entries import Entry
from divisor_duel.arena.players.protocol import PlayerUnreachable
from divisor_duel.arena.run.rows import Row, Unplayed

MOST_FAILURES = 3
"""Failed games in a row after which a player is paused."""


class PausedPlayers:
    """The paused players, and why each is paused."""

    def __init__(self) -> None:
        self._failures: Counter[str] = Counter()
        self._reasons: dict[str, str] = {}

    def count(self, row: Row) -> None:
        """Count a finished or failed game."""
        if not isinstance(row, Unplayed):
            for name in row.players:
                self._failures[name] = 0
            return
        name = row.trouble.player
        self._failures[name] += 1
        if self._failures[name] >= MOST_FAILURES:
            self._reasons.setdefault(name, row.trouble.detail)

    def first_of(self, players: Iterable[Entry]) -> tuple[Entry, PlayerUnreachable] | None:
        """Return the first paused player and the reason; None if none is paused."""
        for entry in players:
            if entry.name in self._reasons:
                reason = self._reasons[entry.name]
                detail = f"paused after {MOST_FAILURES} failures in a row: {reason}"
                return entry, PlayerUnreachable(detail)
        return None

    def clear(self) -> None:
        """Forget all failures and pauses."""
        self._failures.clear()
        self._reasons.clear()
