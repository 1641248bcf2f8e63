"""Runs with models: outages are not skill, calls run in parallel, budgets hold."""

from __future__ import annotations

import json
import os
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from divisor_duel import DuelError
from divisor_duel.arena.results.scores import SCHEMA_FILE
from divisor_duel.terminal.cli.parser import build_parser
from tests.arena.endpoint import Endpoint, Reply, chat_endpoint, first_legal
from tests.arena.playing import play
from tests.conftest import wait_until


def arena(folder: Path, *arguments: str) -> int:
    """The command in this process; the code with which it ends."""
    parsed = build_parser().parse_args(["arena", *arguments, "-o", str(folder)])
    code: int = parsed.run(parsed)
    return code


def results(folder: Path) -> dict[str, Any]:
    """The saved results of a tournament, which follow the schema."""
    import jsonschema  # slow: only the process that runs these tests imports it

    found: dict[str, Any] = json.loads((folder / "results.json").read_text())
    jsonschema.validate(found, json.loads(SCHEMA_FILE.read_text()))
    return found


def model(endpoint: Endpoint, name: str = "m", options: str = "") -> str:
    """A model at the endpoint as a player."""
    return f"{name}=chat:tiny{options}@{endpoint.url}"


SMALL = ("random", "--games", "countdown,chain", "--rounds", "3", "--patience", "0.01")


def test_an_outage_changes_no_score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Games in the way of which was trouble are played by the same command, with equal scores."""
    up = True

    def script(request: dict[str, Any], number: int) -> Any:
        return first_legal(request) if up or number < 12 else 503

    with chat_endpoint(script) as endpoint:
        assert arena(tmp_path / "whole", model(endpoint), *SMALL) == 0
        up = False
        endpoint.requests.clear()
        assert arena(tmp_path / "cut", model(endpoint), *SMALL, "--calls", "1") == 3
        told = capsys.readouterr().err
        assert "not played because of m: " in told
        assert told.endswith("duel: run the same command to play the rest\n")
        cut = results(tmp_path / "cut")
        assert cut["complete"] is False
        assert cut["games"] + len(cut["unplayed"]) == 12
        assert any("paused after 3 failures in a row" in one["detail"] for one in cut["unplayed"])
        assert "Not played" in (tmp_path / "cut/report.html").read_text()
        up = True
        assert arena(tmp_path / "cut", model(endpoint), *SMALL) == 0
    whole, again = results(tmp_path / "whole"), results(tmp_path / "cut")
    for name in ("scores", "pairs", "pairs_per_game", "faults", "complete", "unplayed"):
        assert json.dumps(again[name]) == json.dumps(whole[name])


def test_calls_are_side_by_side_within_the_limit_of_the_endpoint(tmp_path: Path) -> None:
    """Many games are under way at once in one process, but never more than may be."""

    def slow(request: dict[str, Any], number: int) -> str:
        if number > 1:  # the first is the check before the games
            wait_until(lambda: endpoint.most_at_once >= 2)
        return first_legal(request)

    with chat_endpoint(slow) as endpoint:
        player = model(endpoint, options=",calls=5")
        arena(tmp_path, player, *SMALL, "--calls", "12")
    assert 2 <= endpoint.most_at_once <= 5
    assert results(tmp_path)["scores"]["overall"]["m"]["replies"].keys() == {"ok"}


def test_a_budget_stops_cleanly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """When the budget is used up no more calls are made, and what was played is scored."""
    with chat_endpoint(lambda request, number: first_legal(request)) as endpoint:
        player = model(endpoint, options=",input=1250,output=0")  # 0.125 a call
        budget = ("--budget", "1.0", "--calls", "1")
        assert arena(tmp_path, player, *SMALL, *budget) == 3
        assert "the budget of 1 is used up" in capsys.readouterr().err
        assert len(endpoint.requests) == 8
        with pytest.raises(DuelError, match="with a budget m needs a price"):
            arena(tmp_path / "b", model(endpoint), *SMALL, *budget)
    assert results(tmp_path)["games"] >= 1


def test_a_key_that_the_endpoint_repeats_is_kept_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither files nor messages have the key, though refusals name it or it fits no header."""
    monkeypatch.setenv("DUEL_API_KEY", "open-sesame")
    refusal = Reply(b"who is open-sesame?", 500)
    with chat_endpoint(lambda request, number: refusal) as endpoint:
        assert arena(tmp_path / "a", model(endpoint), *SMALL) == 3
        assert "who is [key]?" in capsys.readouterr().err
        monkeypatch.setenv("DUEL_API_KEY", "open\nsesame")
        with pytest.raises(DuelError, match=r"the key in .* has illegal characters") as no:
            arena(tmp_path / "b", model(endpoint), *SMALL)
    assert "sesame" not in str(no.value)
    for file in tmp_path.rglob("*.*"):
        assert "sesame" not in file.read_text()


