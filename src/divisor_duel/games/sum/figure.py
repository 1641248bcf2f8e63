"""A sum's proof as a drawing: each game a heap as large as its nim-value, for the page.

Whoever leaves two equal heaps wins: whatever is done to one of them can be done to the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from divisor_duel.engine import Analysis, analyze
from divisor_duel.play.record import Record

SECONDS = 0.2
"""How long the nim-values of one game may take."""


@dataclass(frozen=True)
class Heaps:
    """The nim-values of both games, now and after each move; None where one is not known."""

    now: list[int | None]
    after: dict[str, list[int | None]]
    legend: str = (
        "Each game is worth a heap of as many counters as its nim-value: whoever leaves two "
        "equal heaps wins."
    )
    """What the drawing says, in a sentence."""


def figure(record: Record, analysis: Analysis) -> Heaps:
    """The heaps at the end of the record."""
    game: Any = analysis.game
    found = [
        analyze(each, place, SECONDS)
        for each, place in zip(game.parts, analysis.position[:2], strict=True)
    ]
    now = [each.grundy for each in found]
    after = {}
    for which, each in enumerate(found):
        for move in each.moves:
            heaps = [*now]
            heaps[which] = move.grundy
            after[str(2 * move.move + which)] = heaps
    return Heaps(now, after)
