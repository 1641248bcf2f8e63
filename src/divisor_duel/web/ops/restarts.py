"""Background work that must never stop: a failure is logged, the work restarted."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

PAUSE_SECONDS = 1.0
"""Pause before work starts again, in seconds."""

CANCEL_SECONDS = 1.0
"""Seconds after which a cancelled task that is still running is cancelled again."""

_LOG = logging.getLogger("divisor_duel.web")


Work = Callable[[], Awaitable[None]]


class Restarts:
    """Keeps work running, and counts how often it had to start again."""

    def __init__(self) -> None:
        self.count = 0

    async def keep_running(self, name: str, work: Work) -> None:
        """Run work forever: start it again whenever it ends or fails."""
        while True:
            try:
                await work()
            except Exception as error:
                self.count += 1
                _LOG.error(f"{name} failed and restarts: %s: %s", type(error).__name__, error)
            await asyncio.sleep(PAUSE_SECONDS)


async def end_tasks(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Cancel tasks until all have ended.

    Once is not enough: asyncpg swallows a cancellation that arrives while a query times out.
    """
    while pending := [task for task in tasks if not task.done()]:
        for task in pending:
            task.cancel()
        await asyncio.wait(pending, timeout=CANCEL_SECONDS)
    await asyncio.gather(*tasks, return_exceptions=True)
