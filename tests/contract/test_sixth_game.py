"""A game with rules and nothing else, from another package, through every interface.

Heap is the game that CONTRIBUTING shows. It is not part of this package: it is installed into
a folder of its own and found by its entry point. The page is in `web/browser`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from divisor_duel import GAMES, OptionsError, Player, Record, analyze, read_records
from divisor_duel.batch import batch
from divisor_duel.drawing.scene import scene_of
from divisor_duel.engine.levels import LEVELS, choose_move
from divisor_duel.game import AnyGame
from divisor_duel.games.registry import find_game
from divisor_duel.learn.exercises import exercise_sets
from divisor_duel.learn.hints import hint
from divisor_duel.learn.lesson import lesson_for
from divisor_duel.learn.review import review
from divisor_duel.play.record import write_records
from tests.arena.endpoint import chat_endpoint, first_legal
from tests.arena.playing import bot, play
from tests.conftest import Run
from tests.web.players import Table
from tests.web.servers import serving

ROOT = Path(__file__).parents[2]
RULES = ROOT / "tests" / "heap_package" / "heap_game" / "rules.py"


def test_contributing_shows_this_very_game() -> None:
    """The whole file that CONTRIBUTING shows is the one that is tested here."""
    assert f"```python\n{RULES.read_text()}```" in (ROOT / "CONTRIBUTING.md").read_text()


def test_an_installed_game_stands_behind_our_own(heap: type[AnyGame]) -> None:
    """Its entry point adds it after the others, and without it there are five."""
    assert list(GAMES)[-1] == "heap"
    assert len(GAMES) == 6
    assert GAMES["heap"] is heap is find_game("heap")
    assert not GAMES.problems


def test_without_its_package_there_are_only_ours() -> None:
    """A game that is not installed is refused in a sentence that lists what there is."""
    assert len(GAMES) == 5
    with pytest.raises(OptionsError, match=r"unknown game 'heap'; the games are divider, ladder"):
        find_game("heap")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("no_such_module:Game", "No module named 'no_such_module'"),
        ("json:dumps", "it is not a subclass of divisor_duel.Game"),
        ("divisor_duel.game:Game", "it has no id, title, summary, fair"),
        ("divisor_duel.games.chain.rules:Chain", "there is a game chain already"),
    ],
)
def test_a_broken_package_is_one_sentence(
    value: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, duel_process: Run
) -> None:
    """An error in a package appears where its game is used; everything else works."""
    info = tmp_path / "wreck-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: wreck\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[divisor_duel.games]\nwreck = {value}\n")
    with monkeypatch.context() as patched:
        patched.syspath_prepend(tmp_path)
        GAMES._others = None
        assert len(GAMES) == 5
        with pytest.raises(OptionsError) as caught:
            find_game("wreck")
    GAMES._others = None
    sentence = f"the game wreck ({value}) cannot be used: {words}"
    assert str(caught.value) == sentence
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    asked = duel_process("play", "wreck")
    assert (asked.returncode, asked.stderr) == (2, f"duel: {sentence}\n")


def test_it_is_analysed_played_at_every_level_and_taught(heap: type[AnyGame]) -> None:
    """Exact play, levels, hints and a lesson come from the rules alone."""
    game = heap(size=22)
    analysis = analyze(game, game.start())
    assert analysis.winning == (2,)
    assert analysis.remoteness == 11
    assert analysis.reason == (
        "Play 2. The computer checked all 31 continuations; for example, if they play 1, play 3."
    )
    for level in LEVELS:
        assert choose_move(level, game, game.start(), Random(1)) in (1, 2, 3)
    assert hint(game, game.start(), 3).move == 2
    assert lesson_for(heap).steps
    assert [chosen.name for chosen in exercise_sets(heap)] == ["now", "two", "three"]
    assert [cell.number for cell in scene_of(game, game.start(), (), 80).cells] == [1, 2, 3]
    assert batch("heap", 8).legal().sum() == 24


def test_a_record_is_written_read_and_reviewed(heap: type[AnyGame]) -> None:
    """A game survives as text, and each of its moves is judged."""
    record = Record(heap(size=6), (1, 1, 3, 1), Player.TWO, names=("Ann", "Ben"))
    assert read_records(write_records([record])) == [record]
    begun = Record(heap(size=6), (3,), start="heap=4")
    assert read_records(write_records([begun])) == [begun]
    positions: Iterator[Any] = begun.positions()
    assert [position.heap for position in positions] == [4, 1]
    assert [bool(judged.better) for judged in review(record, 5).moves] == [
        True,
        False,
        False,
        False,
    ]


def test_the_command_knows_it(heap: type[AnyGame], duel: Run, tmp_path: Path) -> None:
    """Every subcommand that takes a game takes this one."""
    assert "Take one to three" in duel("games").stdout
    assert "The player who takes the last one wins" in duel("rules", "heap").stdout
    played = duel("play", "heap", "--size", "4", typed="3\n1\n")
    assert played.stdout.endswith("Nothing is left.\nPlayer 2 wins the game!\n")
    found = json.loads(duel("analyze", "heap", "--moves", "1", "--json").stdout)
    assert found["value"] == "loss"
    picture = tmp_path / "heap.svg"
    assert duel("draw", "heap", "--size", "5", "-o", str(picture)).returncode == 0
    assert "5 left" in picture.read_text()
    assert "wins 3 of 4" in duel("sweep", "heap", "--over", "size=1..4").stdout
    refused = duel("puzzle", "heap", "--seed", "1")
    assert (refused.returncode, refused.stderr.split("(")[0]) == (
        2,
        "duel: no such puzzle was found ",
    )


def test_the_menu_offers_it(heap: type[AnyGame], duel: Run) -> None:
    """In the menu it is one more line, and can be played from there."""
    done = duel(typed="6\n3\n2\n1\n1\n2\nn\n")
    assert "6  Heap" in done.stdout
    assert "Player 1 wins the game!" in done.stdout


def test_every_kind_of_player_plays_it(
    heap: type[AnyGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the arena a level, a function, a program and a language model finish their games."""
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    with chat_endpoint(lambda request, number: first_legal(request)) as endpoint:
        lines = play(
            "perfect",
            "greedy=py:tests.arena.bots:greedy",
            bot("plays"),
            f"model=chat:tiny@{endpoint.url}",
            games="heap:size=9",
        )
    assert len(lines) == 12
    assert {line["reason"] for line in lines} == {"nothing is left"}


