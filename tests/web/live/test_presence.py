"""Presence of players, and that no player loses because the server refused them."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from divisor_duel.web.app import create_app
from divisor_duel.web.game import moves, seats
from divisor_duel.web.game.table import NotAllowedError, Table
from divisor_duel.web.guard.limits import Limits
from divisor_duel.web.live import hub, presence
from divisor_duel.web.live.hub import Hub
from divisor_duel.web.live.presence import (
    EVERY_GAME,
    REFUSAL_SECONDS,
    SHARING_SECONDS,
    PresenceTracker,
)
from divisor_duel.web.store.choice import open_store
from tests.conftest import wait_until
from tests.web.game.tables import joined
from tests.web.game.test_clock import playing
from tests.web.players import Table as PlayedTable
from tests.web.servers import Postgres, Server, serving

GONE = 121.0
"""Seconds after which a game may be claimed."""


class Watch:
    """A clock that the test sets, and a game in which Player 2 was just seen."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        for module in (hub, presence):
            monkeypatch.setattr(module, "monotonic", lambda: self.now)
        self.hub = Hub(Limits())
        self.table: Table = moves.move(joined(), 1, 0, 6)
        self.hub.record_request(self.table.id, 2, "ben")

    @property
    def seen(self) -> PresenceTracker:
        """What is known about players."""
        return self.hub.tracker

    def may_claim(self) -> bool:
        """Return True if Player 1 may claim the game."""
        gone = self.hub.is_gone(self.table, 2)
        refused = self.hub.was_refused(self.table, 2)
        try:
            return seats.claim(self.table, 1, gone, refused).resigned == 2
        except NotAllowedError:
            return False


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """A clock and a game."""
    return Watch(monkeypatch)


def test_a_player_who_left_can_be_claimed_against(watch: Watch) -> None:
    """Two minutes after Player 2 was last seen the game may be claimed, and not before."""
    watch.now += GONE - 2
    assert not watch.may_claim()
    watch.now += 2
    assert watch.may_claim()


@pytest.mark.parametrize(
    ("refused", "forbids"),
    [
        (lambda w: w.seen.refuse(w.table.id, 2), True),
        (lambda w: w.seen.refuse(w.table.id), True),
        (lambda w: w.seen.refuse(EVERY_GAME), True),
        (lambda w: w.seen.refuse_unknown(w.table.id), True),
        (lambda w: w.seen.refuse_client("ben"), True),
        (lambda w: w.hub.record_refused([f"{w.table.id}/2"]), True),
        (lambda w: w.hub.record_refused([f"{w.table.id}/0"]), True),
        (lambda w: w.seen.refuse(w.table.id, 1), False),
        (lambda w: w.seen.refuse("another game"), False),
        (lambda w: w.seen.refuse_unknown("another game"), False),
        (lambda w: w.seen.refuse_client("ann"), False),
    ],
)
def test_a_refusal_forbids_the_claim(watch: Watch, refused: Any, forbids: bool) -> None:
    """A refused connection that may have been Player 2's forbids it until they are seen again."""
    watch.now += 5
    refused(watch)
    watch.now += GONE
    assert watch.may_claim() is not forbids
    watch.now += REFUSAL_SECONDS - 2 * GONE
    assert watch.may_claim() is not forbids
    watch.hub.record_seen([f"{watch.table.id}/2"])
    watch.now += GONE
    assert watch.may_claim()


def test_a_late_word_of_another_server_does_not_undo_a_refusal(watch: Watch) -> None:
    """Another server has seen Player 2 before this one refused them, and says so after it."""
    watch.seen.refuse(watch.table.id, 2)
    watch.now += SHARING_SECONDS / 2
    watch.hub.record_seen([f"{watch.table.id}/2"])
    watch.now += GONE
    assert not watch.may_claim()
    watch.hub.record_request(watch.table.id, 2, "ben")
    watch.now += GONE
    assert watch.may_claim()


def test_a_refusal_does_not_forbid_the_claim_for_ever(watch: Watch) -> None:
    """A player who makes the server refuse them and stays away loses a day later."""
    watch.seen.refuse(watch.table.id, 2)
    watch.now += REFUSAL_SECONDS
    assert watch.may_claim()


