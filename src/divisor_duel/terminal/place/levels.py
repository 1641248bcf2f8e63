"""What the computer's levels mean, in words for people."""

from __future__ import annotations


def described() -> dict[str, str]:
    """Every level, the weakest first, with what it means."""
    from divisor_duel.engine.levels import LEVELS

    return {
        name: f"plays the best move in {share:.0%} of its turns" for name, share in LEVELS.items()
    }
