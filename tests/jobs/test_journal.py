"""Rows on disk: whole, once, and gone when they are to be forgotten."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from divisor_duel import DuelError, files
from divisor_duel.jobs import Journal

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
    """What was forgotten is not read again, and later rows are saved beside the others."""
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
    assert (again.row(7), again.row(1)) == ({"n": 7}, None)
    again.close()


def test_the_last_line_of_a_key_counts_and_damage_costs_one_row(tmp_path: Path) -> None:
    """A second row of a key replaces the first; nonsense and a torn end are passed over."""
    path = tmp_path / "rows"
    path.write_bytes(b'{"n": 1, "v": 1}\n\xff\n{"n": 1, "v": 2}\n{"n": 3')
    journal = opened(path)
    journal.close()
    assert journal.rows == {1: {"n": 1, "v": 2}}
    assert path.read_bytes().endswith(b'"v": 2}\n')


def test_lines_are_copied_as_they_were_saved(tmp_path: Path) -> None:
    """What a row does not hold, as spaces here, stays in its line when others are forgotten."""
    path = tmp_path / "rows"
    path.write_bytes(b'{"n":  1}\n{"n":  2}\n{"n":  3}\n{"n":   1}\n')
    journal = opened(path)
    assert journal.saved_lines([3, 9, 1]) == b'{"n":  3}\n{"n":   1}\n'
    journal.forget([2])
    journal.close()
    assert path.read_bytes() == b'{"n":   1}\n{"n":  3}\n'


@pytest.mark.parametrize("end", [b"\n", b""])
def test_a_line_that_is_too_long_costs_one_row(
    end: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A huge line is passed over in pieces, wherever it stands; one at the torn end is cut off."""
    monkeypatch.setattr(files, "LONGEST_LINE", 20)
    path = tmp_path / "rows"
    huge = json.dumps({"n": 2, "v": "x" * 1000}).encode()
    path.write_bytes(b'{"n": 1}\n' + huge + b'\n{"n": 3}\n' + huge + end)
    journal = opened(path)
    journal.close()
    assert list(journal.rows) == [1, 3]
    assert path.stat().st_size == 2 * 9 + len(huge) + 1 + (len(huge) + 1) * bool(end)


def test_a_journal_that_is_too_large_is_refused_and_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sentence names file, limit and way out, and the rows are all still there."""
    monkeypatch.setattr(files, "JOURNAL_FILE", files.FileLimit(10, "use --fresh"))
    path = tmp_path / "rows"
    path.write_bytes(b'{"n": 1}\n{"n": 2}\n')
    with pytest.raises(DuelError, match=r"rows: it is larger than the limit of 10 bytes; use"):
        opened(path)
    assert path.stat().st_size == 18
