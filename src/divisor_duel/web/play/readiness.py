"""Readiness: the database answers, and the background work is running."""

from __future__ import annotations

import asyncio
from time import monotonic

from divisor_duel.web.play.service import Service
from divisor_duel.web.schema.states import Readiness
from divisor_duel.web.store.port import cause_of

CHECK_SECONDS = 1.0
"""How long a readiness check waits for the database, in seconds."""

FRESH_SECONDS = 1.0
"""Seconds for which a result is reused, so that frequent requests cost nothing."""

LATE_SECONDS = 20.0
"""Seconds since the last sweep, or since other servers were heard, that mean a problem."""


class ReadinessCheck:
    """Checks whether the server can do its work."""

    def __init__(self, service: Service, seconds: float = CHECK_SECONDS) -> None:
        """Limit a check of the database to `seconds`."""
        self._service, self._seconds = service, seconds
        self._checking: asyncio.Task[float] | None = None
        """The latest check of the database; it may outlast the request that began it."""
        self._latest: asyncio.Task[Readiness] | None = None
        self._began = -FRESH_SECONDS

    async def check(self) -> Readiness:
        """Return the readiness as of at most FRESH_SECONDS ago."""
        if self._latest is None or monotonic() - self._began > FRESH_SECONDS:
            self._began = monotonic()
            self._latest = asyncio.create_task(self._find_problems())
        return await asyncio.shield(self._latest)

    async def _find_problems(self) -> Readiness:
        began, problems, silence = monotonic(), [], None
        try:
            silence = await self._check_database()
        except Exception as error:
            problems.append(f"the database does not work: {cause_of(error)}")
        took = monotonic() - began
        swept = monotonic() - self._service.computer_players.last_sweep
        if swept > LATE_SECONDS:
            problems.append(f"the last search for forgotten computer moves was {swept:.0f} s ago")
        if silence is not None and silence > LATE_SECONDS:
            problems.append(f"other servers were last heard from {silence:.0f} s ago")
        return Readiness(not problems, problems, took, swept, silence)

    async def _check_database(self) -> float:
        """Check the database, or raise TimeoutError if it has not answered in time.

        A check that hangs is not cancelled: cancelling it would mean waiting for the database.
        The next call waits for the same check, so there is never more than one.
        """
        if self._checking is None or self._checking.done():
            self._checking = asyncio.create_task(self._service.store.check())
            self._checking.add_done_callback(_take_error)
        done, _ = await asyncio.wait({self._checking}, timeout=self._seconds)
        if not done:
            raise TimeoutError(f"no answer within {self._seconds:g} s")
        return self._checking.result()


def _take_error(checked: asyncio.Task[float]) -> None:
    """Stop asyncio from logging the error of a check that no request waits for."""
    if not checked.cancelled():
        checked.exception()
