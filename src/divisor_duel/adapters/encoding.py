"""What the adapters share: games that fit an action mask, and observations.

`divisor_duel.batch.encoding`, or `ENCODING` in a game's own `arrays.py`, defines how a
position becomes an array of zeros and ones.
"""

from __future__ import annotations

from collections.abc import Iterable

from divisor_duel.batch.encoding import (
    Bits,
    action_count,
    action_mask,
    observation,
    observation_size,
)
from divisor_duel.errors import OptionsError
from divisor_duel.game import AnyGame, OptionValue, brief
from divisor_duel.games.registry import set_up

__all__ = [
    "AGENT_SEATS",
    "LARGEST_ACTION",
    "Bits",
    "action_count",
    "action_mask",
    "check_choice",
    "game_that_fits",
    "observation",
    "observation_size",
    "playable_game",
]

LARGEST_ACTION = 100_000
"""The largest move that an action mask can hold."""


AGENT_SEATS = ("first", "second", "random")
"""When an agent moves: first, second, or by coin toss."""


def check_choice(name: str, value: object, allowed: Iterable[str]) -> None:
    """Raise OptionsError unless the argument `name` has one of the allowed values."""
    choices = tuple(allowed)
    if value not in choices:
        raise OptionsError(f"{name} must be one of {', '.join(choices)}, not {brief(value)}")


def playable_game(name: str, **options: OptionValue) -> AnyGame:
    """Return the game called `name`, checked to be playable.

    OptionsError if there is no such game or option, if the game is over before the
    first move, or if its moves do not fit a mask.
    """
    game = game_that_fits(name, **options)
    outcome = game.outcome(game.start())
    if outcome:
        raise OptionsError(f"there is nothing to play: {outcome.reason}")
    return game


def game_that_fits(name: str, **options: OptionValue) -> AnyGame:
    """Return the game called `name`; OptionsError if its moves do not fit a mask."""
    game = set_up(name, options)
    if action_count(game) - 1 > LARGEST_ACTION:
        raise OptionsError(
            f"moves go up to {action_count(game) - 1} here, but a mask of legal moves holds "
            f"at most {LARGEST_ACTION}"
        )
    return game
