"""The diagrams of a strategy: those of the game's own, or the replies that its rules list."""

from __future__ import annotations

from collections.abc import Iterable

from divisor_duel.diagram import Diagram, Replies, Step
from divisor_duel.engine import Analysis
from divisor_duel.game import P
from divisor_duel.games.parts import DIAGRAMS, find
from divisor_duel.strategy import Strategy, Table

Line = tuple[Step, ...]

MOST_LINES = 24
"""Most lines of replies in a diagram."""


def diagrams_of(strategy: Strategy[P], position: P | None = None) -> tuple[Diagram, ...]:
    """Return the diagrams for a position reached by following the strategy, by default its own.

    They are about the position after the winner's next move; after the end there are none.
    """
    position = position or strategy.position
    if strategy.game.outcome(strategy.follow(position)[1]):
        return ()
    return (find(strategy.game, DIAGRAMS) or replies)(strategy, position)


def diagrams_of_analysis(analysis: Analysis) -> tuple[Diagram, ...]:
    """Return the diagrams that belong to the words of an analysis."""
    return diagrams_of(analysis.strategy) if analysis.strategy else ()


def replies(strategy: Strategy[P], position: P) -> tuple[Replies, ...]:
    """Return the replies with their answers if the rules list them, else nothing."""
    move, lost = strategy.follow(position)
    for rule in strategy.rules:
        if isinstance(rule, Table):
            lines = group_replies(_lines(strategy, rule, lost))
            if any(len(line) > 1 for line in lines):
                complete = strategy.by_rules and len(lines) <= MOST_LINES
                return (Replies(lines[:MOST_LINES], move, complete),)
    return ()


def _lines(
    strategy: Strategy[P], table: Table[P], lost: P
) -> Iterable[tuple[Step, tuple[Line, ...]]]:
    """Yield each reply that the table answers or that ends the game, with what follows it."""
    for reply in strategy.game.legal_moves(lost):
        reached = strategy.game.play(lost, reply)
        answer = table.move(reached)
        if strategy.game.outcome(reached):
            yield (reply,), ((),)
        elif answer:
            after = strategy.game.play(reached, answer)
            further = group_replies(_lines(strategy, table, after))
            yield (reply,), tuple(((answer,), *line) for line in further or ((),))


def group_replies(replies: Iterable[tuple[Step, tuple[Line, ...]]]) -> tuple[Line, ...]:
    """Return lines, in which replies with the same continuation are one step."""
    by_rest = dict[tuple[Line, ...], list[int]]()
    for step, rest in replies:
        by_rest.setdefault(rest, []).extend(step)
    return tuple((tuple(step), *line) for rest, step in by_rest.items() for line in rest)
