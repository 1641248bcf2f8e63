"""Background work that nothing may end: whatever goes wrong is logged, and it begins again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

PAUSE_SECONDS = 1.0

RESTARTS: dict[str, int] = {}
"""How often each work had to begin again."""

_LOG = logging.getLogger("divisor_duel.web")


async def keep_running(name: str, work: Callable[[], Awaitable[None]]) -> None:
    """Do something for ever, again from the start after any failure."""
    while True:
        try:
            await work()
        except Exception as error:
            RESTARTS[name] = RESTARTS.get(name, 0) + 1
            _LOG.error("%s failed and begins again: %s: %s", name, type(error).__name__, error)
        await asyncio.sleep(PAUSE_SECONDS)
