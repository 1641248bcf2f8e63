"""Thousands of games at once, as NumPy arrays, by the same rules.

A batch holds many games of one set-up. Moves go in as one array with a move for
each game, and the mask of legal moves, whose turn it is and who won come out as
arrays too. With `auto_reset` a game that ends begins anew at once, so every
step does useful work.

>>> import numpy as np
>>> from divisor_duel.batch import batch
>>> games = batch("countdown", games=4, start=12)
>>> np.flatnonzero(games.legal()[0]).tolist()
[2, 3, 4, 6]
>>> games.step([2, 3, 4, 6]).tolist()
[0, 0, 0, 0]
>>> games.step([5, 3, 4, 3]).tolist()
[2, 0, 0, 2]
>>> games.to_move.tolist(), games.winners.tolist()
([1, 1, 1, 1], [2, 0, 0, 2])
"""

from __future__ import annotations

from typing import Any

from divisor_duel.batch.base import Batch
from divisor_duel.batch.pools import (
    LARGEST_POOL,
    ChainBatch,
    DigitsBatch,
    DividerBatch,
    LadderBatch,
)
from divisor_duel.errors import OptionsError
from divisor_duel.game import Game, OptionValue, brief
from divisor_duel.games import GAMES
from divisor_duel.games.countdown.batch import LARGEST_START, CountdownBatch

__all__ = ["LARGEST_POOL", "LARGEST_START", "Batch", "batch", "of_game", "set_up"]

_BATCHES: dict[str, type[Batch]] = {
    "divider": DividerBatch,
    "ladder": LadderBatch,
    "countdown": CountdownBatch,
    "chain": ChainBatch,
    "digits": DigitsBatch,
}


def batch(name: str, games: int, *, auto_reset: bool = False, **options: OptionValue) -> Batch:
    """A batch of `games` games called `name`, set up with `options`.

    OptionsError if there is no such game or option, or if the set-up is too large:
    pools go up to LARGEST_POOL, and Countdown begins at LARGEST_START at the most.
    """
    return of_game(set_up(name, **options), games, auto_reset=auto_reset)


def of_game(game: Game[Any], games: int, *, auto_reset: bool = False) -> Batch:
    """A batch of a game that is set up already."""
    return _BATCHES[game.id](game, games, auto_reset=auto_reset)


def set_up(name: str, **options: OptionValue) -> Game[Any]:
    """The game called `name` with `options`; OptionsError if there is no such game or option."""
    if name not in GAMES:
        raise OptionsError(f"there is no game {brief(name)}; there are {', '.join(GAMES)}")
    known = [spec.name for spec in GAMES[name].option_specs()]
    for option in options:
        if option not in known:
            raise OptionsError(f"{name} has no option {brief(option)}, only {', '.join(known)}")
    return GAMES[name](**options)
