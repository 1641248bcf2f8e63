"""Exact truth for those who train and measure: who wins, for every move, and nothing besides.

>>> from divisor_duel import GAMES
>>> from divisor_duel.truth import values
>>> game = GAMES["countdown"](start=12)
>>> {move: str(value) for move, value in values(game, game.start()).items()}
{2: 'loss', 3: 'win', 4: 'win', 6: 'loss'}
"""

from __future__ import annotations

from typing import Any

from divisor_duel.engine import judge_moves
from divisor_duel.game import Game, Value

__all__ = ["values"]


def values(game: Game[Any], position: Any) -> dict[int, Value]:
    """What each legal move is worth to the player who makes it, worked out however long it takes.

    It is much quicker than `analyze`, which also counts moves and gives reasons.
    """
    return {move: Value.of(win) for move, win in judge_moves(game, position).items()}
