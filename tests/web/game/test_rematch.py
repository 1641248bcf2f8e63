"""Rematches: both agree, and each gets a token of the new game."""

from __future__ import annotations

from tests.web.players import MakeTable

CHAIN = {"high": 12}


def test_rematch_by_link(make_table: MakeTable) -> None:
    """Both must want it; each gets a token of the new game alone; the other begins."""
    table = make_table("chain", options=CHAIN, mode="link")
    assert table.post(1, "rematch").status_code == 422
    table.play(11)
    offered = table.post(1, "rematch").json()["rematch"]
    assert offered == {"offers": [1], "next": None}
    accepted = table.post(2, "rematch").json()["rematch"]
    assert accepted["offers"] == [1, 2]
    following = accepted["next"]["id"]
    mine = table.state(seat=1)["rematch"]["next"]
    assert (mine["id"], list(mine["seats"])) == (following, ["1"])
    assert table.state()["rematch"]["next"] == {
        "id": following,
        "seat_token_for_you": None,
        "seats": {},
    }
    again = table.post(2, "rematch").json()["rematch"]["next"]
    assert again == accepted["next"]
    table.take({"id": following, "seats": {}, "state": {}})
    table.seats = {
        "1": mine["seat_token_for_you"],
        "2": accepted["next"]["seat_token_for_you"],
    }
    state = table.state()
    assert (state["to_move"], state["score"], state["ply"]) == (2, {"1": 1, "2": 0}, 0)
    assert table.play(12)["played"] == [12]


def test_rematch_at_once(make_table: MakeTable) -> None:
    """At one screen, or alone, one request makes the new game with all its tokens."""
    for wish in ({}, {"players": {"2": "easy"}}):
        table = make_table("chain", options=CHAIN, **wish)
        old = dict(table.seats)
        table.play(11)
        following = table.post(1, "rematch").json()["rematch"]["next"]
        assert following["seats"].keys() == old.keys()
        assert following["seat_token_for_you"] == following["seats"]["1"]
        assert not set(following["seats"].values()) & set(old.values())
        table.take({"id": following["id"], "seats": following["seats"], "state": {}})
        assert table.state()["first"] == 2
