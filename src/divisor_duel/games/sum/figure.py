"""A sum's proof as a drawing for the page: each game as a heap of its nim-value.

A player who leaves two equal heaps wins: any move in one of them can be copied in the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from divisor_duel.engine import Analysis, analyze
from divisor_duel.play.record import Record

SECONDS = 0.2
"""Time limit for the nim-values of one game, in seconds."""


@dataclass(frozen=True)
class Heaps:
    """The nim-values of both games, now and after each move; None if unknown."""

    now: list[int | None]
    after: dict[str, list[int | None]]
    legend: str = (
        "Each game is worth a heap of as many counters as its nim-value: whoever leaves two "
        "equal heaps wins."
    )
    """What the drawing means, in one sentence."""


def figure(record: Record, analysis: Analysis) -> Heaps:
    """Return the heaps at the end of the record, and after each move."""
    game: Any = analysis.game
    analyses = [
        analyze(part, position, SECONDS)
        for part, position in zip(game.parts, analysis.position[:2], strict=True)
    ]
    now = [part.grundy for part in analyses]
    after = {}
    for which, part in enumerate(analyses):
        for move in part.moves:
            heaps = [*now]
            heaps[which] = move.grundy
            after[str(2 * move.move + which)] = heaps
    return Heaps(now, after)
