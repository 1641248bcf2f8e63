"""The whole table of a sweep as comma-separated values, for spreadsheets and programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from divisor_duel.sweep.plan import Plan
from divisor_duel.sweep.rows import Row


def written_openings(plan: Plan, row: Row) -> list[str]:
    """The winning openings as people write them."""
    game = plan.set_up(row.size)
    return [game.format_move(move) for move in row.openings]


def as_csv(plan: Plan, rows: Sequence[Row]) -> str:
    """A line for the names of the columns, and a line for each size."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    columns = ("winner", "remoteness", "nim_value", "winning_openings", "undecided_openings")
    lines.writerow((plan.over, *columns))
    for row in rows:
        openings = " ".join(written_openings(plan, row))
        lines.writerow((row.size, row.winner, row.remoteness, row.grundy, openings, row.undecided))
    return text.getvalue()
