"""Rooms for classes, and games as they are since there are rooms, which 1.0.0 saved."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import pytest

from tests.conftest import wait_until
from tests.formats.written import FORMATS, copied, serving
from tests.web.classes import Class
from tests.web.players import Table, wait_for_computer

SAVED = json.loads((FORMATS / "web/rooms.json").read_text())
"""The code and tokens of each room, and the seats of each game."""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A server of today on a copy of the database, on the day it was saved."""
    folder = tmp_path_factory.mktemp("rooms")
    database = str(copied("web/rooms.sqlite3", folder))
    with serving(database, folder) as url, httpx.Client(base_url=url, timeout=300) as client:
        yield client


def room(client: httpx.Client, name: str) -> Class:
    """A saved room with the tokens of its teacher and pupils."""
    saved: dict[str, Any] = SAVED[name]
    found = Class.of(client, saved["code"], saved["teacher"])
    found.tokens = {int(number): token for number, token in saved["tokens"].items()}
    return found


def table(client: httpx.Client, name: str) -> Table:
    """A saved game with the tokens of its seats."""
    found = Table.__new__(Table)
    found.client, found.id, found.seats = client, SAVED[name]["id"], SAVED[name]["seats"]
    return found


def test_a_paused_round_is_resumed_and_played_to_its_end(client: httpx.Client) -> None:
    """The first round's points are still there; after the pause the same game continues."""
    paused = room(client, "round")
    seen = paused.see()
    assert (seen["round"], seen["paused"]) == (2, True)
    assert [pupil["name"] for pupil in seen["teacher"]["pupils"]] == ["Ann", "Ben", "Cleo"]
    assert sum(pupil["points"] for pupil in seen["teacher"]["pupils"]) >= 1
    game = next(game for game in paused.games() if game["id"] == SAVED["round"]["game"])
    state = paused.state(game["id"])
    mover = paused.tokens[game["one"] if state["to_move"] == 1 else game["two"]]
    headers = {"Authorization": f"Bearer {mover}"}
    body = {"ply": 2, "move": state["legal"][0]}
    path = f"/api/games/{game['id']}/moves"
    assert "paused" in client.post(path, json=body, headers=headers).json()["error"]
    paused.change("settings", paused=False)
    assert client.post(path, json=body, headers=headers).status_code == 200
    paused.finish(Random(1))
    assert {row["Name"] for row in paused.table()} == {"Ann", "Ben", "Cleo"}


def test_an_open_vote_is_closed(client: httpx.Client) -> None:
    """A vote that was cast counts, others can be added, and the class's move is answered."""
    voting, game = room(client, "vote"), SAVED["vote"]["game"]
    assert voting.see(1)["pupil"]["vote"] == 4
    assert len(voting.see(1)["pupil"]["puzzles"]) == 3
    again = voting.post("vote", voting.tokens[2], game=game, ply=0, move=4)
    assert again.status_code == 200
    assert voting.see()["class_game"]["vote"]["voted"] == 2
    voting.change("close_vote", ply=0)
    wait_until(lambda: voting.state(game)["ply"] == 2)
    assert voting.state(game)["played"][0] == 4


def test_a_mark_is_shown_until_the_next_move(client: httpx.Client) -> None:
    """A game by link still shows it."""
    game = table(client, "reaction")
    assert game.state()["reactions"] == {"2": "oops"}
    assert game.play(9)["reactions"] == {}


def test_a_game_against_the_proof_continues(client: httpx.Client) -> None:
    """It still says what it said of its last move, and answers the next one."""
    game = table(client, "proof")
    state = game.state()
    assert (state["players"]["2"], state["played"]) == ("proof", [13, 6])
    assert state["note"].startswith("Partners: 5-7, 10-14.")
    game.play(5)
    assert wait_for_computer(game)["played"][:4] == [13, 6, 5, 7]
