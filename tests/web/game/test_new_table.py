"""New games: what they have, who begins, and what is refused."""

from __future__ import annotations

import httpx
import pytest

from divisor_duel.web.game.new_table import new_table, read_game, read_name, table_from_record
from divisor_duel.web.game.table import RefusedError, hash_token
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
    with pytest.raises(RefusedError, match="with a link"):
        new_table(NewGame("chain", clock=ClockWish("game", 60.0)))


def test_seats_get_their_secrets() -> None:
    """People get tokens; in a link game the second seat has an invitation instead."""
    here = new_table(NewGame("chain"))
    assert (list(here.tokens), here.invitations) == ([1, 2], {})
    alone = new_table(NewGame("chain", players={"1": "easy"}))
    assert (list(alone.tokens), alone.invitations) == ([2], {})
    link = new_table(NewGame("chain", mode="link"), owner="ann")
    assert (list(link.tokens), list(link.invitations)) == ([1], [2])
    assert link.table.hashes == {1: hash_token(link.tokens[1])}
    assert link.table.invitations == {2: hash_token(link.invitations[2])}
    assert (link.table.mode, link.table.owner) == ("link", "ann")
    computer = new_table(NewGame("chain", players={"2": "easy"}, mode="link"))
    assert computer.table.mode == "here"


def test_computers_and_people_have_names() -> None:
    """Names that are not given say who plays; two computers are numbered."""
    assert new_table(NewGame("chain")).table.names == ("Player 1", "Player 2")
    one = NewGame("chain", players={"1": "easy"}, names={"2": " Ann   B "})
    assert new_table(one).table.names == ("Computer", "Ann B")
    both = NewGame("chain", players={"1": "easy", "2": "hard"})
    assert new_table(both).table.names == ("Computer 1", "Computer 2")
    for wrong in ("", "  ", "x" * 41, "a\x07b"):
        with pytest.raises(RefusedError, match="a name must have 1 to 40"):
            read_name(wrong)


@pytest.mark.parametrize(
    ("request_", "problem"),
    [
        (NewGame("chain", players={"2": "god"}), "player 2 must be one of human, random"),
        (NewGame("chain", players={"2": "easy"}, open=True), "only a game between two people"),
        (NewGame("chain", moves=(6, 7)), "7"),
        (NewGame("chain", {"high": 401}), "can be at most 400, not 401"),
    ],
)
def test_what_cannot_be_played_is_refused(request_: NewGame, problem: str) -> None:
    """Unknown players, illegal moves and sizes beyond the limits are errors."""
    with pytest.raises(RefusedError, match=problem):
        new_table(request_)


def test_a_game_continues_from_its_record() -> None:
    """Moves, players and date are those of the record; unknown levels are people."""
    text = (
        '[Game "chain"]\n[Options "high=12"]\n[Player1 "Ann"]\n[Player2 "Bot"]\n'
        '[Level1 "human"]\n[Level2 "easy"]\n[Date "2026-11-19"]\n1. 6 12 *\n'
    )
    new = table_from_record(read_game(text), "ann")
    assert (new.table.moves, new.table.players) == ((6, 12), ("human", "easy"))
    assert (new.table.names, new.table.date) == (("Ann", "Bot"), "2026-11-19")
    assert list(new.tokens) == [1]
    unknown = read_game(text.replace('"easy"', '"grandmaster"'))
    assert unknown.players == ("human", "human")
