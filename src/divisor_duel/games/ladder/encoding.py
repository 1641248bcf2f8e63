"""Ladder: what an agent sees, and which actions it has."""

from __future__ import annotations

import numpy as np

from divisor_duel.adapters.rendering import Squares
from divisor_duel.batch.encoding import Bits, binary, one_hot
from divisor_duel.game import Player
from divisor_duel.games.ladder.rules import Ladder, LadderPosition
from divisor_duel.numbers import members


def action_count(game: Ladder) -> int:
    """One more than the largest move."""
    return game.high + 1


def observation(game: Ladder, position: LadderPosition, viewer: Player) -> Bits:
    """The pool, the agent's own number, the opponent's number."""
    length = action_count(game)
    numbers = (position.one, position.two) if viewer == 1 else (position.two, position.one)
    return np.concatenate(
        [binary(position.pool, length), *(one_hot(number, length) for number in numbers)]
    )


def squares(game: Ladder, position: LadderPosition) -> Squares:
    """The pool, with the players' own numbers."""
    owners = {position.one: Player.ONE, position.two: Player.TWO}
    free = frozenset(members(position.pool))
    return Squares(members(game.start().pool), free, owners=owners)
