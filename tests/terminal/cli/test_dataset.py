"""`duel dataset`: rows with exact truth, the same again, and splits that share nothing."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

from divisor_duel import GAMES, DuelError, analyze
from divisor_duel.terminal.cli.parser import build_parser

SMALL = ("countdown", "digits", "divider:high=12", "--positions", "40")


def make(*arguments: str) -> int:
    """The command in this process; the code with which it ends."""
    parsed = build_parser().parse_args(["dataset", *arguments])
    code: int = parsed.run(parsed)
    return code


def rows(path: Path) -> list[dict[str, Any]]:
    """The rows of a file."""
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_rows_tell_the_truth_once(tmp_path: Path) -> None:
    """Each position is there once, with the engine's values and a prompt that has its moves."""
    path = tmp_path / "positions.jsonl"
    assert make(*SMALL, "-o", str(path)) == 0
    found = rows(path)
    assert len({row["key"] for row in found}) == len(found) > 60
    assert {row["game"] for row in found} == {"countdown", "digits", "divider"}
    assert {row["split"] for row in found} <= {"train", "validation", "test"}
    for row in found[::5]:
        game = GAMES[row["game"]](**row["options"])
        *_, position = game.positions(row["played"])
        truth = {one.move: one for one in analyze(game, position).moves}
        assert row["legal"] == sorted(truth)
        assert row["values"] == [truth[move].value for move in row["legal"]]
        assert "Your legal moves: " in row["prompt"]


def test_the_same_command_goes_on_and_gives_the_same_file(tmp_path: Path) -> None:
    """A file cut anywhere is completed, and its bytes equal those of an uninterrupted run."""
    path = tmp_path / "positions.jsonl"
    make(*SMALL, "-o", str(path))
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    make(*SMALL, "-o", str(path))
    assert path.read_bytes() == whole


def test_a_position_keeps_its_split_in_every_dataset(tmp_path: Path) -> None:
    """Whatever the seed and the number of positions, the same position is in the same split."""
    make("digits", "--positions", "60", "-o", str(tmp_path / "a.jsonl"))
    make("digits", "--positions", "30", "--seed", "2", "-o", str(tmp_path / "b.jsonl"))
    one, two = ({r["key"]: r["split"] for r in rows(tmp_path / f"{n}.jsonl")} for n in "ab")
    assert {key: one[key] for key in one.keys() & two.keys()} == {
        key: two[key] for key in one.keys() & two.keys()
    }


def test_who_sits_where_does_not_change_the_split(tmp_path: Path) -> None:
    """A position is in one split, whichever player is to move in it."""
    make("countdown", "digits:target=7", "--positions", "60", "-o", str(tmp_path / "a.jsonl"))
    places = defaultdict[tuple[str, str], dict[int, str]](dict)
    for row in rows(tmp_path / "a.jsonl"):
        what = (row["game"], row["key"].split(" to move")[1])
        places[what][row["to_move"]] = row["split"]
    twins = [splits for splits in places.values() if len(splits) == 2]
    assert len(twins) > 10
    assert all(splits[1] == splits[2] for splits in twins)


def test_parquet_has_the_same_rows(tmp_path: Path) -> None:
    """A Parquet file has the columns of the JSON lines, and no other file is left."""
    make("countdown", "--positions", "12", "-o", str(tmp_path / "a.jsonl"))
    make("countdown", "--positions", "12", "-o", str(tmp_path / "a.parquet"))
    table = pyarrow.parquet.read_table(tmp_path / "a.parquet").to_pylist()
    plain = rows(tmp_path / "a.jsonl")
    assert [{**row, "options": json.loads(row["options"])} for row in table] == plain
    assert sorted(file.name for file in tmp_path.glob("a.*")) == ["a.jsonl", "a.parquet"]


def test_other_files_are_refused(tmp_path: Path) -> None:
    """A name with another ending, or a folder that is not there to write to, is a sentence."""
    with pytest.raises(DuelError, match=r"must end in .jsonl or .parquet"):
        make("countdown", "-o", str(tmp_path / "a.csv"))
    (tmp_path / "mine.jsonl").write_text('{"precious": 1}\n')
    with pytest.raises(DuelError, match="is not a dataset"):
        make("countdown", "-o", str(tmp_path / "mine.jsonl"))
    assert (tmp_path / "mine.jsonl").read_text() == '{"precious": 1}\n'
    (tmp_path / "file").touch()
    with pytest.raises(DuelError, match="cannot save rows in"):
        make("countdown", "-o", str(tmp_path / "file" / "a.jsonl"))
