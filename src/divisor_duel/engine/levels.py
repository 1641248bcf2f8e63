"""How strong a computer player is, by name."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from divisor_duel.game import Game


def _random(game: Game[Any], position: Any, rng: Random) -> int:
    return rng.choice(game.legal_moves(position))


LEVELS: dict[str, Callable[[Game[Any], Any, Random], int]] = {"random": _random}
"""Every level, the weakest first: each chooses a move with the randomness it is given."""
