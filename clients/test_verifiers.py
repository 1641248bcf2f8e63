"""verifiers finds the environment and plays with a model behind a real endpoint."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from divisor_duel import GAMES
from divisor_duel.adapters.verifiers import DuelConfig, DuelTaskset
from divisor_duel.questions.reserved import is_reserved
from divisor_duel.questions.text_game import TextGame
from tests.arena.endpoint import as_asked, chat_endpoint, first_legal

BIN = Path(sys.executable).parent


def test_every_move_is_rewarded_exactly(tmp_path: Path) -> None:
    """`vf-eval` plays games against a level; each move gets its exact reward."""
    with chat_endpoint(lambda body, _: as_asked(body, first_legal(body))) as endpoint:
        command = [str(BIN / "vf-eval"), "divisor-duel-verifiers", "-n", "3", "--model", "fake"]
        command += ["--env.taskset.game", "chain", "--env.taskset.options", '{"high": 20}']
        command += ["--env.player.harness.id", "null", "--env.player.runtime.type", "subprocess"]
        command += ["--client.base-url", endpoint.url, "--client.api-key-var", "FAKE_API_KEY"]
        variables = {"PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "FAKE_API_KEY": "none"}
        command += ["--no-push", "--no-rich", "--output-dir", str(tmp_path)]
        subprocess.run(command, env=os.environ | variables, check=True, timeout=600, cwd=tmp_path)
    (file,) = tmp_path.rglob("traces.jsonl")
    episodes = [json.loads(line) for line in file.read_text().splitlines()]
    traces = [trace for episode in episodes for trace in episode["traces"]]
    assert len(traces) == 3
    for trace in traces:
        asked, played = trace["task"]["data"]["info"], trace["info"]["played"]
        text_game = TextGame(GAMES["chain"](high=20), "perfect", asked["played"], seed=asked["id"])
        while not text_game.is_over:
            text_game.play(text_game.legal_moves[0])
        assert text_game.played == played
        assert text_game.rewards == trace["info"]["rewards"]
        assert trace["rewards"]["won"]["score"] == float(text_game.has_won)
        mean = sum(text_game.rewards) / len(text_game.rewards)
        assert trace["rewards"]["kept"]["score"] == mean


def test_no_task_is_reserved_unless_the_bench_is_asked_for() -> None:
    """Without a game the tasks are from all games, and safe to train on."""
    tasks = [task.data.info for task in DuelTaskset(DuelConfig(positions=8)).load()]
    assert {info["game"] for info in tasks} == set(GAMES)
    assert not any(map(reserved, tasks))
    bench = [task.data.info for task in DuelTaskset(DuelConfig(bench=True)).load()]
    assert len(bench) == 252
    assert all(map(reserved, bench))


def reserved(info: dict[str, Any]) -> bool:
    """Return whether a task's position is reserved for benches."""
    game = GAMES[info["game"]](**info["options"])
    *_, position = game.positions(info["played"])
    return is_reserved(game, position)
