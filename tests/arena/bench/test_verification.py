"""Folders of a bench that were changed by hand: each is refused for what was changed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from divisor_duel import DuelError
from divisor_duel.arena.bench.verification import read_verified
from divisor_duel.terminal.cli.parser import build_parser
from tests.arena.endpoint import chat_endpoint, first_legal

Lines = list[dict[str, Any]]
Change = Callable[[dict[str, Any], Lines, Lines], object]
"""What is done to results.json, to the answers and to the games."""


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bench of a model that takes the first legal move, with games."""
    folder = tmp_path_factory.mktemp("bench") / "honest"
    with chat_endpoint(lambda request, number: first_legal(request)) as endpoint:
        words = ["bench", f"m=chat:tiny@{endpoint.url}", "-o", str(folder)]
        parsed = build_parser().parse_args(words)
        assert parsed.run(parsed) == 0
    return folder


def changed(honest: Path, folder: Path, change: Change) -> Path:
    """A copy of a folder to which something was done."""
    shutil.copytree(honest, folder)
    results = json.loads((folder / "results.json").read_text())
    files = [folder / "answers.jsonl", folder / "games/games.jsonl"]
    answers, games = ([json.loads(x) for x in file.read_text().splitlines()] for file in files)
    change(results, answers, games)
    (folder / "results.json").write_text(json.dumps(results))
    for file, lines in zip(files, (answers, games), strict=True):
        file.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return folder


def forfeited(game: dict[str, Any]) -> None:
    """A game that the level gave up."""
    level = 2 if game["players"][0] == "m" else 1
    fault = {"ply": 1, "player": level, "kind": "crash", "detail": "the program ended"}
    game["forfeit"], game["winner"] = fault, 3 - level


CHANGES: dict[str, tuple[Change, str]] = {
    "score": (lambda r, a, g: r["players"]["m"].update(score=0.5), "m claims a score of 0.5, but"),
    "interval": (
        lambda r, a, g: r["players"]["m"].update(low=0.0),
        "its low for m does not match",
    ),
    "profile": (
        lambda r, a, g: r["players"]["m"]["profile"]["game"]["chain"].update(score=1.0),
        "its profile for m does not match",
    ),
    "told games": (
        lambda r, a, g: r["players"]["m"]["games"]["against"]["level-perfect"].update(wins=20),
        "results for the games of m do not match",
    ),
    "answer": (lambda r, a, g: a[0].update(move=a[0]["move"] + 1), "is not what the reply says"),
    "reply": (lambda r, a, g: a[0].update(exchanges=[]), "is not what the reply says"),
    "missing answer": (lambda r, a, g: a.pop(), "m has answers to 251 of 252 questions"),
    "other position": (lambda r, a, g: a[0].update(item=a[1]["item"]), "to 251 of 252 questions"),
    "winner": (lambda r, a, g: g[0].update(winner=3 - g[0]["winner"]), "has a different winner"),
    "start": (lambda r, a, g: g[0]["start"].update(winning=99), "has a different start"),
    "judged": (
        lambda r, a, g: g[0]["decisions"][0].update(mark="unknown"),
        "has a different decisions",
    ),
    "damaged": (lambda r, a, g: g[0]["decisions"][0].update(mark="x"), "a row of it is damaged"),
    "short": (lambda r, a, g: g[0]["played"].pop(), "is impossible: it is not over"),
    "illegal": (lambda r, a, g: g[0]["played"].append(0), "is impossible: "),
    "forfeit": (lambda r, a, g: forfeited(g[0]), "a level forfeits, but levels never forfeit"),
    "spoken": (lambda r, a, g: g[0].update(exchanges=[]), "is not what the reply says"),
    "missing game": (lambda r, a, g: g.pop(), "1 of 80 games are missing"),
    "no games": (lambda r, a, g: g.clear(), "80 of 80 games are missing"),
    "headline": (
        lambda r, a, g: r["players"]["m"]["headline"]["skill"].update(score=0.9),
        "its headline for m does not match",
    ),
    "second answer": (
        lambda r, a, g: a.append(
            {**a[0], "move": None, "retry": 1, "key": a[0]["key"] + "|retry 1"}
        ),
        "its headline for m does not match",
    ),
    "unfinished": (lambda r, a, g: r.update(complete=False), "it is not complete"),
}


def test_an_honest_folder_is_believed(honest: Path) -> None:
    """What the command itself made is verified."""
    assert read_verified(honest).results["players"].keys() == {"m"}


@pytest.mark.parametrize("name", CHANGES)
def test_whatever_was_changed_is_found(name: str, honest: Path, tmp_path: Path) -> None:
    """A score, a profile, an answer, a reply or a game that was touched is named as the reason."""
    change, told = CHANGES[name]
    with pytest.raises(DuelError, match=told):
        read_verified(changed(honest, tmp_path / "changed", change))
