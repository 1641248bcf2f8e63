"""inspect_ai finds the tasks and asks a model behind a real endpoint."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from divisor_duel.words.grading import bench_questions, grade, questions
from tests.arena.endpoint import as_asked, chat_endpoint, first_legal

INSPECT = Path(sys.executable).with_name("inspect")


def evaluate(folder: Path, *task: str) -> dict[str, Any]:
    """The log of `inspect eval` with a model that takes the first legal move."""
    with chat_endpoint(lambda body, _: as_asked(body, first_legal(body))) as endpoint:
        named = {"FAKE_BASE_URL": endpoint.url, "FAKE_API_KEY": "none"}
        options = ("--model", "openai-api/fake/first", "--display", "plain")
        kept = ("--log-dir", str(folder), "--log-format", "json")
        command = [str(INSPECT), "eval", *task, *options, *kept]
        subprocess.run(command, env=os.environ | named, check=True, timeout=600, cwd=folder)
    (log,) = folder.glob("*.json")
    found: dict[str, Any] = json.loads(log.read_text())
    return found


@pytest.mark.parametrize("task", ["bench", "chain"])
def test_a_task_scores_what_the_bench_would(task: str, tmp_path: Path) -> None:
    """Accuracy and chance-corrected skill are those of the same replies graded here."""
    given = [] if task == "bench" else ["-T", "positions=6", "-T", "high=20"]
    log = evaluate(tmp_path, f"divisor_duel/{task}", *given)
    asked = bench_questions() if task == "bench" else questions("chain", 6, high=20)
    replies = [
        first_legal({"messages": [{"role": "user", "content": one["prompt"]}]}) for one in asked
    ]
    right = sum(grade(one, reply).right for one, reply in zip(asked, replies, strict=True))
    chance = sum(one["chance"] for one in asked)
    (scores,) = log["results"]["scores"]
    assert log["status"] == "success"
    assert log["results"]["completed_samples"] == len(asked)
    assert scores["metrics"]["accuracy"]["value"] == pytest.approx(right / len(asked))
    skill = (right - chance) / (len(asked) - chance)
    assert scores["metrics"]["skill"]["value"] == pytest.approx(skill)
