"""The table of all nim-values of a list."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from divisor_duel.games.divider.solving.columns import encoding
from divisor_duel.games.divider.solving.nim_table import NimTable
from divisor_duel.games.divider.solving.openings import (
    FILE,
    Run,
)
from tests.games.divider.solving.left import set_truth


def test_a_full_table_says_so(tmp_path: Path) -> None:
    """A table grows to the size that it may have, and not further: what it found so far is kept,
    another run with more room goes on from there, and one with less is refused.
    """
    table, file = json.loads(FILE.read_text()), tmp_path / "positions.npy"
    small = NimTable(encoding(2, 40), 1e-4, file)
    with pytest.raises(MemoryError):
        Run(small).prove(40)
    assert 0.8 * small.gigabytes < 8e-9 * len(small) < small.gigabytes <= 1e-4
    small.save()
    for larger in (NimTable(encoding(2, 40), 1.0, file), NimTable(encoding(2, 40), 1.0)):
        assert Run(larger).prove(40) == table["40"]
    with pytest.raises(MemoryError):
        NimTable(encoding(2, 40), 5e-5, file)


def test_every_position_is_worked_out_as_by_the_rule() -> None:
    """The table of a list has the nim-value that brute force gives, in every position of it."""
    whole, memo = NimTable(encoding(2, 18)), dict[frozenset[int], tuple[int, int]]()
    set_truth(frozenset(range(2, 19)), memo)
    for left, (nim, _) in memo.items():
        assert whole.nim_value(sum(1 << number for number in left)) == nim
