"""A tournament as tables and figures for a paper."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from divisor_duel import DuelError
from divisor_duel.arena import results
from divisor_duel.arena.results.export import paper_files, read_results
from divisor_duel.arena.results.scores import Results
from tests.arena.playing import make_plan, play_rows

PLAYERS = ["random", "hard", "a_b=easy"]


@pytest.fixture(scope="module")
def scores() -> Results:
    """Scores of a small tournament of two games."""
    games = "countdown,digits"
    rows = play_rows(*PLAYERS, games=games, rounds=2)
    return results(make_plan(PLAYERS, games, rounds=2), rows)


def test_tables_have_what_the_results_have(scores: Results) -> None:
    """One row for each set-up and player, with ratings; pairs add up to all games."""
    files = paper_files(scores)
    table = files.tables["scores"]
    assert len(table.rows) == 3 * len(scores["scores"])
    first = dict(zip(table.head, table.rows[0], strict=True))
    player = scores["scores"]["overall"][str(first["player"])]
    assert first["setup"] == "overall"
    for name in ("rating", "win_rate", "accuracy", "games", "decisions", "mistakes"):
        assert first[name] == player[name]
    pairs = [
        dict(zip(files.tables["pairs"].head, row, strict=True))
        for row in files.tables["pairs"].rows
        if row[0] == "overall"
    ]
    assert sum(row["games"] for row in pairs if isinstance(row["games"], int)) == (
        2 * scores["games"]
    )


def test_print_and_figures(scores: Results) -> None:
    """Players are numbered in the table of pairs; without judging two figures are left."""
    files = paper_files(scores)
    assert "a\\_b" in files.printed["scores"]
    assert "player & 1 & 2 & 3 \\\\" in files.printed["pairs"]
    assert list(files.figures) == ["ratings", "win-rates", "accuracy", "mistakes"]
    unjudged: Results = {**scores, "settings": {**scores["settings"], "judge": False}}
    assert list(paper_files(unjudged).figures) == ["ratings", "win-rates"]


def test_only_finished_tournaments_are_read(scores: Results, tmp_path: Path) -> None:
    """Missing, damaged and unfinished results are refused, each in a sentence."""
    with pytest.raises(DuelError, match="there are no results of a tournament in"):
        read_results(tmp_path)
    file = tmp_path / "results.json"
    file.write_text("{}")
    with pytest.raises(DuelError, match="there are no results of a tournament in"):
        read_results(tmp_path)
    for begun in ({**scores, "complete": False}, {"settings": {}, "complete": False}):
        file.write_text(json.dumps(begun))
        with pytest.raises(DuelError, match="is not over; run it again"):
            read_results(tmp_path)
    file.write_text(json.dumps(scores))
    assert read_results(tmp_path) == scores
