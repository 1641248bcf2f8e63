"""A seat belongs to one person: invitations, late requests, and claims."""

from __future__ import annotations

import secrets

import httpx
import pytest

from divisor_duel.web.game import moves, seats
from divisor_duel.web.game.new_table import new_table
from divisor_duel.web.game.table import NotAllowedError, RefusedError, StaleError
from divisor_duel.web.schema.requests import NewGame
from tests.web.game.tables import joined, table_of
from tests.web.players import MakeTable, timeless

SMALL: dict[str, int | str] = {"high": 12}


def test_an_invitation_opens_a_seat_once(client: httpx.Client) -> None:
    """The first to accept has the seat, with a token of their own; a repeat is harmless."""
    made = client.post("/api/games", json={"game": "chain", "mode": "link"}).json()
    assert (list(made["seats"]), list(made["invitations"])) == (["1"], ["2"])
    assert made["state"]["vacant"] == [2]
    path = f"/api/games/{made['id']}/join"
    mine = {"invitation": made["invitations"]["2"], "token": secrets.token_urlsafe(24)}
    first = client.post(path, json=mine)
    assert (first.status_code, first.json()["you"], first.json()["vacant"]) == (200, 2, [])
    assert timeless(client.post(path, json=mine).json()) == timeless(first.json())
    other = mine | {"token": secrets.token_urlsafe(24)}
    assert client.post(path, json=other).status_code == 403
    wrong = mine | {"invitation": "i.guess"}
    assert client.post(path, json=wrong).status_code == 403
    assert client.post(path, json=mine | {"invitation": None}).status_code == 403
    assert client.post(path, json=mine | {"token": "short"}).status_code == 422


def test_nobody_takes_both_seats() -> None:
    """The inviter's own token cannot take the opponent's seat, and a token is not an invitation."""
    made = new_table(NewGame("chain", SMALL, mode="link"))
    with pytest.raises(RefusedError, match="the other side"):
        seats.join(made.table, made.invitations[2], made.tokens[1], None)
    with pytest.raises(NotAllowedError, match="not an invitation"):
        seats.join(made.table, made.tokens[1], "x" * 20, None)
    assert made.table.seat_of(made.invitations[2]) is None


def test_late_requests_are_not_played_again(make_table: MakeTable) -> None:
    """After a takeback a repeated move is stale, and consent counts only for what was asked."""
    table = make_table("chain", options=SMALL, mode="link")
    late = {"ply": 0, "move": 6, "version": table.created["version"]}
    assert table.post(1, "moves", **late).status_code == 200
    assert table.post(1, "moves", **late).json()["played"] == [6]
    asked = table.post(1, "undo", ply=1).json()
    back = table.post(2, "takeback", accept=True, version=asked["version"])
    assert (back.status_code, back.json()["played"]) == (200, [])
    assert table.post(1, "moves", **late).status_code == 409
    assert table.state()["played"] == []
    table.play(12)
    table.post(1, "undo", ply=1)
    assert table.post(2, "takeback", accept=True, version=asked["version"]).status_code == 409
    assert table.state()["played"] == [12]


def test_what_touches_no_move_makes_nothing_stale() -> None:
    """If a player joins between a state and a move, the move still counts."""
    made = new_table(NewGame("chain", SMALL, mode="link"))
    now = seats.join(made.table, made.invitations[2], "x" * 20, "Ben")
    assert now.names == ("Player 1", "Ben")
    after = moves.move(now, 1, 0, 6, made.table.version)
    assert after.moves == (6,)
    with pytest.raises(StaleError):
        moves.resign(after, 2, made.table.version)


def test_chance_stays_secret_while_the_game_runs(make_table: MakeTable) -> None:
    """The computer's random seed is in the record only when the game is over."""
    table = make_table("chain", options=SMALL, players={"2": "easy"})
    assert "[Seed" not in table.get("/record").text
    table.post(1, "resign")
    assert "[Seed" in table.get("/record").text


def test_a_game_that_was_left_can_be_claimed(make_table: MakeTable) -> None:
    """The player who stays wins once the opponent has been gone long enough, and not before."""
    begun = moves.move(joined(), 1, 0, 6)
    won = seats.claim(begun, 2, gone=True)
    assert won.outcome
    assert (int(won.outcome.winner), won.outcome.reason) == (2, "Player 1 left the game")
    assert seats.claim(won, 2, gone=True) is won
    for table, seat, gone in ((begun, 2, False), (joined(), 2, True)):
        with pytest.raises(NotAllowedError, match="not been away"):
            seats.claim(table, seat, gone)
    with pytest.raises(RefusedError, match="over"):
        seats.claim(won, 1, gone=True)
    with pytest.raises(RefusedError, match="with a link"):
        seats.claim(table_of("chain"), 1, gone=True)
    empty = moves.move(new_table(NewGame("chain", SMALL, mode="link")).table, 1, 0, 6)
    with pytest.raises(RefusedError, match="has not joined yet"):
        seats.claim(empty, 1, gone=True)
    present = make_table("chain", options=SMALL, mode="link")
    present.play(6, 12)
    assert present.post(1, "claim").status_code == 403
