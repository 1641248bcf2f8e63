"""Old games are marked first and removed days later, and never because a clock is wrong."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import pytest
from msgspec.structs import replace

from divisor_duel.web.game import clock as clocks
from divisor_duel.web.game import moves
from divisor_duel.web.game.table import FORMAT
from divisor_duel.web.play import cleanup
from divisor_duel.web.play.service import Service
from divisor_duel.web.schema.requests import ClockWish
from divisor_duel.web.store.port import Phase, StoredGame
from tests.web.game.tables import joined
from tests.web.play.services import Movers, running
from tests.web.servers import until

DAY = 86_400.0
START = 20_000 * DAY + 3_600
"""The time at which these tests begin, in seconds."""


class Clock:
    """A clock that the test sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.days = 0.0
        monkeypatch.setattr(clocks, "now", lambda: START + self.days * DAY)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock for the SQLite store, and no pauses."""
    monkeypatch.setattr(cleanup, "TIDY_PAUSE", 0.0)
    return Clock(monkeypatch)


def on_service(test: Callable[[Service], Awaitable[None]]) -> None:
    """Run a test on a service that holds one game of each stage."""

    async def run() -> None:
        async with running(Movers()) as service:
            for stage in Phase:
                await service.store.save([StoredGame(stage.name, 1, False, b"", stage)])
            await test(service)

    asyncio.run(run())


async def names(service: Service) -> list[str]:
    """The games that are still there."""
    rows = await service.store.load_all([stage.name for stage in Phase])
    return [row.id for row in rows]


def test_a_restart_with_the_clock_ahead_removes_nothing(
    clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    """With the clock 400 days ahead no game is marked or removed, and the log says so once."""

    async def test(service: Service) -> None:
        clock.days = 400.0
        skipped = await cleanup.tidy_once(service)
        assert skipped
        assert await cleanup.tidy_once(service, skipped)
        assert len(await names(service)) == 3
        clock.days = 0.0
        assert not await cleanup.tidy_once(service)
        assert len(await names(service)) == 3

    on_service(test)
    (line,) = caplog.messages
    assert "the newest game is 400 days old" in line


def test_old_games_are_marked_and_removed_days_later(
    clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    """A game is marked after its period, removed a week later, and both counts are logged."""
    caplog.set_level(logging.INFO)

    async def test(service: Service) -> None:
        for day in range(11):
            clock.days = float(day)
            assert not await cleanup.tidy_once(service)
            kept = await names(service)
            assert ("UNSTARTED" in kept) == (day < 11), day
            await service.store.save([StoredGame(f"{day}", 1, False, b"", Phase.OVER)])
        clock.days = 11.0
        assert not await cleanup.tidy_once(service)
        assert await names(service) == ["PLAYING", "OVER"]
        assert service.rows == 13

    on_service(test)
    assert caplog.messages == [
        "marked old games, to be removed in 7 days: 1 unstarted, 0 playing, 0 over",
        "removed old games: 1 unstarted, 0 playing, 0 over",
    ]


def test_a_game_played_on_loses_its_mark(clock: Clock) -> None:
    """A move between the mark and the removal saves the game, and its time begins again."""

    async def test(service: Service) -> None:
        clock.days = 4.0
        assert await service.store.mark(Phase.UNSTARTED, 3.0) == 1
        clock.days = 10.0
        assert await service.store.save([StoredGame("UNSTARTED", 2, False, b"", Phase.PLAYING)])
        clock.days = 12.0
        for stage in Phase:
            assert await service.store.drop(stage, 3.0, 7.0) == 0
        assert len(await names(service)) == 3

    on_service(test)


def test_marks_set_by_a_wrong_clock_are_corrected(clock: Clock) -> None:
    """Games marked while the clock was 400 days ahead stay, and are removed when really old."""

    async def test(service: Service) -> None:
        clock.days = 400.0
        for stage in Phase:
            assert await service.store.mark(stage, 180.0) == 1
        clock.days = 1.0
        for day in (1.0, 9.0):
            clock.days = day
            for stage in Phase:
                assert await service.store.drop(stage, 180.0, 7.0) == 0
        clock.days = 190.0
        for stage in Phase:
            assert await service.store.drop(stage, 180.0, 7.0) == 0, "it lost its mark"
            assert await service.store.mark(stage, 180.0) == 1
        clock.days = 198.0
        for stage in Phase:
            assert await service.store.drop(stage, 180.0, 7.0) == 1

    on_service(test)


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
