"""When to stop asking: a player that fails again and again is paused for the rest of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from divisor_duel.arena.players import Entry
from divisor_duel.arena.playing import Line, is_played
from divisor_duel.arena.protocol import Trouble

MOST_FAILURES = 3
"""How many games in a row may fail for the same player."""


class Pauses:
    """Who is paused, and why."""

    def __init__(self) -> None:
        self._failures: Counter[str] = Counter()
        self._reasons: dict[str, str] = {}

    def count(self, line: Line) -> None:
        """Take note of a game that is over, or was not played."""
        if is_played(line):
            for name in line["players"]:
                self._failures[name] = 0
            return
        name = line["trouble"]["player"]
        self._failures[name] += 1
        if self._failures[name] >= MOST_FAILURES:
            self._reasons.setdefault(name, line["trouble"]["detail"])

    def trouble(self, players: Iterable[Entry]) -> tuple[Entry, Trouble] | None:
        """What is in the way of a game between these players, if one of them is paused."""
        for entry in players:
            if entry.name in self._reasons:
                reason = self._reasons[entry.name]
                detail = f"paused after {MOST_FAILURES} failures in a row: {reason}"
                return entry, Trouble(detail)
        return None

    def clear(self) -> None:
        """Begin anew."""
        self._failures.clear()
        self._reasons.clear()