def test_both_ways_of_asking_stand_side_by_side(tmp_path: Path) -> None:
    """With `--legal both` each model plays with and without the legal moves, under two names."""

    def script(request: dict[str, Any], number: int) -> str:
        return "move: 0" if "legal moves" not in str(request) else first_legal(request)

    with chat_endpoint(script) as endpoint:
        arena(tmp_path, model(endpoint), *SMALL, "--legal", "both")
    scores = results(tmp_path)["scores"]["overall"]
    assert scores["m"]["faults"] == {}
    assert scores["m unlisted"]["faults"].keys() == {"illegal"}


def test_a_gauntlet_meets_anchors_only(tmp_path: Path) -> None:
    """Candidates do not meet each other, and anchors do not either."""
    arena(tmp_path, "easy", "medium", "--against", "random,perfect", *SMALL[1:])
    pairs = results(tmp_path)["pairs"]
    assert pairs["easy"]["medium"] == pairs["random"]["perfect"] == [0, 0]
    assert pairs["easy"]["random"][1] == pairs["medium"]["perfect"][1] == 12


def test_faults_can_be_played_again_and_edits_are_noticed(tmp_path: Path) -> None:
    """`--redo` forgets what it names; an edited bot needs it, or `--keep`."""
    file, folder = tmp_path / "mine.py", tmp_path / "out"
    code = "import json, sys\nfor line in sys.stdin:\n    question = json.loads(line)\n"
    code += "    print(json.dumps({'type': 'ready', 'name': ''} if question['type'] == 'hello' else"
    code += " {'type': 'move', 'move': CHOICE}), flush=True)\n"
    file.write_text(code.replace("CHOICE", "0"))
    player = ("random", f"mine=cmd:{shlex.join([sys.executable, str(file)])}", *SMALL[1:])
    assert arena(folder, *player) == 0
    assert results(folder)["scores"]["overall"]["mine"]["forfeits"] == 12
    evidence = results(folder)["faults"][0]
    assert (evidence["player"], evidence["kind"]) == ("mine", "illegal")
    file.write_text(code.replace("CHOICE", "question['legal'][0]"))
    with pytest.raises(DuelError, match=r"'mine' was changed since .*; play them again, or keep"):
        arena(folder, *player)
    assert arena(folder, *player, "--keep") == 0
    assert results(folder)["scores"]["overall"]["mine"]["forfeits"] == 12
    assert arena(folder, *player, "--redo", "faults") == 0
    assert results(folder)["scores"]["overall"]["mine"]["forfeits"] == 0
    with pytest.raises(DuelError, match="redo takes faults or a player"):
        arena(folder, *player, "--redo", "nobody")


def test_bots_see_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Variables that look like keys are not handed on to programs, and others are."""
    secret = ("MY_API_KEY_2", "CLOUD_KEY_ID", "MY_KEY", "HF_TOKEN")
    for name in (*secret, "DUEL_COLOUR", "DUEL_KEYBOARD"):
        monkeypatch.setenv(name, "sesame")
    file = tmp_path / "spy.sh"
    file.write_text(f"env > {tmp_path}/seen\nexit 1\n")
    play("random", f"cmd:sh {file}", games="countdown")
    seen = (tmp_path / "seen").read_text().splitlines()
    told = sorted(line for line in seen if line.endswith("=sesame"))
    assert told == ["DUEL_COLOUR=sesame", "DUEL_KEYBOARD=sesame"]
    assert os.environ["MY_KEY"] == "sesame"
