"""Ladder: any pool, and any number of each player."""

from __future__ import annotations

from divisor_duel.games.ladder.rules import Ladder, LadderPosition
from divisor_duel.setting import Part


def parts(game: Ladder) -> tuple[Part, ...]:
    """Both players' own numbers and the pool."""
    return (
        Part("one", "the number of Player 1", least=1, most=game.high),
        Part("two", "the number of Player 2", least=1, most=game.high),
        Part("pool", "the numbers in the pool", tuple(range(2, game.high + 1))),
    )


def tidy(game: Ladder, position: LadderPosition) -> LadderPosition:
    """What a player owns has left the pool."""
    return position._replace(pool=position.pool & ~(1 << position.one | 1 << position.two))
