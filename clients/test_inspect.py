"""inspect_ai finds the tasks and asks a model behind a real endpoint."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from divisor_duel.questions.grading import bench_questions, grade, questions
from tests.arena.endpoint import as_asked, chat_endpoint, first_legal

INSPECT = Path(sys.executable).with_name("inspect")


def evaluate(folder: Path, *task: str) -> dict[str, Any]:
    """Run `inspect eval` with a model that plays the first legal move; return the log."""
    with chat_endpoint(lambda body, _: as_asked(body, first_legal(body))) as endpoint:
        variables = {"FAKE_BASE_URL": endpoint.url, "FAKE_API_KEY": "none"}
        options = ("--model", "openai-api/fake/first", "--display", "plain")
        logging = ("--log-dir", str(folder), "--log-format", "json")
        command = [str(INSPECT), "eval", *task, *options, *logging]
        subprocess.run(command, env=os.environ | variables, check=True, timeout=600, cwd=folder)
    (file,) = folder.glob("*.json")
    log: dict[str, Any] = json.loads(file.read_text())
    return log


@pytest.mark.parametrize("task", ["bench", "chain"])
def test_a_task_scores_what_the_bench_would(task: str, tmp_path: Path) -> None:
    """Accuracy and chance-corrected skill match our own grading of the same replies."""
    options = [] if task == "bench" else ["-T", "positions=6", "-T", "high=20"]
    log = evaluate(tmp_path, f"divisor_duel/{task}", *options)
    asked = bench_questions() if task == "bench" else questions("chain", 6, high=20)
    replies = [
        first_legal({"messages": [{"role": "user", "content": question["prompt"]}]})
        for question in asked
    ]
    right = sum(
        grade(question, reply).right for question, reply in zip(asked, replies, strict=True)
    )
    chance = sum(question["chance"] for question in asked)
    (scores,) = log["results"]["scores"]
    assert log["status"] == "success"
    assert log["results"]["completed_samples"] == len(asked)
    assert scores["metrics"]["accuracy"]["value"] == pytest.approx(right / len(asked))
    skill = (right - chance) / (len(asked) - chance)
    assert scores["metrics"]["skill"]["value"] == pytest.approx(skill)
