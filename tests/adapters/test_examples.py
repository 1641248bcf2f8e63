"""The example agent learns, as it says, and plays where it is sent."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from divisor_duel import GAMES, analyze
from examples import mcts
from examples.learn import Agent, player, train
from tests.conftest import COMMAND

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("countdown", {"start": 144}),
        ("divider", {"high": 12}),
        ("chain", {"high": 10}),
        ("ladder", {"high": 20}),
        ("digits", {"target": 18}),
        ("digits", {"target": 5, "base": 6, "ending": "misere"}),
    ],
)
def test_it_learns_every_game_from_nothing(name: str, options: dict[str, int]) -> None:
    """At first it plays at random; a second later it hardly errs and wins more often."""
    reports = list(train(Agent(GAMES[name](**options)), rounds=8))
    assert reports[0].accuracy < 0.75
    assert 0.4 < reports[0].wins < 0.6
    assert reports[-1].accuracy > 0.95
    assert reports[-1].wins > reports[0].wins + 0.1
    assert [report.games for report in reports] == sorted(report.games for report in reports)


def test_the_same_seed_learns_the_same() -> None:
    """Training can be repeated, figure by figure."""
    first, second = (list(train(Agent(GAMES["divider"]()), rounds=4)) for _ in range(2))
    assert first == second


def test_the_script_prints_how_it_gets_better() -> None:
    """Run as people run it, the script prints one line for each round, with rising accuracy."""
    command = [sys.executable, "examples/learn.py", "countdown", "--rounds", "6"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    head, *lines = done.stdout.splitlines()
    assert head.split() == ["games", "played", "wins", "against", "random", "accuracy"]
    figures = [[float(word) for word in re.findall(r"[\d.]+", line)] for line in lines]
    assert len(figures) == 7
    assert figures[0][-1] < 60 < 90 < figures[-1][-1]


@pytest.mark.parametrize("name", ["countdown", "divider"])
def test_the_trained_player_answers_the_arena(name: str) -> None:
    """Asked as the arena asks, it plays a whole game of winning moves against best play."""
    game = GAMES[name]()
    position, played = game.start(), list[int]()
    while game.outcome(position) is None:
        legal = game.legal_moves(position)
        asked: dict[str, Any] = {
            "game": name,
            "options": game.options,
            "played": played,
            "first": 1,
            "legal": list(legal),
            "seconds": 5.0,
        }
        if len(played) % 2 == 0:
            assert (move := player(asked)) in analyze(game, position).winning
        else:
            move = analyze(game, position).moves[0].move
        played.append(move)
        position = game.play(position, move)
    assert len(played) % 2


def test_it_wins_in_the_arena(tmp_path: Path) -> None:
    """Sent to a real tournament, it commits no fault and errs less than a random player."""
    players = ["learned=py:examples.learn:player", "random"]
    options = ["--games", "countdown,divider:high=12", "--rounds", "3", "-o", str(tmp_path)]
    subprocess.run([*COMMAND, "arena", *players, *options], cwd=ROOT, check=True, timeout=300)
    scores = json.loads((tmp_path / "results.json").read_text())["scores"]["overall"]
    assert scores["learned"]["faults"] == {}
    assert scores["learned"]["accuracy"]["value"] > 0.9 > scores["random"]["accuracy"]["value"]


def test_what_no_table_can_hold_is_refused() -> None:
    """A set-up with too many moves is refused; the player answers at random there."""
    with pytest.raises(ValueError, match="a table is no way to learn countdown with"):
        Agent(GAMES["countdown"](start=100_000))
    question: dict[str, Any] = {
        "game": "countdown",
        "options": {"start": 1_000_003 * 3},
        "played": [],
        "first": 1,
        "legal": [3, 1_000_003],
        "seed": 1,
    }
    assert player(question) in question["legal"]


def test_a_full_table_learns_nothing_new(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions that do not fit share an empty row, which never changes."""
    monkeypatch.setattr("examples.learn.MOST_CELLS", 30_000)
    monkeypatch.setattr("examples.learn.LEAST_ROWS", 100)
    game = GAMES["chain"](high=30)
    agent = Agent(game)
    for _ in agent.learn(3):
        pass
    unseen = game.play(game.play(game.start(), 30), 15)
    assert agent.choose(unseen) in game.legal_moves(unseen)
    assert agent.size == 30_000 // 31 - 1


def test_tree_search_finds_a_win_that_it_can_see() -> None:
    """More random games find more, and the same seed gives the same move."""
    question: dict[str, Any] = {
        "game": "countdown",
        "options": {"start": 12},
        "played": [],
        "first": 1,
        "legal": [2, 3, 4, 6],
        "seed": 3,
    }
    assert mcts.games_800(question) in (3, 4)
    assert mcts.games_50(question) == mcts.games_50(question)
    assert mcts.games_200(question) in question["legal"]
