"""The shipped nim-values of openings, and the run that proves them again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from divisor_duel.engine.clock import Clock
from divisor_duel.games.divider.solving.columns import encoding
from divisor_duel.games.divider.solving.nim_table import NimTable
from divisor_duel.games.divider.solving.openings import (
    FILE,
    Run,
    proved_openings,
    proved_positions,
    save,
)
from divisor_duel.games.divider.solving.solvers import ListSolver
from divisor_duel.numbers import span, without_multiples


def test_shipped_openings_are_what_the_search_finds() -> None:
    """For lists short enough to be proved again here, the shipped nim-values are right."""
    for high in range(15, 31):
        solver = ListSolver(2, high, Clock(0))
        for opening, nim in proved_openings(2, high).items():
            after = without_multiples(span(2, high), opening)
            assert solver.is_lost(after, Clock(60)) == (nim == 0)
            assert solver.nim_value(after, Clock(60)) == nim


def test_shipped_openings_are_complete_and_fit_together() -> None:
    """Every opening of every list has a nim-value; the largest number leaves the list before."""
    lists = sorted(map(int, json.loads(FILE.read_text())))
    assert lists == list(range(2, lists[-1] + 1))
    assert lists[-1] >= 64
    known = proved_positions(lists[-1])
    for high in lists:
        after = proved_openings(2, high)
        assert list(after) == list(range(2, high + 1))
        assert after[high] == known.get(span(2, high - 1), 0)
    lost = [high for high in lists if known[span(2, high)] == 0]
    assert lost[:7] == [3, 7, 11, 23, 32, 54, 62]


def test_openings_can_be_proved_again(tmp_path: Path) -> None:
    """The command that makes the file gives its lines again, and a stopped run goes on; the
    positions of another list are refused, since their bits mean other numbers.
    """
    table = json.loads(FILE.read_text())
    file = tmp_path / "positions.npy"
    whole = NimTable(encoding(2, 40), file=file)
    run = Run(whole)
    made = {str(high): run.prove(high) for high in range(2, 41)}
    assert made == {high: table[high] for high in made}
    run.save()
    again = NimTable(encoding(2, 40), file=file)
    assert Run(again).prove(40) == made["40"]
    assert len(again) == len(whole)
    kept = NimTable.load(file)
    assert [kept.is_lost(span(2, high), Clock()) for high in (22, 23)] == [False, True]
    with pytest.raises(ValueError, match=r"is a table of 2\.\.40, not of 2\.\.41"):
        NimTable(encoding(2, 41), file=file)
    save(made, tmp_path / "openings.json")
    assert json.loads((tmp_path / "openings.json").read_text()) == made
