"""Chain: what the page is told, so that it need not compute any rule."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from divisor_duel.games.chain.rules import Chain, ChainPosition
from divisor_duel.games.numbers import members
from divisor_duel.match import Round
from divisor_duel.web.findings import Proof

LIMITS = {"high": 400}
"""Larger set-ups are not played on a page: no board could show them."""


class ChainView(Struct):
    """Chain: the pool and the numbers taken."""

    numbers: list[int]
    pool: tuple[int, ...]
    last: int | None
    chain: tuple[int, ...]


VIEW = ChainView


def view(played: Round, legal: tuple[int, ...]) -> ChainView:
    """The pool and the chain so far."""
    game: Any = played.game
    position = played.position
    return ChainView(
        numbers=list(range(game.low, game.high + 1)),
        pool=members(position.pool),
        last=position.last or None,
        chain=(*filter(None, [played.start.last]), *played.moves),
    )


def proof(game: Chain, lost: ChainPosition, after: int | None) -> Proof:
    """The pairs by which the winner answers everything."""
    from divisor_duel.games.chain.theory import pairing

    partners = pairing(game, lost).items()
    return Proof(pairs=sorted((one, two) for one, two in partners if one < two), after=after)
