"""Rows on disk: whole, once, and gone when they are to be forgotten."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from divisor_duel import DuelError
from divisor_duel.work import Journal

Row = dict[str, int]


def opened(path: Path) -> Journal[int, Row]:
    """A journal of small objects."""

    def read(line: bytes) -> Row | None:
        try:
            found: Row = json.loads(line)
        except ValueError:
            return None
        return found

    journal = Journal[int, Row](
        path, lambda row: row["n"], read, lambda row: json.dumps(row).encode() + b"\n"
    )
    journal.load()
    return journal


def test_forgotten_rows_are_gone_for_good_and_others_stay(tmp_path: Path) -> None:
    """What was forgotten is not read again, and what comes later is kept beside the rest."""
    journal = opened(tmp_path / "rows")
    for number in range(4):
        journal.add({"n": number})
    journal.forget([1, 2, 9])
    journal.add({"n": 7})
    with pytest.raises(DuelError, match="running in another window"):
        opened(tmp_path / "rows")
    journal.close()
    journal.close()
    again = opened(tmp_path / "rows")
    assert list(again.rows) == [0, 3, 7]
    again.close()


def test_the_last_line_of_a_key_counts_and_damage_costs_one_row(tmp_path: Path) -> None:
    """A second row of a key replaces the first; nonsense and a torn end are passed over."""
    path = tmp_path / "rows"
    path.write_bytes(b'{"n": 1, "v": 1}\n\xff\n{"n": 1, "v": 2}\n{"n": 3')
    journal = opened(path)
    journal.close()
    assert journal.rows == {1: {"n": 1, "v": 2}}
    assert path.read_bytes().endswith(b'"v": 2}\n')
