"""A sum's proof as a drawing for the page: each game as a heap of its nim-value.

A player who leaves two equal heaps wins: any move in one of them can be copied in the other.
"""

from __future__ import annotations

from dataclasses import dataclass

from divisor_duel.drawing.page import Subject
from divisor_duel.games.sum.rules import Sum, SumPosition

SECONDS = 0.2
"""Time limit for the nim-values of one game, in seconds."""


@dataclass(frozen=True)
class Heaps:
    """The nim-values of both games, now and after each move; None if unknown."""

    now: list[int | None]
    after: dict[str, list[int | None]]
    legend: str = "Each game acts like a heap of counters. Leave two equal heaps, and you win."
    """What the drawing means, in one sentence."""


def figure(subject: Subject[Sum, SumPosition]) -> Heaps:
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
    return Heaps(now, after)
