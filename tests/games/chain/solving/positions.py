"""Positions of Chain."""

from __future__ import annotations

from random import Random
from typing import Any


def random_position(game: Any, rng: Random, plies: int) -> Any:
    """A position some random moves into a game."""
    position = game.start()
    for _ in range(plies):
        moves = game.legal_moves(position)
        if not moves:
            break
        position = game.play(position, rng.choice(moves))
    return position
