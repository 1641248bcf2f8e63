"""What the computer's levels mean, in words for people."""

from __future__ import annotations


def described() -> dict[str, str]:
    """Every level, the weakest first, with what it means."""
    from divisor_duel.engine.levels import LEVELS

    return {name: level.says for name, level in LEVELS.items()}
