"""`duel bench`: scores, folders, comparisons and a leaderboard, of real bots and endpoints."""

from __future__ import annotations

import json
import re
import shlex
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from divisor_duel import DuelError
from divisor_duel.arena.bench.scores import SCHEMA_FILE
from divisor_duel.questions import secret_sets
from divisor_duel.questions.bench_positions import frozen_items
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
    assert players["perfect"]["headline"]["skill"]["score"] == players["perfect"]["score"] == 1.0
    assert players["random"]["low"] <= 0.0 <= players["random"]["high"]
    for one in players.values():
        assert one["low"] <= one["score"] <= one["high"]
        views = {"game", "size", "depth", "moves", "winning", "family", "missed"}
        assert set(one["profile"]) == views
        assert sum(part["positions"] for part in one["profile"]["size"].values()) == 240
        assert one["headline"]["compliance"]["score"] == 1.0
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
    with pytest.raises(DuelError, match=r"other model_seconds; name another folder$"):
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
        (["rule:best"], "there is no rule 'best'; the rules are first-listed"),
        (["random", "--tier", "huge"], "tier must be one of small, medium, large"),
        (["random", "--bench", "3"], "bench must be 2 or 1, not '3'"),
        (["random", "--held-out"], "no second open set: make a secret one"),
        (["random", "--set", "/no/such"], "cannot read the set"),
        (["make"], "make takes --secret, -o NAME"),
        (["verify", "a"], "verify takes the announcement and the revealed set"),
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


def test_models_are_measured_through_an_outage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
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
        printed = capsys.readouterr().out
        assert re.search(r"m +no score: \d+ of 252 questions answered", printed)
        up = True
        assert bench(player, *rest, "-o", str(tmp_path / "cut")) == 0
    whole, cut = (results(tmp_path / name)["players"] for name in ("whole", "cut"))
    assert json.dumps(cut) == json.dumps(whole)
    assert whole["m"]["tokens"]["prompt_tokens"] == 25200


def test_a_budget_is_for_answers_and_games_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The games get what the answers have left of the budget."""
    with chat_endpoint(lambda request, number: first_legal(request)) as endpoint:
        player = f"m=chat:tiny,input=1250,output=0@{endpoint.url}"  # 0.125 a call
        assert bench(player, "--budget", "33", "-o", str(tmp_path / "out")) == 3
    assert "the budget of 33 is used up" in capsys.readouterr().err
    assert 252 < len(endpoint.requests) < 272
    assert results(tmp_path / "out")["players"]["m"]["positions"] == 240


def test_faults_are_asked_again_and_nothing_is_laundered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """After `--redo faults` the scores are the same, and the retries are on the page."""
    faulty = True

    def script(request: dict[str, Any], number: int) -> Any:
        return "I do not know." if faulty and number % 3 == 0 else first_legal(request)

    with chat_endpoint(script) as endpoint:
        command = (f"m=chat:tiny@{endpoint.url}", "--no-games", "-o", str(tmp_path / "out"))
        assert bench(*command) == 0
        before = results(tmp_path / "out")["players"]["m"]
        answers = (tmp_path / "out/answers.jsonl").read_bytes()
        faulty = False
        assert bench(*command, "--redo", "faults") == 0
    after = results(tmp_path / "out")["players"]["m"]
    assert (tmp_path / "out/answers.jsonl").read_bytes().startswith(answers)
    faults = before["faults"]["unreadable"]
    assert faults > 40
    assert after["headline"].pop("retries") == faults
    assert sum(after["headline"].pop("retried").values()) == faults
    for name in ("retries", "retried"):
        del before["headline"][name]
    assert after == before
    assert f"m was asked again {faults} times; retries are not scored" in capsys.readouterr().out
    page = tmp_path / "board.html"
    assert bench("board", str(tmp_path / "out"), "-o", str(page)) == 0
    assert f"<td>1 <small>{faults} retries</small></td>" in page.read_text()


def test_a_secret_set_is_made_asked_and_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The folder keeps the positions, so that it can be compared and listed later."""
    monkeypatch.chdir(tmp_path)
    small = lambda tier, seed, taken: frozen_items()[:8]  # noqa: E731
    for name in ("make", "verify"):
        function = getattr(secret_sets, name)
        monkeypatch.setattr(secret_sets, name, partial(function, maker=small))
    assert bench("make", "--secret", "-o", "autumn") == 0
    told = capsys.readouterr().out
    assert "Publish now: autumn.public.json" in told
    assert Path("autumn.secret.json").stat().st_mode & 0o077 == 0
    with monkeypatch.context() as patch:
        patch.setattr(secret_sets, "make", lambda tier: pytest.fail("the work began"))
        with pytest.raises(DuelError, match="exists; a set is never overwritten"):
            bench("make", "--secret", "-o", "autumn")
    command = ("perfect", "random", "--set", "autumn.secret.json", "--no-games", "-o", "run")
    assert bench(*command) == 0
    assert "tier small, secret " in capsys.readouterr().out
    found = results(tmp_path / "run")
    assert found["positions"] == 8
    assert bench("compare", "run:perfect", "run:random") == 0
    assert bench("board", "run", "-o", "board.html") == 0
    assert bench("verify", "autumn.public.json", "autumn.secret.json") == 0
    assert "makes exactly these positions." in capsys.readouterr().out


def test_bench_one_still_runs_and_is_marked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says why it is superseded, on the screen and on the page; its folder can be continued."""
    folder = tmp_path / "old"
    assert bench("perfect", "--bench", "1", "--no-games", "-o", str(folder)) == 0
    assert bench("perfect", "--no-games", "-o", str(folder)) == 0
    told = capsys.readouterr().out
    assert told.count("Bench 1 is superseded: rules of thumb score well on it") == 2
    assert "Bench 1 is superseded" in (folder / "report.html").read_text()
    found = results(folder)
    assert (found["schema"], found["positions"]) == (1, 90)
    assert found["players"]["perfect"]["score"] == 1.0
