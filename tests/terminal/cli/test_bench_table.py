"""The scores as lines of text: aligned, and without a score that is not known."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from divisor_duel.arena.bench.scores import BenchResults
from divisor_duel.terminal.cli.bench_table import table
from divisor_duel.terminal.cli.parser import build_parser
from divisor_duel.terminal.paint import Paint


def scores_of(folder: Path, *arguments: str) -> BenchResults:
    """Ask the players without games, and return the results."""
    parsed = build_parser().parse_args(["bench", *arguments, "--no-games", "-o", str(folder)])
    assert parsed.run(parsed) == 0
    found: BenchResults = json.loads((folder / "results.json").read_text())
    return found


def test_the_best_player_comes_first_and_columns_are_aligned(tmp_path: Path) -> None:
    """Perfect play scores 1 in every game, and all rows are equally wide."""
    lines = table(scores_of(tmp_path, "random", "perfect"), Paint(sys.stdout))
    title, empty, head, first, second = lines
    assert title.startswith("Divisor Duel Bench 2, tier small: 252 positions")
    assert not empty
    assert first.split()[:2] == ["perfect", "1.000"]
    assert second.startswith("random ")
    assert len(head) == len(first) == len(second)
    games = head.split("faults")[1].split()
    assert set(games) <= {"divider", "ladder", "countdown", "chain", "digits"}
    assert first.split()[-len(games) :] == ["1.00"] * len(games)


def test_won_games_retries_and_incomplete_runs_are_named(tmp_path: Path) -> None:
    """A run that is not complete prints why instead of a score."""
    scores = scores_of(tmp_path, "random", "perfect")
    player, other = scores["players"]["perfect"], scores["players"]["random"]
    share = {"value": 0.5, "low": 0.1, "high": 0.9}
    player["games"] = {
        "against": {"level-easy": {"wins": 3, "games": 4}},
        "conversion": share,
        "resistance": None,
    }  # type: ignore[typeddict-item]
    player["headline"]["retries"] = 2
    player["headline"]["retried"] = {"right": 1, "wrong": 1}
    other["score"] = other["headline"]["skill"]["score"] = None
    other["headline"]["incomplete"] = "7 of 240 questions answered"
    text = "\n".join(table(scores, Paint(sys.stdout)))
    assert "random   no score: 7 of 240 questions answered" in text
    assert "perfect was asked again 2 times; retries are not scored: 1 right, 1 wrong" in text
    assert "Games won against" in text
    assert text.splitlines()[-1].split() == ["perfect", "3/4", "50%", "-"]
