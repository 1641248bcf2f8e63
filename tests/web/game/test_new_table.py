"""New games: what they have, who begins, and what is refused."""

from __future__ import annotations

import httpx
import pytest

from divisor_duel.web.game.new_table import new_table
from divisor_duel.web.game.table import RefusedError
from divisor_duel.web.schema.requests import ClockWish, NewGame
from tests.web.players import MakeTable

CHAIN = {"high": 12}


def test_a_new_game_says_all(make_table: MakeTable) -> None:
    """A new game has tokens for its human seats and a whole state."""
    table = make_table("chain", options=CHAIN, players={"2": "easy"}, names={"1": " Ann  B "})
    assert list(table.seats) == ["1"]
    state = table.created
    assert state == table.state()
    assert state["names"] == {"1": "Ann B", "2": "Computer"}
    assert state["options"] == {"low": 2, "high": 12, "opening": "any"}
    assert (state["ply"], state["to_move"], state["over"], state["winner"]) == (0, 1, False, None)
    assert state["legal"] == list(range(2, 13))
    assert state["values_allowed"]


def test_who_begins(make_table: MakeTable) -> None:
    """Player 1, Player 2 or chance begins."""
    assert make_table("chain", first="2").created["to_move"] == 2
    firsts = {make_table("chain", first="random").created["first"] for _ in range(30)}
    assert firsts == {1, 2}


def test_who_begins_may_be_a_number_or_a_word(client: httpx.Client) -> None:
    """Both 2 and "2" let Player 2 begin."""
    for first in (2, "2"):
        wish = {"game": "chain", "first": first, "players": {"1": "human", "2": "human"}}
        answer = client.post("/api/games", json=wish)
        assert answer.status_code == 201
        assert answer.json()["state"]["to_move"] == 2


def test_clocks_are_for_games_by_link() -> None:
    """A game at one screen has no clock."""
    with pytest.raises(RefusedError, match="by link"):
        new_table(NewGame("chain", clock=ClockWish("game", 60.0)))
