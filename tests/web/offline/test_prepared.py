"""What is prepared when the site is built."""

from __future__ import annotations

import json
from typing import Any

import pytest

from divisor_duel.games.registry import every_game
from divisor_duel.web.offline.backend import Backend
from divisor_duel.web.offline.prepared import position_path, prepare

BACKEND = Backend(counted=True)


@pytest.mark.parametrize("game", ["divider", "digits", "sum"])
def test_first_moves_are_those_of_the_rules(game: str) -> None:
    """Each legal first move is there, and Python continues from the table after it."""
    made = prepare(every_game()[game], BACKEND)
    for start in made["starts"]:
        before = start["state"]
        opening = start["opening"] or []
        moves = [key.split(".") for key in start["after"]]
        if start["opening"]:
            assert before["thinking"]
            assert [str(opening[0])] in moves
        firsts = [int(key[-1]) for key in moves if len(key) == len(opening) + 1]
        after_opening = start["after"].get(".".join(map(str, opening)), {}).get("state", before)
        assert firsts == after_opening["legal"]
        check_table(start, {**start["table"], **next(iter(start["after"].values()))["table"]})


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
