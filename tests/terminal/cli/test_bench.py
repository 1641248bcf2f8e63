"""`duel bench`: scores, folders, comparisons and a leaderboard, of real bots and endpoints."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from divisor_duel import DuelError
from divisor_duel.arena.bench.scores import SCHEMA_FILE
from divisor_duel.terminal.cli.parser import build_parser
from tests.arena.endpoint import chat_endpoint, first_legal
from tests.arena.playing import BOTS

SMALLEST = f"smallest=cmd:{shlex.join([sys.executable, str(BOTS), 'smallest'])}"


def bench(*arguments: str) -> int:
    """The command in this process; the code with which it ends."""
    parsed = build_parser().parse_args(["bench", *arguments])
    code: int = parsed.run(parsed)
    return code


def results(folder: Path) -> dict[str, Any]:
    """Return the saved results, after checking them against the schema."""
    import jsonschema  # slow: only the process that runs these tests imports it

    found: dict[str, Any] = json.loads((folder / "results.json").read_text())
    jsonschema.validate(found, json.loads(SCHEMA_FILE.read_text()))
    return found


@pytest.fixture(scope="module")
def levels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bench of three levels and a bot, with games."""
    folder = tmp_path_factory.mktemp("bench") / "levels"
    assert bench("random", "perfect", SMALLEST, "-o", str(folder)) == 0
    return folder


def test_perfect_is_one_and_random_is_zero(levels: Path) -> None:
    """Perfect and random players score 1 and 0, and results include profiles and games."""
    players = results(levels)["players"]
    assert players["perfect"]["score"] == 1.0
    assert players["random"]["low"] <= 0.0 <= players["random"]["high"]
    for one in players.values():
        assert one["low"] <= one["score"] <= one["high"]
        assert set(one["profile"]) == {"game", "size", "depth", "moves", "winning"}
        assert sum(part["positions"] for part in one["profile"]["size"].values()) == 90
        assert {name: x["games"] for name, x in one["games"]["against"].items()} == {
            f"level-{level}": 20 for level in ("easy", "medium", "hard", "perfect")
        }
    assert players["perfect"]["games"]["conversion"]["value"] == 1.0
    assert "Divisor Duel Bench" in (levels / "report.html").read_text()


def test_the_same_command_asks_nothing_twice(
    levels: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A second run reads the saved answers and prints the same scores."""
    before = (levels / "answers.jsonl").read_bytes()
    scores = results(levels)["players"]
    assert bench("random", "perfect", SMALLEST, "-o", str(levels)) == 0
    assert (levels / "answers.jsonl").read_bytes() == before
    assert results(levels)["players"] == scores
    assert "perfect" in capsys.readouterr().out
    with pytest.raises(DuelError, match="holds a bench with other model_seconds"):
        bench("random", "-o", str(levels), "--seconds", "3", "--no-games")


def test_a_comparison_is_a_sentence(levels: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Players of a folder are compared on their positions; wrong names are refused."""
    assert bench("compare", f"{levels}:perfect", f"{levels}:random") == 0
    told = capsys.readouterr().out
    assert "perfect is better than random: the difference is real." in told
    assert "; p < 0.0001\n" in told
    for arguments, words in (
        (["compare", str(levels)], "compare takes two folders"),
        (["compare", str(levels), str(levels)], "has several players"),
        (["compare", f"{levels}:x", f"{levels}:random"], "has no player 'x'"),
        (["compare", "/no/such", "/no/such"], "no results of a bench"),
        (["board"], "board takes folders"),
        (["random", "--start-seconds", "0"], "seconds must be a time such as 0.5"),
        (["random", "--memory", "-1"], "memory must be a whole number from 0"),
        (["random", "--tier", "huge"], "tier must be one of small, medium, large"),
    ):
        with pytest.raises(DuelError, match=words):
            bench(*arguments)


def test_only_verified_entries_are_listed(
    levels: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder whose score does not follow from its answers, or whose games cannot be, is not."""
    forged = tmp_path / "forged"
    forged.mkdir()
    for name in ("answers.jsonl", "results.json"):
        text = (levels / name).read_text()
        if name == "results.json":
            found = json.loads(text)
            found["players"]["random"]["score"] = 0.99
            text = json.dumps(found)
        (forged / name).write_text(text)
    replayed = tmp_path / "replayed"
    (replayed / "games").mkdir(parents=True)
    for name in ("answers.jsonl", "results.json"):
        (replayed / name).write_text((levels / name).read_text())
    game = json.loads((levels / "games/games.jsonl").read_text().splitlines()[0])
    game["winner"] = 3 - game["winner"]
    (replayed / "games/games.jsonl").write_text(json.dumps(game | {"forfeit": None}) + "\n")
    page = tmp_path / "board.html"
    assert bench("board", str(levels), str(forged), str(replayed), "-o", str(page)) == 1
    told = capsys.readouterr().err
    assert "random claims a score of 0.99" in told
    assert "has a different winner" in told
    text = page.read_text()
    assert text.count("perfect</th>") == 1
    assert "0.990" not in text


def test_models_are_measured_through_an_outage(tmp_path: Path) -> None:
    """The same command asks the questions that did not reach a model; the score is the same."""
    up = True

    def script(request: dict[str, Any], number: int) -> Any:
        return first_legal(request) if up or number < 40 else 503

    with chat_endpoint(script) as endpoint:
        player = f"m=chat:tiny@{endpoint.url}"
        rest = ("--no-games", "--patience", "2")  # enough for a hiccup of the machine
        assert bench(player, *rest, "-o", str(tmp_path / "whole")) == 0
        up = False
        endpoint.requests.clear()
        assert bench(player, *rest, "-o", str(tmp_path / "cut")) == 3
        assert results(tmp_path / "cut")["complete"] is False
        up = True
        assert bench(player, *rest, "-o", str(tmp_path / "cut")) == 0
    whole, cut = (results(tmp_path / name)["players"] for name in ("whole", "cut"))
    assert json.dumps(cut) == json.dumps(whole)
    assert whole["m"]["tokens"]["prompt_tokens"] == 9000


def test_a_budget_is_for_answers_and_games_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The games get what the answers have left of the budget."""
    with chat_endpoint(lambda request, number: first_legal(request)) as endpoint:
        player = f"m=chat:tiny,input=1250,output=0@{endpoint.url}"  # 0.125 a call
        assert bench(player, "--budget", "12", "-o", str(tmp_path / "out")) == 3
    assert "the budget of 12 is used up" in capsys.readouterr().err
    assert 90 < len(endpoint.requests) < 110
    assert results(tmp_path / "out")["players"]["m"]["positions"] == 90
