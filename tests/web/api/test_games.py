"""The JSON API: every status, every change, every view."""

from __future__ import annotations

import httpx

from divisor_duel.play.record import read_records
from tests.web.players import MakeTable

CHAIN = {"high": 12}


def test_moves_are_made_once(make_table: MakeTable) -> None:
    """The same request again gives the same state and makes no second move."""
    table = make_table("chain", options=CHAIN)
    first = table.move(1, 0, 6)
    assert (first.status_code, first.json()["played"]) == (200, [6])
    again = table.move(1, 0, 6)
    assert (again.status_code, again.json()) == (200, first.json())
    table.move(2, 1, 12)
    assert table.move(1, 0, 6).json()["played"] == [6, 12]


def test_refusals(make_table: MakeTable) -> None:
    """No token, a wrong one, the wrong seat, a stale ply, an illegal move: each its own status."""
    table = make_table("chain", options=CHAIN)
    other = make_table("chain", options=CHAIN)
    assert table.move(None, 0, 6).status_code == 401
    assert table.move("guess", 0, 6).status_code == 403
    assert table.move(other.seats["1"], 0, 6).status_code == 403
    assert table.move(2, 0, 6).status_code == 403
    illegal = table.move(1, 0, 13)
    assert (illegal.status_code, illegal.json()) == (
        422,
        {"error": "13 is not between 2 and 12; choose one of " + ", ".join(map(str, range(2, 13)))},
    )
    table.play(6)
    stale = table.move(1, 0, 7)
    assert stale.status_code == 409
    assert stale.json()["state"]["played"] == [6]
    assert table.move(2, 5, 12).status_code == 409
    assert table.client.get("/api/games/nope").status_code == 404
    assert table.client.post("/api/games/nope/moves", json={}).status_code == 404
    assert table.state()["played"] == [6]


def test_records_go_out_and_in(make_table: MakeTable, client: httpx.Client) -> None:
    """A game's record makes the same game again, to be gone on with."""
    table = make_table("chain", options=CHAIN, names={"1": "Ann", "2": "Ben"})
    table.play(6, 12)
    text = table.get("/record").text
    assert read_records(text)[0].moves == (6, 12)
    made = client.post("/api/records", json={"text": text})
    assert made.status_code == 201
    table.take(made.json())
    assert table.created["played"] == [6, 12]
    assert table.created["names"] == {"1": "Ann", "2": "Ben"}
    assert table.play(3)["ply"] == 3
    damaged = client.post("/api/records", json={"text": text.replace("12", "13")})
    assert damaged.status_code == 422
    assert "line" in damaged.json()["error"]
    huge = '[Game "chain"]\n[Options "high=9000"]\n*\n'
    assert client.post("/api/records", json={"text": huge}).status_code == 422


def test_the_past_can_be_stepped_through(make_table: MakeTable) -> None:
    """?ply=k shows the game as it was after k moves."""
    table = make_table("divider")
    now = table.play(5, 3, 2, 7)
    assert (now["over"], now["winner"]) == (True, 2)
    then = table.get("?ply=1").json()
    assert (then["ply"], then["over"], then["to_move"]) == (1, False, 2)
    assert then["view"]["left"] == [2, 3, 4, 6, 7, 8, 9]
    assert table.get("?ply=5").status_code == 422
    assert table.get("?ply=-1").status_code == 422
