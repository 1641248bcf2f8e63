"""inspect_ai finds the tasks and asks a model behind a real endpoint."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from divisor_duel.questions.grading import bench_questions, grade, questions
from tests.arena.endpoint import as_asked, chat_endpoint, first_legal

INSPECT = Path(sys.executable).with_name("inspect")


CHAIN = ("divisor_duel/chain", "-T", "positions=6", "-T", "high=20")


def call_a_tool(body: dict[str, Any]) -> dict[str, Any]:
    """Reply with nothing but a call of a tool."""
    call = {"id": "1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
    return {"message": {"content": None, "tool_calls": [call]}, "finish_reason": "tool_calls"}


def take_first(body: dict[str, Any]) -> Any:
    """Play the first legal move."""
    return as_asked(body, first_legal(body))


def metrics(log: dict[str, Any]) -> dict[str, float]:
    """Return the metrics of a log by name."""
    (scores,) = log["results"]["scores"]
    return {name: one["value"] for name, one in scores["metrics"].items()}


def evaluate(folder: Path, model: Callable[[dict[str, Any]], Any], *task: str) -> dict[str, Any]:
    """Run `inspect eval` with a model; return the log."""
    folder.mkdir(exist_ok=True)
    with chat_endpoint(lambda body, _: model(body)) as endpoint:
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
    """Skill, compliance and score match our own grading of the same replies."""
    options = [] if task == "bench" else ["-T", "positions=6", "-T", "high=20"]
    log = evaluate(tmp_path, take_first, f"divisor_duel/{task}", *options)
    every = bench_questions() if task == "bench" else questions("chain", 6, high=20)
    asked = [question for question in every if question["part"] == "skill"]
    replies = [
        first_legal({"messages": [{"role": "user", "content": question["prompt"]}]})
        for question in asked
    ]
    right = sum(
        grade(question, reply).right for question, reply in zip(asked, replies, strict=True)
    )
    chance = sum(question["chance"] for question in asked)
    assert log["status"] == "success"
    assert log["results"]["completed_samples"] == len(every)
    found = metrics(log)
    skill = (right - chance) / (len(asked) - chance)
    assert found["skill"] == found["score"] == pytest.approx(skill)
    assert found["compliance"] == 1.0
    assert found["compliance_stderr"] == 0.0
    assert 0.0 < found["skill_stderr"] < 0.5


def test_a_model_that_only_calls_tools_comes_to_an_end(tmp_path: Path) -> None:
    """Each sample ends with one reply, which is classed as a tool call."""
    log = evaluate(tmp_path, call_a_tool, "divisor_duel/chain", "-T", "positions=3")
    assert log["status"] == "success"
    kinds = [sample["scores"]["keeps_the_win"]["metadata"]["class"] for sample in log["samples"]]
    assert kinds == ["tool call"] * 3
    assert metrics(log)["compliance"] == 0.0


def test_repeated_answers_to_a_position_are_one_cluster(tmp_path: Path) -> None:
    """Asking twice what is always answered alike changes neither skill nor its error."""
    logs = [
        evaluate(tmp_path / str(epochs), take_first, *CHAIN, "--epochs", str(epochs))
        for epochs in (1, 2)
    ]
    assert metrics(logs[0]) == pytest.approx(metrics(logs[1]))
