"""The winner's rules in words, for every face of the terminal."""

from __future__ import annotations

from divisor_duel.engine import Analysis
from divisor_duel.strategy import FirstMove, Table


def how_to_win(analysis: Analysis) -> list[str]:
    """Return a heading and the winner's rules, numbered; nothing if the reason says it all."""
    strategy = analysis.strategy
    if strategy is None or all(isinstance(rule, FirstMove | Table) for rule in strategy.rules):
        return []
    wins = strategy.winner == analysis.position.to_move
    heading = "How to win:" if wins else "How your opponent wins:"
    return [heading, *(f"  {number}. {step}" for number, step in enumerate(strategy.steps, 1))]
