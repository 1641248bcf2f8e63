"""A position of Chain, told to a player who is asked in words."""

from __future__ import annotations

from divisor_duel.game import Player
from divisor_duel.games.chain.rules import Chain, ChainPosition
from divisor_duel.numbers import runs


def situation(game: Chain, position: ChainPosition, you: Player) -> str:
    """What there is and what `you` have to answer, in one sentence without its full stop."""
    pool = runs(position.pool)
    if not position.last:
        return f"you make the first move, so no number has to be answered; pool: {pool}"
    return f"the number to answer, your opponent's last one, is {position.last}; pool: {pool}"
