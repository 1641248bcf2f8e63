"""The set-ups of this game in Divisor Duel Bench 1, which never change."""

from __future__ import annotations

from divisor_duel.game import OptionValue

SETUPS: dict[str, dict[str, OptionValue]] = {
    "book": {"target": 7},
    "middle": {"target": 18},
    "large": {"target": 22, "base": 12},
}
"""From the rule book's own to one that nobody can have seen."""
