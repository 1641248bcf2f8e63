"""Rematches: both agree, and each gets a token of the new game."""

from __future__ import annotations

from divisor_duel.web.game import moves
from divisor_duel.web.game.rematch import derive_token, rematch, tokens_for
from divisor_duel.web.game.table import FORMAT
from divisor_duel.web.schema.requests import ClockWish
from tests.web.game.tables import joined
from tests.web.players import MakeTable

CHAIN = {"high": 12}


def test_rematch_by_link(make_table: MakeTable) -> None:
    """Both players must agree; each gets only their own token, and the other one begins."""
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


def test_a_new_token_is_derived_from_the_old_one() -> None:
    """The same token, game and seat give the same new token; changing any gives another."""
    token = derive_token("old", "next", 1)
    assert token == derive_token("old", "next", 1)
    others = {
        derive_token("old", "next", 2),
        derive_token("old", "x", 1),
        derive_token("o", "next", 1),
    }
    assert len(others | {token}) == 4


def test_only_the_holder_of_a_token_gets_the_next() -> None:
    """Each player derives their own seat's token; another token derives none."""
    over = moves.resign(joined(clock=ClockWish("game", 60.0)), 1)
    offered, none = rematch(over, 1, "one" * 9)
    assert none is None
    assert tokens_for(offered, 1, "one" * 9) == {}
    agreed, following = rematch(offered, 2, "two" * 9)
    assert following
    assert rematch(agreed, 2, "two" * 9) == (agreed, None)
    mine = tokens_for(agreed, 1, "one" * 9)
    assert list(mine) == [1]
    assert following.seat_of(mine[1]) == 1
    assert tokens_for(agreed, 1, "guess" * 9) == {}
    assert tokens_for(agreed, 2, "one" * 9) == {}


def test_the_next_game_continues_the_series() -> None:
    """The other player begins, the score counts, the clock is full, and the number grows."""
    over = moves.resign(joined(clock=ClockWish("game", 60.0)), 1)
    _, following = rematch(rematch(over, 1, "one" * 9)[0], 2, "two" * 9)
    assert following
    assert (following.first, following.number, following.wins) == (2, 2, (0, 1))
    assert (following.moves, following.version, following.format) == ((), 1, FORMAT)
    assert following.clock
    assert (following.clock.left, following.clock.since) == ((60.0, 60.0), None)
