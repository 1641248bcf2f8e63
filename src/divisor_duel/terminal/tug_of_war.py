"""One row of the tug of war that a review shows: who was winning, and how soon."""

from __future__ import annotations

from collections.abc import Sequence

from divisor_duel.game import Player
from divisor_duel.learn.review import Standing
from divisor_duel.terminal.paint import MARKS, Paint


def longest_win(standings: Sequence[Standing]) -> int:
    """Return the most moves that were left to a win, the scale of all rows."""
    return max((standing.remoteness or 0 for standing in standings), default=0)


def tug_of_war_row(
    standing: Standing, longest: int, half: int, lines: str = "─│", paint: Paint | None = None
) -> str:
    """Draw one row with `half` columns on each side, then the moves left to the win.

    The nearer the win, the nearer the winner's mark to the edge. A win of unknown length
    ends half-way and is drawn with ~. `lines` has the characters of the bar and of the middle line.
    """
    winner, left = standing.winner, standing.remoteness
    if winner is None:
        return f"{'':{half}}?"
    length = half // 2 if left is None else half - round(left * (half - 1) / (longest + 1))
    pulled = ("~" if left is None else lines[0]) * length
    mark = paint.player(winner, MARKS[winner]) if paint else MARKS[winner]
    moves_left = "" if left is None else f" {left}"
    if winner == Player.ONE:
        return f"{'':{half - length}}{mark}{pulled}{lines[1]}{'':{half + 1}}{moves_left}"
    return f"{'':{half + 1}}{lines[1]}{pulled}{mark}{'':{half - length}}{moves_left}"
