"""The set-ups of this game in Divisor Duel Bench 1, which never change."""

from __future__ import annotations

from divisor_duel.game import OptionValue

SETUPS: dict[str, dict[str, OptionValue]] = {
    "book": {"high": 9},
    "middle": {"high": 18},
    "large": {"high": 24},
}
"""From the rule book's own to one that nobody can have seen."""
