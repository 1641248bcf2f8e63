"""The set-ups of this game in Divisor Duel Bench 1, which never change."""

from __future__ import annotations

from divisor_duel.game import OptionValue

SETUPS: dict[str, dict[str, OptionValue]] = {
    "book": {"high": 50},
    "middle": {"high": 100},
    "large": {"high": 250},
}
"""From the rule book's own to one that nobody can have seen."""
