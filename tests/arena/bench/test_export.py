"""Benches as tables and figures for a paper."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from divisor_duel import DuelError
from divisor_duel.arena.bench.export import choose, paper_files
from divisor_duel.arena.bench.run import BenchPlan
from divisor_duel.arena.bench.scores import results
from divisor_duel.arena.players.entries import read_players
from divisor_duel.arena.run.rows import AnswerRow
from divisor_duel.questions.bench_item import OPEN
from divisor_duel.questions.bench_positions import position_set


def save(folder: Path, *players: str, version: str = "2", answered: int = 1000) -> str:
    """Save a bench in which each player is right unless it is called `wrong`."""
    positions = position_set("small", OPEN, version)
    plan = BenchPlan(read_players(list(players), least=1), positions)
    rows = [
        AnswerRow(
            key=task.key,
            item=task.item.id,
            players=[task.players[0].name],
            move=None if task.players[0].name == "wrong" else task.item.winning[0],
            faults=[],
            exchanges=[],
        )
        for task in plan.tasks()[:answered]
    ]
    folder.mkdir()
    (folder / "results.json").write_text(json.dumps(results(plan, rows)))
    (folder / "answers.jsonl").write_text("")
    return str(folder)


def test_players_of_several_folders_are_one_table(tmp_path: Path) -> None:
    """All of a folder, or one player of it, ranked by skill, with intervals."""
    both = save(tmp_path / "both", "wrong=random", "perfect")
    one = save(tmp_path / "one", "other=hard")
    files = paper_files(choose([both, one]))
    table = files.tables["scores"]
    rows = [dict(zip(table.head, row, strict=True)) for row in table.rows]
    assert [row["player"] for row in rows] == ["perfect", "other", "wrong"]
    assert [row["model"] for row in rows] == ["perfect", "hard", "random"]
    assert rows[0]["skill"] == {"value": 1.0, "low": pytest.approx(0.987, abs=0.01), "high": 1.0}
    assert {row["tier"] for row in rows} == {"small"}
    profile = files.tables["profile"].rows
    assert {row[1] for row in profile} >= {"game", "family", "depth", "missed"}
    assert "player & 3 & 5 & 7+ \\\\" in files.printed["depths"]
    assert list(files.figures) == ["scores", "compliance"]
    assert "games" not in files.tables
    assert list(choose([f"{both}:wrong", one])) == ["wrong", "other"]


def test_bench_one_has_no_headline(tmp_path: Path) -> None:
    """Its tables have the score alone."""
    files = paper_files(choose([save(tmp_path / "old", "perfect", version="1")]))
    assert "player & score & faults \\\\" in files.printed["scores"]
    assert list(files.figures) == ["scores"]


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (lambda a, b: [a, a], "two of the players are called 'perfect'"),
        (lambda a, b: [f"{a}:x"], "has no player 'x'; there are perfect"),
        (lambda a, b: [b], "perfect in .* has no score: 40 of 252 questions answered"),
    ],
)
def test_what_cannot_be_in_one_table_is_refused(
    names: Callable[[str, str], list[str]], words: str, tmp_path: Path
) -> None:
    """The reason is a sentence."""
    whole = save(tmp_path / "a", "perfect")
    part = save(tmp_path / "b", "perfect", answered=40)
    with pytest.raises(DuelError, match=words):
        choose(names(whole, part))


def test_other_positions_and_damaged_results_are_refused(tmp_path: Path) -> None:
    """Players who were asked different positions are never compared by a table."""
    two = save(tmp_path / "two", "perfect")
    one = save(tmp_path / "one", "hard", version="1")
    with pytest.raises(DuelError, match="answers to different positions"):
        choose([two, one])
    file = Path(two) / "results.json"
    found = json.loads(file.read_text())
    found["players"]["perfect"]["right"] = "all"
    file.write_text(json.dumps(found))
    with pytest.raises(DuelError, match=r"the results in .* are damaged"):
        choose([two])
