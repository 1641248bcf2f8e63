"""A seat is one person's: invitations, late requests, clocks, games left, and the lobby."""

from __future__ import annotations

import asyncio
import secrets

import httpx
import pytest
from msgspec.structs import replace

from divisor_duel.web.game import moves, seats
from divisor_duel.web.game.new_table import new_table
from divisor_duel.web.game.table import FORMAT, NotAllowedError, RefusedError, StaleError, Table
from divisor_duel.web.play import cleanup
from divisor_duel.web.schema.requests import ClockWish, NewGame
from divisor_duel.web.store.port import StoredGame
from tests.web.game.test_table import table_of
from tests.web.play.test_service import Movers, running
from tests.web.players import MakeTable, timeless
from tests.web.players import Table as PlayedTable
from tests.web.servers import until

SMALL: dict[str, int | str] = {"high": 12}


def joined(**wish: object) -> Table:
    """A game by link with both seats taken."""
    made = new_table(NewGame("chain", SMALL, mode="link", **wish))  # type: ignore[arg-type]
    return seats.join(made.table, made.invitations[2], "x" * 20, None)


def test_an_invitation_opens_a_seat_once(client: httpx.Client) -> None:
    """Who accepts first has the seat, with a token the inviter never saw; again is harmless."""
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
    """The inviter's own token does not take the other seat, and a token is no invitation."""
    made = new_table(NewGame("chain", SMALL, mode="link"))
    with pytest.raises(RefusedError, match="one person"):
        seats.join(made.table, made.invitations[2], made.tokens[1], None)
    with pytest.raises(NotAllowedError, match="no invitation"):
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
    """Somebody joins between a player's look and move: the move still counts."""
    made = new_table(NewGame("chain", SMALL, mode="link"))
    now = seats.join(made.table, made.invitations[2], "x" * 20, "Ben")
    assert now.names == ("Player 1", "Ben")
    after = moves.move(now, 1, 0, 6, made.table.version)
    assert after.moves == (6,)
    with pytest.raises(StaleError):
        moves.resign(after, 2, made.table.version)


def test_chance_stays_secret_while_the_game_runs(make_table: MakeTable) -> None:
    """What the computer's chance comes from is in the record only when the game is over."""
    table = make_table("chain", options=SMALL, players={"2": "easy"})
    assert "[Seed" not in table.get("/record").text
    table.post(1, "resign")
    assert "[Seed" in table.get("/record").text


def test_a_game_that_was_left_can_be_claimed(make_table: MakeTable) -> None:
    """Who stays wins once the other has been gone for long, and not before."""
    begun = moves.move(joined(), 1, 0, 6)
    won = seats.claim(begun, 2, gone=True)
    assert won.outcome
    assert (int(won.outcome.winner), won.outcome.reason) == (2, "Player 1 left the game")
    assert seats.claim(won, 2, gone=True) is won
    for table, seat, gone in ((begun, 2, False), (joined(), 2, True)):
        with pytest.raises(NotAllowedError, match="not been gone"):
            seats.claim(table, seat, gone)
    with pytest.raises(RefusedError, match="over"):
        seats.claim(won, 1, gone=True)
    with pytest.raises(RefusedError, match="by link"):
        seats.claim(table_of("chain"), 1, gone=True)
    empty = moves.move(new_table(NewGame("chain", SMALL, mode="link")).table, 1, 0, 6)
    with pytest.raises(RefusedError, match="nobody has taken"):
        seats.claim(empty, 1, gone=True)
    present = make_table("chain", options=SMALL, mode="link")
    present.play(6, 12)
    assert present.post(1, "claim").status_code == 403


def test_clocks_are_for_games_by_link() -> None:
    """A game at one screen has no clock."""
    with pytest.raises(RefusedError, match="by link"):
        new_table(NewGame("chain", clock=ClockWish("game", 60.0)))


def test_clocks_run_out_after_a_restart() -> None:
    """A game whose time ran out while no server was there ends when one is."""

    async def run() -> None:
        async with running(Movers()) as service:
            table = moves.move(joined(clock=ClockWish("game", 60.0)), 1, 0, 6, now=1.0)
            table = replace(table, version=1)
            await service.add(table)
            task = asyncio.create_task(cleanup.end_timed_out_games(service))
            await until(lambda: bool(service._known[table.id].outcome))
            task.cancel()
            assert service._known[table.id].ended == "time"
            assert await service.store.due(1e12) == []

    asyncio.run(run())


def test_a_newer_servers_game_does_not_stop_other_clocks() -> None:
    """Of games whose time has run out, one that is not understood is left, and the others end."""

    async def run() -> None:
        async with running(Movers()) as service:
            newer = StoredGame("0", 1, False, b'{"format":%d}' % (FORMAT + 1), due=0.5)
            assert await service.store.save([newer])
            table = moves.move(joined(clock=ClockWish("game", 60.0)), 1, 0, 6, now=1.0)
            await service.add(replace(table, version=1))
            task = asyncio.create_task(cleanup.end_timed_out_games(service))
            await until(lambda: bool(service._known[table.id].outcome))
            task.cancel()
            assert await service.store.due(1e12) == ["0"]

    asyncio.run(run())


def test_the_lobby_pairs_whoever_wants_to_play(client: httpx.Client) -> None:
    """The first waits in an open game, the second joins it, and then it is open no more."""
    names = [secrets.token_urlsafe(24) for _ in range(2)]
    first = client.post("/api/lobby", json={"token": names[0], "game": "ladder", "name": "Ann"})
    assert (first.status_code, first.json()["you"], first.json()["open"]) == (201, 1, True)
    table = PlayedTable.__new__(PlayedTable)
    table.client, table.id, table.seats = client, first.json()["id"], {"1": names[0]}
    with table.live(1) as maker:  # only games whose maker is there are shown
        maker.until(away={"1": False, "2": True})
        listed = {game["id"]: game for game in client.get("/api/lobby").json()["games"]}
        assert listed[table.id]["name"] == "Ann"
        second = client.post("/api/lobby", json={"token": names[1], "game": "ladder"})
        assert (second.status_code, second.json()["you"]) == (200, 2)
    assert (second.json()["id"], second.json()["open"]) == (first.json()["id"], False)
    assert first.json()["id"] not in {
        game["id"] for game in client.get("/api/lobby").json()["games"]
    }
    assert client.post("/api/lobby", json={"token": names[0], "game": "go"}).status_code == 422


def test_the_lobby_pairs_by_clock(client: httpx.Client) -> None:
    """Who asks for a clock waits for somebody who wants the same, under a name of their own."""
    quick = {"per": "game", "seconds": 180, "increment": 2}
    names = [secrets.token_urlsafe(24) for _ in range(3)]
    wish = {"game": "countdown", "clock": quick}
    first = client.post("/api/lobby", json=wish | {"token": names[0], "name": "Ann"}).json()
    assert (first["clock"]["seconds"], first["names"]["1"]) == (180.0, "Ann")
    table = PlayedTable.__new__(PlayedTable)
    table.client, table.id, table.seats = client, first["id"], {"1": names[0]}
    with table.live(1) as maker:
        maker.until(away={"1": False, "2": True})
        calm = wish | {"clock": quick | {"seconds": 600}}
        other = client.post("/api/lobby", json=calm | {"token": names[1]}).json()
        assert other["id"] != first["id"]
        second = client.post("/api/lobby", json=wish | {"token": names[2], "name": "Ben"}).json()
    assert (second["id"], second["names"]) == (first["id"], {"1": "Ann", "2": "Ben"})
