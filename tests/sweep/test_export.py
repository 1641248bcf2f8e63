"""Sweeps as CSV and as b-files."""

from __future__ import annotations

from dataclasses import replace

from divisor_duel import GAMES
from divisor_duel.sweep import (
    Plan,
    Row,
    as_bfile,
    as_csv,
    format_openings,
    run_serially,
)


def test_a_bfile_has_nim_values_or_who_wins() -> None:
    """Each line is a size and its term: the nim-value, or in games without 1 for a first win."""
    chain = Plan(GAMES["chain"], {"low": 2}, "high", range(2, 6))
    rows = list(run_serially(chain.tasks()))
    lines = [f"{row.size} {row.grundy}" for row in rows]
    assert as_bfile(chain, rows).splitlines()[1:] == lines
    digits = Plan(GAMES["digits"], {"base": 10}, "target", range(9, 14))
    text = as_bfile(digits, list(run_serially(digits.tasks())))
    assert text.splitlines()[1:] == ["9 1", "10 0", "11 0", "12 1", "13 0"]
    assert text.isascii()
    assert text.endswith("\n")


def test_a_bfile_ends_where_proof_ends() -> None:
    """A size that is not proved is neither guessed nor skipped: the sequence ends before it."""
    plan = Plan(GAMES["countdown"], {}, "start", range(2, 6))
    known = list(run_serially(plan.tasks()))
    rows = [known[0], known[1], replace(known[2], grundy=None), known[3]]
    assert as_bfile(plan, rows).splitlines()[1:] == [
        "2 0",
        "3 0",
        "# 4 is not proved here; more time may prove it",
    ]


def test_the_csv_has_a_line_for_each_size() -> None:
    """Unknown numbers are empty, and openings are written as players write them."""
    plan = Plan(GAMES["digits"], {"base": 12}, "target", range(11, 13))
    rows = [
        Row(11, "first", 1, None, (10, 11), 0, None),
        Row(12, "unknown", None, None, (), 3, 0.5),
    ]
    assert as_csv(plan, rows).splitlines() == [
        "target,winner,remoteness,nim_value,winning_openings,undecided_openings",
        "11,first,1,,A B,0",
        "12,unknown,,,,3",
    ]
    assert format_openings(plan, rows[0]) == ["A", "B"]
