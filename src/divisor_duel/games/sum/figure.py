"""A sum's proof as a drawing for the page: each game as a heap of its nim-value.

A player who leaves two equal heaps wins: any move in one of them can be copied in the other.
"""

from __future__ import annotations

from dataclasses import dataclass

from divisor_duel.diagram import Diagram, Heap, Heaps
from divisor_duel.drawing.diagrams import replies
from divisor_duel.drawing.page import Subject
from divisor_duel.games.sum.rules import Sum, SumPosition
from divisor_duel.games.sum.strategy import MakeEqual
from divisor_duel.strategy import Strategy

SECONDS = 0.2
"""Time limit for the nim-values of one game, in seconds."""


def diagrams(strategy: Strategy[SumPosition], position: SumPosition) -> tuple[Diagram, ...]:
    """Return both games as heaps, if each is worth some."""
    game = strategy.game
    assert isinstance(game, Sum)
    for rule in strategy.rules:
        if isinstance(rule, MakeEqual) and rule.nim and position == strategy.position:
            heaps = tuple(Heap(rule.nim, name=part.short_title) for part in game.parts)
            return (Heaps(heaps, strategy.follow(position)[0]),)
    return replies(strategy, position)


@dataclass(frozen=True)
class NimValues:
    """The nim-values of both games, now and after each move; None if unknown."""

    now: list[int | None]
    after: dict[str, list[int | None]]
    legend: str = "Each game acts like a heap of counters. Leave two equal heaps, and you win."
    """What the drawing means, in one sentence."""


def figure(subject: Subject[Sum, SumPosition]) -> NimValues:
    """Return the heaps at the end of the record, and after each move."""
    analyses = [
        subject.engine.analyze(part, position, SECONDS)
        for part, position in zip(subject.game.parts, subject.position[:2], strict=True)
    ]
    now = [part.grundy for part in analyses]
    after = {}
    for which, part in enumerate(analyses):
        for move in part.moves:
            heaps = [*now]
            heaps[which] = move.grundy
            after[str(2 * move.move + which)] = heaps
    return NimValues(now, after)
