"""Clocks of games: what players are charged for, and what happens to a move that comes too late."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from divisor_duel.web.app import Application, create_app
from divisor_duel.web.game import clock, moves
from divisor_duel.web.game.clock import LAG_SECONDS, TICK_SECONDS, LoopLag, new_clock
from divisor_duel.web.game.table import Table
from divisor_duel.web.play import cleanup
from divisor_duel.web.schema.requests import ClockWish
from divisor_duel.web.store.choice import open_store
from tests.web.game.tables import joined
from tests.web.servers import serving_here


def begun() -> Table:
    """A game with 5 seconds per move, in which Player 2 is to move since time 100."""
    return moves.move(joined(clock=ClockWish("move", 5.0)), 1, 0, 6, now=100.0)


def test_a_clock_charges_all_of_the_time_that_a_player_takes() -> None:
    """Every second from one move to the arrival of the next is charged; increments are added."""
    table = joined(clock=ClockWish("game", 60.0, 2.0))
    assert table.clock
    assert table.clock.due(1) is None
    table = moves.move(table, 1, 0, 6, now=100.0)
    table = moves.move(table, 2, 1, 12, now=100.5)
    assert table.clock
    assert table.clock.left == (60.0, 61.5)
    table = moves.move(table, 1, 2, 4, now=110.75, lag=0.25)
    assert table.clock
    assert table.clock.left == (52.0, 61.5)
    assert table.clock.since == 110.75, "the opponent is not charged for the server's lag either"
    per_move = new_clock("move", 30.0, 5.0).pressed(1, 10.0, True).pressed(2, 35.0, True)
    assert (per_move.left, per_move.due(1)) == ((30.0, 30.0), 65.0 + LAG_SECONDS)


@pytest.mark.parametrize(
    ("now", "lag", "in_time"),
    [(105.0, 0.0, True), (105.1, 0.0, False), (105.6, 0.0, False), (105.4, 0.45, True)],
)
def test_the_flag_is_checked_when_a_move_arrives(now: float, lag: float, in_time: bool) -> None:
    """A move that arrives after the time is up is not made: its player has lost on time."""
    after = moves.move(begun(), 2, 1, 12, now=now, lag=lag)
    if in_time:
        assert (after.moves, after.outcome) == ((6, 12), None)
        return
    assert after.moves == (6,)
    assert after.outcome
    assert (int(after.outcome.winner), after.outcome.reason) == (1, "Player 2 ran out of time")


def test_a_move_that_is_not_read_yet_is_waited_for() -> None:
    """Without a move the game ends once no move that came in time can still be waiting."""
    table = begun()
    assert moves.check_time(table, 105.0 + LAG_SECONDS / 2) is table
    lost = moves.check_time(table, 105.0 + LAG_SECONDS)
    assert lost.outcome
    assert lost.outcome.reason == "Player 2 ran out of time"


def test_lag_is_measured_by_the_event_loop() -> None:
    """A message may have waited since the tick that is overdue, and not at all if none is."""
    steady = 50.0
    lag = LoopLag(lambda: steady)
    assert lag.arrival() == 50.0, "nothing is measured yet"
    lag.tick()
    steady = 50.0 + TICK_SECONDS / 2
    assert lag.arrival() == steady
    steady = 50.0 + TICK_SECONDS + 0.3
    assert lag.arrival() == pytest.approx(50.0 + TICK_SECONDS)


def test_no_more_lag_than_the_limit_is_forgiven() -> None:
    """However long a message has waited, at most half a second is not charged."""
    assert clock.lag_since(time.monotonic() - 100.0) == LAG_SECONDS
    assert clock.lag_since(time.monotonic() + 100.0) == 0.0


class Played:
    """A game with 5 seconds per move on a server in this process, with a clock that is set."""

    def __init__(self, client: httpx.AsyncClient, where: str) -> None:
        self.client, self.where = client, where
        self.tokens = [secrets.token_urlsafe(24), secrets.token_urlsafe(24)]
        self.path = ""

    async def begin(self) -> None:
        """Set the game up, join it and make the first move."""
        wish = {"game": "chain", "mode": "link", "clock": {"per": "move", "seconds": 5}}
        made = (await self.client.post("/api/games", json=wish)).json()
        self.path, self.tokens[0] = f"/api/games/{made['id']}", made["seats"]["1"]
        guest = {"invitation": made["invitations"]["2"], "token": self.tokens[1]}
        await self.client.post(f"{self.path}/join", json=guest)
        await self.move(1, 0, 6)

    def headers(self, seat: int) -> dict[str, str]:
        """The token of a seat, as requests carry it."""
        return {"Authorization": f"Bearer {self.tokens[seat - 1]}"}

    async def move(self, seat: int, ply: int, move: int) -> dict[str, Any]:
        """Make a move by request; return the state."""
        wish, headers = {"ply": ply, "move": move}, self.headers(seat)
        made = await self.client.post(f"{self.path}/moves", json=wish, headers=headers)
        assert made.status_code == 200, made.text
        state: dict[str, Any] = made.json()
        return state

    async def move_live(self, seat: int, ply: int, move: int, whole: bool) -> dict[str, Any]:
        """Make a move over a live connection, whole or in fragments; return the state after it."""
        async with connect(f"ws://{self.where}{self.path}/live") as wire:
            version = json.loads(await wire.recv())["state"]["version"]
            await wire.send(json.dumps({"type": "hello", "token": self.tokens[seat - 1]}))
            text = json.dumps({"type": "move", "ply": ply, "move": move})
            await wire.send(text if whole else [text[:9], text[9:]])
            while True:
                state: dict[str, Any] = json.loads(await wire.recv())["state"]
                if state["version"] > version:
                    return state


@asynccontextmanager
async def playing(app: Application) -> AsyncIterator[Played]:
    """A server in this process, and a game there."""
    async with (
        serving_here(app) as where,
        httpx.AsyncClient(base_url=f"http://{where}", timeout=300) as client,
    ):
        yield Played(client, where)


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time that games go by, in a list of one; the background ends no game."""
    times = [1000.0]
    monkeypatch.setattr(clock, "now", lambda: times[0])
    monkeypatch.setattr(cleanup, "CLOCK_SECONDS", 3600.0)
    return times


