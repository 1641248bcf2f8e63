"""Thousands of games at once as NumPy arrays, with the same rules.

A batch holds many games of one set-up. `step` takes an array with a move for each
game; the mask of legal moves, the players to move and the winners are arrays too.
With `auto_reset` a finished game restarts at once, so every step does useful work.

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

from divisor_duel.batch.base import Batch, GameBatch
from divisor_duel.batch.plain import PlainBatch
from divisor_duel.batch.pools import LARGEST_POOL
from divisor_duel.game import AnyGame, OptionValue
from divisor_duel.games.parts import BATCH, find
from divisor_duel.games.registry import set_up

__all__ = ["LARGEST_POOL", "Batch", "batch", "make_batch"]


def batch(name: str, games: int, *, auto_reset: bool = False, **options: OptionValue) -> Batch:
    """Return a batch of `games` games of `name`, set up with `options`.

    OptionsError if there is no such game or option, or if the set-up is too large for the
    tables of its batch.
    """
    return make_batch(set_up(name, options), games, auto_reset=auto_reset)


def make_batch(game: AnyGame, games: int, *, auto_reset: bool = False) -> Batch:
    """Return a batch of `games` games of the set-up `game`."""
    kind: GameBatch[AnyGame] = find(game, BATCH) or PlainBatch
    return kind(game, games, auto_reset=auto_reset)