def test_libraries_of_agents_have_it(heap: type[AnyGame]) -> None:
    """Gymnasium, vector environments, PettingZoo, OpenSpiel and batches play it to the end."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.contract.heap_agents"],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["gymnasium mask"] == [0, 1, 1, 1]
    assert found["gymnasium"] == [1.0, True]
    assert found["picture"] == 3
    assert found["vector"] == [[1.0, 1.0, -1.0], [True, True, True]]
    assert found["pettingzoo"] == [-1, 1]
    assert found["openspiel legal"] == [1, 2, 3]
    assert found["openspiel sees"]
    assert found["openspiel"] == [-1.0, 1.0]
    assert found["batch"] == [8, [1, 2], 8]


def test_batches_agree_with_the_rules(heap: type[AnyGame]) -> None:
    """A batch by looping is the rules themselves: moves, turns, winners, and what is illegal."""
    games = batch("heap", 2, size=3)
    assert games.step([3, 1]).tolist() == [1, 0]
    assert games.winners.tolist() == [1, 0]
    assert games.to_move.tolist() == [2, 2]
    assert games.check(np.array([1, 3])).tolist() == [False, False]
    assert games.legal()[1].tolist() == [False, True, True, False]


def test_the_server_serves_it(heap: type[AnyGame], tmp_path: Path) -> None:
    """Over HTTP and live it is set up, played, undone, analysed, hinted and reviewed."""
    with (
        serving(str(tmp_path / "games.sqlite3"), tmp_path / "log") as server,
        server.client() as client,
    ):
        catalog = client.get("/api/catalog").json()
        assert catalog["games"][-1]["id"] == "heap"
        table = Table(client, "heap", options={"size": 6}, players={"2": "perfect"})
        with table.live() as live:
            state = table.play(1)
            assert live.until(ply=2)["played"][0] == 1
        assert state["view"]["told"] == "5 left"
        assert table.get("/analysis").json()["value"] in ("win", "loss")
        assert table.get("/hint", seat=1).json()["move"] in (1, 2, 3)
        two = Table(client, "heap", options={"size": 4})
        assert two.play(3, 1)["winner"] == 2
        assert [judged["move"] for judged in two.get("/review").json()["moves"]] == [3, 1]
        assert '[Game "heap"]' in two.get("/record").text
        refused = client.post("/api/games", json={"game": "heap", "options": {"size": 0}})
        assert refused.status_code == 422
        setting = client.get("/api/position/setting?game=heap&position=heap%3D9&moves=2").json()
        assert [(part["name"], part["value"]) for part in setting["parts"]] == [("heap", "7")]
        refused = client.get("/api/puzzle?game=heap&seed=1")
        assert refused.status_code == 422
        assert "no such puzzle was found" in refused.text