def test_a_player_who_is_forgotten_does_not_count_as_gone(
    watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where too many players are known, a forgotten one was seen when the last one was."""
    monkeypatch.setattr(presence, "REMEMBERED", 10)
    watch.now += GONE
    for number in range(10):
        watch.hub.record_request(f"game {number}", 1, "ann")
    assert watch.may_claim(), "it is known that this one was seen long ago"
    for number in range(10):
        watch.hub.record_request(f"other {number}", 1, "ann")
    assert not watch.may_claim()


@pytest.fixture
def house(tmp_path: Path) -> Any:
    """A server with room for 12 watchers in a game, which may be claimed soon."""
    limits = {"sockets_per_game": 12, "watchers_per_client": 3, "claim_seconds": 0.5}
    with serving(str(tmp_path / "games.sqlite3"), tmp_path / "log", **limits) as server:
        yield server


def test_watchers_do_not_keep_a_player_out(house: Server) -> None:
    """Player 1 fills the game with watchers from everywhere: Player 2 reconnects, and is there."""
    with house.client() as client, ExitStack() as watchers:
        table = PlayedTable(client, "chain", mode="link")
        table.play(6, 12)
        for number in range(25):
            source = f"127.0.0.{number // 4 + 1}"
            watchers.enter_context(table.live(source=source)).next()
        with table.live(1) as one, table.live(2) as two:
            assert two.next()["ply"] == 2
            two.settle()
            one.until(away={"1": False, "2": False})
            refused = table.post(1, "claim")
            assert (refused.status_code, refused.json()["error"]) == (
                403,
                "your opponent has not been away long enough",
            )
        wait_until(lambda: table.post(1, "claim").status_code == 200)
        assert table.state()["ended"] == "left"


def test_any_request_with_a_token_is_presence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Player 2 has no live connection and only reads: the game cannot be claimed."""
    now = [1000.0]
    for module in (hub, presence):
        monkeypatch.setattr(module, "monotonic", lambda: now[0])

    async def run() -> None:
        async with playing(create_app(open_store(":memory:"))) as game:
            await game.begin()
            await game.move(2, 1, 12)
            for what in ("", "/record", "/analysis", "/hint", "?ply=99", "/nothing"):
                now[0] += GONE
                state = (await game.client.get(game.path)).json()
                assert state["gone"] == {"1": True, "2": True}, what
                await game.client.get(f"{game.path}{what}", headers=game.headers(2))
                state = (await game.client.get(game.path)).json()
                assert state["gone"] == {"1": True, "2": False}, what
                claimed = f"{game.path}/claim"
                answer = await game.client.post(claimed, json={}, headers=game.headers(1))
                assert answer.status_code == 403

    asyncio.run(run())


def test_nobody_is_away_from_a_game_that_has_just_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a rematch on an old server, players who have not connected yet are not away or gone."""
    now = [1000.0]
    for module in (hub, presence):
        monkeypatch.setattr(module, "monotonic", lambda: now[0])

    async def run() -> None:
        async with playing(create_app(open_store(":memory:"))) as game:
            now[0] += GONE
            await game.begin()
            for seat, action in ((1, "resign"), (1, "rematch"), (2, "rematch")):
                headers = game.headers(seat)
                told = await game.client.post(f"{game.path}/{action}", json={}, headers=headers)
            next_game = told.json()["rematch"]["next"]
            path = f"/api/games/{next_game['id']}"
            state = (await game.client.get(path)).json()
            assert state["away"] == {"1": False, "2": False}
            token = next_game["seat_token_for_you"]
            headers = {"Authorization": f"Bearer {token}"}
            moved = {"ply": 0, "move": 6}
            state = (await game.client.post(f"{path}/moves", json=moved, headers=headers)).json()
            assert state["gone"] == {"1": False, "2": False}
            now[0] += GONE
            state = (await game.client.get(path)).json()
            assert state["away"] == {"1": True, "2": True}
            assert state["gone"] == {"1": True, "2": True}

    asyncio.run(run())


@pytest.mark.parametrize("way", ["requests", "connections", "everywhere"])
def test_a_client_that_is_refused_may_be_the_player(way: str) -> None:
    """Refusals that name no game count for the players of that client, or of every client."""

    async def run() -> None:
        limits = Limits(burst=10, requests_per_second=0.001)
        app = create_app(open_store(":memory:"), limits if way == "requests" else None)
        async with playing(app) as game:
            await game.begin()
            await game.move(2, 1, 12)
            name = game.path.rpartition("/")[2]
            assert not app._hub.tracker.was_refused(name, 2)
            if way == "requests":
                app._hub.tracker.see(name, 1, "another address")
                while (await game.client.get("/api/catalog")).status_code != 429:
                    pass
            else:
                app.rate_limiter.connections.most = 0 if way == "everywhere" else 1000
                app.note_refused_connection("127.0.0.1")
                app._hub.tracker.see(name, 1, "another address")
            assert app._hub.tracker.was_refused(name, 2)
            assert not app._hub.tracker.was_refused(name, 1)

    asyncio.run(run())


def refuse_player_two(client: httpx.Client, table: PlayedTable) -> None:
    """Read as Player 2 until the server refuses it."""
    there = PlayedTable.__new__(PlayedTable)
    there.client, there.id, there.seats = client, table.id, table.seats
    wait_until(lambda: there.get(seat=2).status_code == 429)


@pytest.mark.parametrize("kind", ["one server", "two servers"])
def test_a_refused_player_is_not_claimed_against(
    kind: str, postgres: Postgres, tmp_path: Path
) -> None:
    """The claim is refused on the server that refused Player 2, and on another one."""
    database = postgres.new_database()
    few = {"burst": 20, "requests_per_second": 0.001}
    with (
        serving(database, tmp_path / "one") as first,
        serving(database, tmp_path / "two", proxies="loopback", **few) as second,
        first.client() as here,
        httpx.Client(base_url=second.url, timeout=300) as there,
    ):
        table = PlayedTable(here, "chain", mode="link")
        table.play(6, 12)
        there.headers["X-Forwarded-For"] = "10.0.0.2"
        refuse_player_two(there, table)
        if kind == "one server":
            there.headers["X-Forwarded-For"] = "10.0.0.1"
            table.client = there
            refused = table.post(1, "claim")
            assert (refused.status_code, "refused a connection" in refused.text) == (403, True)
        else:
            wait_until(lambda: "refused a connection" in table.post(1, "claim").text)
        assert table.state()["over"] is False