@pytest.mark.parametrize("way", ["request", "live", "fragments"])
def test_a_late_move_loses_whichever_way_it_comes(wall: list[float], way: str) -> None:
    """With 5 s per move, one after 5.6 s has lost; only lag of the server is forgiven."""

    async def run() -> None:
        app = create_app(open_store(":memory:"))
        arrival = app.loop_lag.arrival
        async with playing(app) as game:
            for waited, lag, in_time in (
                (4.9, 0.0, True),
                (5.6, 0.0, False),
                (5.4, 0.45, True),
                (5.6, 10.0, False),
            ):
                wall[0] = 1000.0
                app.loop_lag.arrival = arrival  # type: ignore[method-assign]
                await game.begin()
                wall[0] += waited
                app.loop_lag.arrival = lambda lag=lag: time.monotonic() - lag  # type: ignore
                if way == "request":
                    state = await game.move(2, 1, 12)
                else:
                    state = await game.move_live(2, 1, 12, way == "live")
                assert state["played"] == ([6, 12] if in_time else [6]), (waited, lag)
                assert state["ended"] == (None if in_time else "time"), (waited, lag)

    asyncio.run(run())


def test_a_request_arrives_with_its_last_byte() -> None:
    """A player who sends the head early and thinks before the body gains nothing."""

    async def run() -> None:
        app, times = create_app(open_store(":memory:")), list[float]()
        arrival = app.loop_lag.arrival

        def noted() -> float:
            times.append(arrival())
            return times[-1]

        app.loop_lag.arrival = noted  # type: ignore[method-assign]
        async with playing(app) as game:
            reader, writer = await asyncio.open_connection(*game.where.split(":"))
            body = b'{"game":"chain"}'
            writer.write(b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json")
            writer.write(b"\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body[:-1]))
            await writer.drain()
            await game.client.get("/healthz")
            assert len(times) == 1, "only the other request has arrived"
            writer.write(body[-1:])
            assert (await reader.readline()).startswith(b"HTTP/1.1 201")
            assert len(times) == 2
            writer.close()
            await writer.wait_closed()

    asyncio.run(run())
