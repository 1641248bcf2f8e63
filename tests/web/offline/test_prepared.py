"""What is prepared when the site is built."""

from __future__ import annotations

import json
from typing import Any

import pytest

from divisor_duel import GAMES
from divisor_duel.engine import DEFAULT
from divisor_duel.engine.levels import OPPONENTS
from divisor_duel.game import Player
from divisor_duel.games.registry import every_game
from divisor_duel.web.offline.backend import Backend
from divisor_duel.web.offline.prepared import position_path, prepare

BACKEND = Backend(counted=True)


@pytest.mark.parametrize("game", ["divider", "digits", "sum"])
def test_first_moves_are_those_of_the_rules(game: str) -> None:
    """Each legal first move is there, and Python continues from the table after it."""
    for start in prepare(every_game()[game], BACKEND)["starts"]:
        openings = [each for found in start["openings"].values() for each in found]
        assert bool(openings) == start["state"]["thinking"]
        for before in openings or [{"state": start["state"], "table": {}}]:
            for move in before["state"]["legal"]:
                after = start["after"][".".join(map(str, [*before["state"]["played"], move]))]
                check_table(start, {**start["table"], **before["table"], **after["table"]})


@pytest.mark.parametrize("game", list(GAMES))
def test_openings_are_as_strong_as_their_level(game: str) -> None:
    """Levels that play perfectly open with a winning move if there is one."""
    for start in prepare(GAMES[game], BACKEND)["starts"]:
        assert list(start["openings"]) == (list(OPPONENTS) if start["state"]["thinking"] else [])
        rules = GAMES[game](**start["table"]["options"])
        winning = DEFAULT.analyze(rules, rules.start(Player.TWO)).winning
        for level in ("perfect", "proof"):
            for opening in start["openings"].get(level, []):
                assert opening["state"]["played"][0] in (winning or start["state"]["legal"])
                assert bool(opening["state"]["note"]) == (level == "proof" and bool(winning))


def test_equal_code_prepares_equal_answers() -> None:
    """Building the site again does not make its readers download a new version."""
    game = every_game()["divider"]
    assert prepare(game, Backend(counted=True)) == prepare(game, Backend(counted=True))


def check_table(start: dict[str, Any], table: dict[str, Any]) -> None:
    """A table put together from the start and a change is one that Python reads."""
    request = {"path": "/api/games/x", "table": table, "token": start["seats"]["1"]}
    reply = json.loads(BACKEND.answer(json.dumps(request)))
    assert reply["answer"]["played"] == table["moves"]
    assert reply["answer"]["you"] == 1


def test_the_coach_warns_of_first_moves() -> None:
    """Its warnings are there for games against the computer, and not between people."""
    for start in prepare(every_game()["divider"], BACKEND)["starts"]:
        warned = [change for change in start["after"].values() if "coach" in change]
        assert bool(warned) == start["state"]["values_allowed"]


def test_paths_are_written_as_the_page_writes_them() -> None:
    """URLSearchParams and Python agree on every option."""
    game = every_game()["sum"]
    expected = "/api/position?game=sum&one=divider%3Ahigh%3D9&two=countdown%3Astart%3D60&first=1"
    assert position_path(game, game.recommended.options) == expected
    answers = prepare(every_game()["countdown"], BACKEND)["answers"]
    assert answers["/api/position?game=countdown&start=24&first=1&moves=12"]["played"] == [12]
    assert answers["/api/lessons/countdown"]["steps"]
