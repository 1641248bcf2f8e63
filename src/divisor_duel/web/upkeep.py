"""What is done for games that nobody asks about: clocks that run out, and old games dropped."""

from __future__ import annotations

import asyncio
import contextlib

from divisor_duel.web import clocks, turns
from divisor_duel.web.service import Service
from divisor_duel.web.store import Phase, StoreBusyError
from divisor_duel.web.tables import NewerGameError, UnknownGameError

CLOCK_SECONDS = 0.5
"""How often it is looked whose time has run out."""

TIDY_SECONDS = 3600.0
"""How often old games are dropped."""

TIDY_PAUSE = 0.2


async def run_out(service: Service) -> None:
    """End games in which somebody's time has run out."""
    while True:
        with contextlib.suppress(StoreBusyError):
            for name in await service.store.due(clocks.now()):
                with contextlib.suppress(UnknownGameError, NewerGameError):
                    await service.change(name, lambda now: turns.flag(now, clocks.now()))
        await asyncio.sleep(CLOCK_SECONDS)


async def tidy(service: Service) -> None:
    """Forget games that nobody has touched for a long time."""
    periods = {
        Phase.UNSTARTED: service.limits.unstarted_days,
        Phase.PLAYING: service.limits.abandoned_days,
        Phase.OVER: service.limits.finished_days,
    }
    while True:
        with contextlib.suppress(StoreBusyError):
            for stage, days in periods.items():
                while await service.store.drop(stage, days):
                    await asyncio.sleep(TIDY_PAUSE)
            service.rows = await service.store.count()
        await asyncio.sleep(TIDY_SECONDS)
