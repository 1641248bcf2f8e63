"""Background work that nothing may end: whatever goes wrong is logged, and it begins again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

PAUSE_SECONDS = 1.0
CANCEL_SECONDS = 1.0
"""Time after which a task that was cancelled and still runs is cancelled again, in seconds."""

_LOG = logging.getLogger("divisor_duel.web")


Work = Callable[[], Awaitable[None]]


class Restarts:
    """Keeps work running, and counts how often it had to begin again."""

    def __init__(self) -> None:
        self.count = 0

    async def keep_running(self, name: str, work: Work) -> None:
        """Do something for ever, again from the start after any failure."""
        while True:
            try:
                await work()
            except Exception as error:
                self.count += 1
                _LOG.error(f"{name} failed and begins again: %s: %s", type(error).__name__, error)
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
