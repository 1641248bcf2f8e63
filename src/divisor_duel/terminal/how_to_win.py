"""The winner's rules in words and as drawings, for every face of the terminal."""

from __future__ import annotations

from divisor_duel.drawing.diagrams import diagrams_of_analysis
from divisor_duel.engine import Analysis
from divisor_duel.strategy import FirstMove, Table
from divisor_duel.terminal.diagrams import diagram_text


def how_to_win(analysis: Analysis) -> list[str]:
    """Return a heading and the winner's rules, numbered; nothing if the reason says it all."""
    strategy = analysis.strategy
    if strategy is None or all(isinstance(rule, FirstMove | Table) for rule in strategy.rules):
        return []
    wins = strategy.winner == analysis.position.to_move
    heading = "How to win:" if wins else "How your opponent wins:"
    return [heading, *(f"  {number}. {step}" for number, step in enumerate(strategy.steps, 1))]


def drawn(analysis: Analysis, width: int) -> list[str]:
    """Return the lines of the drawings of how the winner wins, at most `width` columns wide."""
    diagrams = diagrams_of_analysis(analysis)
    texts = (diagram_text(diagram, analysis.game, width) for diagram in diagrams)
    return [line for text in texts for line in text.splitlines()]
