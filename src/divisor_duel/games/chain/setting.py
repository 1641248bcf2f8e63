"""Chain: any pool and any number to answer can be set up."""

from __future__ import annotations

from divisor_duel.games.chain.rules import Chain, ChainPosition
from divisor_duel.setting import Part


def parts(game: Chain) -> tuple[Part, ...]:
    """The number to answer and the pool."""
    numbers = tuple(range(game.low, game.high + 1))
    return (
        Part("last", "the number to answer", least=game.low, most=game.high, none=True),
        Part("pool", "the numbers in the pool", numbers),
    )


def tidy(game: Chain, position: ChainPosition) -> ChainPosition:
    """The number to answer has been taken."""
    return position._replace(pool=position.pool & ~(1 << position.last))
