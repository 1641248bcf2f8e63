"""Background work: end games on time, mark old games and remove them later."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial

from divisor_duel.web.game import clock, moves
from divisor_duel.web.game.table import NewerGameError, UnknownGameError
from divisor_duel.web.play.service import Service
from divisor_duel.web.store.port import Phase, StoreBusyError

CLOCK_SECONDS = 0.5
"""Seconds between two checks for players who have run out of time."""

TIDY_SECONDS = 3600.0
"""Seconds between two clean-ups of old games."""

TIDY_PAUSE = 0.2
"""Seconds between two batches of a clean-up, so that moves can be written."""

MOST_IDLE_DAYS = 2
"""Days that the clock may be ahead of the newest game; beyond that nothing is cleaned up."""

_LOG = logging.getLogger("divisor_duel.web")


async def end_timed_out_games(service: Service) -> None:
    """End games in which a player has run out of time."""
    while True:
        with contextlib.suppress(StoreBusyError):
            for game in await service.store.due(clock.now()):
                with contextlib.suppress(UnknownGameError, NewerGameError):
                    await service.change(game, lambda now: moves.check_time(now, clock.now()))
        await asyncio.sleep(CLOCK_SECONDS)


async def tidy(service: Service) -> None:
    """Clean up old games once an hour."""
    skipped = False
    while True:
        with contextlib.suppress(StoreBusyError):
            skipped = await tidy_once(service, skipped)
        await asyncio.sleep(TIDY_SECONDS)


async def tidy_once(service: Service, skipped: bool = False) -> bool:
    """Clean up and return False, or return True if the clock is too far ahead.

    Then the clock is wrong, or no game was played for days and there is little to clean up; that
    is logged unless `skipped`.
    """
    idle = await service.store.idle_days()
    if idle is None or idle <= MOST_IDLE_DAYS:
        await clean_up(service)
        return False
    if not skipped:
        _LOG.warning(
            "by the clock the newest game is %d days old, so no old games are removed; "
            "check the clock, or ignore this if no game was played since",
            idle,
        )
    return True


async def clean_up(service: Service) -> None:
    """Mark old games, remove those marked long enough ago, and log the counts."""
    store, limits = service.store, service.limits
    periods = {
        Phase.UNSTARTED: limits.unstarted_days,
        Phase.PLAYING: limits.abandoned_days,
        Phase.OVER: limits.finished_days,
    }
    wait = limits.removal_days
    removed = {
        stage: await _repeat(partial(store.drop, stage, days, wait))
        for stage, days in periods.items()
    }
    marked = {
        stage: await _repeat(partial(store.mark, stage, days)) for stage, days in periods.items()
    }
    if any(removed.values()):
        _LOG.info("removed old games: %s", _counts(removed))
    if any(marked.values()):
        _LOG.info("marked old games, to be removed in %g days: %s", wait, _counts(marked))
    service.rows = await store.count()


async def _repeat(work: Callable[[], Awaitable[int]]) -> int:
    """Call `work` until it returns 0; return the sum of its results."""
    total = 0
    while count := await work():
        total += count
        await asyncio.sleep(TIDY_PAUSE)
    return total


def _counts(games: Mapping[Phase, int]) -> str:
    return ", ".join(f"{count} {stage.name.lower()}" for stage, count in games.items())
