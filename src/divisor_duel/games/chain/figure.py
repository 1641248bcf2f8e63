"""Chain's strategy as a diagram: the partners as arcs over the row of numbers."""

from __future__ import annotations

from divisor_duel.diagram import Arcs, Diagram
from divisor_duel.drawing.diagrams import replies
from divisor_duel.games.chain.rules import ChainPosition
from divisor_duel.games.chain.strategy import TakePartner
from divisor_duel.strategy import Strategy


def diagrams(strategy: Strategy[ChainPosition], position: ChainPosition) -> tuple[Diagram, ...]:
    """Return the pairs that are left; the number without a partner is ringed."""
    _, lost = strategy.follow(position)
    for rule in strategy.rules:
        if isinstance(rule, TakePartner):
            left = [pair for pair in rule.pairs if all(lost.pool >> n & 1 for n in pair)]
            legal = set(strategy.game.legal_moves(lost))
            soon = [pair for pair in left if legal & set(pair)]
            numbers = {number for pair in left for number in pair} | {lost.last} - {0}
            return (Arcs(tuple(sorted(numbers)), tuple(left), tuple(soon), lost.last),)
    return replies(strategy, position)
