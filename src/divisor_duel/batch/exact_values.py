"""Exact values for training and evaluation: whether each move wins, no more.

>>> from divisor_duel import GAMES
>>> from divisor_duel.batch.exact_values import values
>>> game = GAMES["countdown"](start=12)
>>> {move: str(value) for move, value in values(game, game.start()).items()}
{2: 'loss', 3: 'win', 4: 'win', 6: 'loss'}

The same for many games at once, as an array:

>>> from divisor_duel.batch import batch
>>> from divisor_duel.batch.exact_values import batch_values
>>> batch_values(batch("countdown", games=1000, start=12))[0].tolist()
[0, 0, -1, 1, 1, 0, -1]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from divisor_duel.engine import Engine, judge_moves
from divisor_duel.game import AnyGame, Position, Value

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from divisor_duel.batch import Batch

__all__ = ["batch_values", "values"]


def values(
    game: AnyGame, position: Position, seconds: float | None = None, engine: Engine | None = None
) -> dict[int, Value]:
    """Return the value of each legal move for its player.

    This is much faster than `analyze`, which also counts moves and gives reasons. With a
    time limit, values that were not found are ``unknown``.
    """
    if engine is None:
        wins = judge_moves(game, position, seconds)
        return {move: Value.of(win) for move, win in wins.items()}
    verdicts = engine.judge(game, position, seconds, 0)
    return {move: verdict.value.other for move, verdict in verdicts.items()}


def batch_values(games: Batch) -> NDArray[np.int8]:
    """Return the value of each move in a batch, as an array of games x actions.

    1 wins for the player to move, -1 loses, and 0 is not legal. If the game has a formula, it
    judges all games at once; otherwise each distinct position is judged once.
    """
    import numpy as np

    legal = games.legal()
    wins = games.wins()
    if wins is not None:
        return np.where(wins, 1, -1 * legal).astype(np.int8)
    result = np.zeros(legal.shape, np.int8)
    rows: dict[Position, list[int]] = {}
    for row, position in enumerate(games.positions()):
        rows.setdefault(position, []).append(row)
    for position, same in rows.items():
        for move, win in judge_moves(games.game, position).items():
            result[same, move] = 1 if win else -1
    return result
