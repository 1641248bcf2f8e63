"""What every library is given: games that fit their spaces, masks of legal moves, observations.

How a position becomes an array of zeros and ones is said in `divisor_duel.batch.encoding`,
and for each game of this package in its own `encoding` module.
"""

from __future__ import annotations

from typing import Any

from divisor_duel.batch.encoding import (
    Bits,
    action_count,
    action_mask,
    observation,
    observation_size,
)
from divisor_duel.errors import OptionsError
from divisor_duel.game import Game, OptionValue
from divisor_duel.games.registry import set_up

__all__ = [
    "LARGEST_ACTION",
    "Bits",
    "action_count",
    "action_mask",
    "observation",
    "observation_size",
    "playable",
    "sized",
]

LARGEST_ACTION = 100_000
"""The largest move that a mask of legal moves may have to hold."""


def playable(name: str, **options: OptionValue) -> Game[Any]:
    """The game called `name`, with a first move to make and moves that fit a mask.

    OptionsError if there is no such game or option, if the game is over before it
    begins, or if it is too large.
    """
    game = sized(name, **options)
    outcome = game.outcome(game.start())
    if outcome:
        raise OptionsError(f"there is nothing to play: {outcome.reason}")
    return game


def sized(name: str, **options: OptionValue) -> Game[Any]:
    """The game called `name`; OptionsError if its moves do not fit a mask."""
    game = set_up(name, options)
    if action_count(game) - 1 > LARGEST_ACTION:
        raise OptionsError(
            f"moves go up to {action_count(game) - 1} here, but a mask of legal moves holds "
            f"{LARGEST_ACTION} at the most"
        )
    return game
