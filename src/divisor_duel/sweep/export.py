"""Export a sweep for other programs, as CSV or as a b-file of the OEIS."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from divisor_duel.sweep.plan import Plan
from divisor_duel.sweep.rows import FIRST, SECOND, Row

WINNER_TERMS = {FIRST: 1, SECOND: 0}
"""The terms of the sequence in games without nim-values."""


def format_openings(plan: Plan, row: Row) -> list[str]:
    """Return the winning openings as players write them."""
    game = plan.set_up(row.size)
    return [game.format_move(move) for move in row.openings]


def as_csv(plan: Plan, rows: Sequence[Row]) -> str:
    """Return the table as CSV: a header, and a line for each size."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    columns = ("winner", "remoteness", "nim_value", "winning_openings", "undecided_openings")
    lines.writerow((plan.over, *columns))
    for row in rows:
        openings = " ".join(format_openings(plan, row))
        lines.writerow((row.size, row.winner, row.remoteness, row.grundy, openings, row.undecided))
    return text.getvalue()


def as_bfile(plan: Plan, rows: Sequence[Row]) -> str:
    """Return the table as a b-file: a comment, then ``n a(n)`` for each size.

    The numbers are nim-values where the game has them, else 1 where the first player wins and
    0 where the second does; the nim-value is 0 in exactly the same places. A b-file has no
    gaps, so it ends before the first size that is not proved, with a comment.
    """
    terms = (
        "nim-value, 0 where the second player wins"
        if plan.has_nim_values
        else "1 where the first player wins, 0 where the second does"
    )
    lines = [f"# {plan.title}: {terms}"]
    for row in rows:
        term = row.grundy if plan.has_nim_values else WINNER_TERMS.get(row.winner)
        if term is None:
            lines.append(f"# {row.size} is not proved here; more time may prove it")
            break
        lines.append(f"{row.size} {term}")
    return "\n".join(lines) + "\n"
