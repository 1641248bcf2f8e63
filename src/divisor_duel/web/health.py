"""Health, readiness and metrics of the server."""

from __future__ import annotations

import asyncio
from time import monotonic

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from divisor_duel.web import messages
from divisor_duel.web.api import answer, parts_of
from divisor_duel.web.service import Service
from divisor_duel.web.store import cause_of

CHECK_SECONDS = 1.0
"""How long a readiness check waits for the database, in seconds."""

FRESH_SECONDS = 1.0
"""Seconds for which a result is reused, so that frequent requests cost nothing."""

LATE_SECONDS = 20.0
"""Seconds since the last sweep, or since other servers were heard, that mean a problem."""


class Physician:
    """Checks whether the server can do its work."""

    def __init__(self, service: Service, seconds: float = CHECK_SECONDS) -> None:
        """Limit a check of the database to `seconds`."""
        self._service, self._seconds = service, seconds
        self._checking: asyncio.Task[float] | None = None
        """The latest check of the database; it may outlast the request that began it."""
        self._latest: asyncio.Task[messages.Readiness] | None = None
        self._began = -FRESH_SECONDS

    async def look(self) -> messages.Readiness:
        """Return the readiness as of at most FRESH_SECONDS ago."""
        if self._latest is None or monotonic() - self._began > FRESH_SECONDS:
            self._began = monotonic()
            self._latest = asyncio.create_task(self._look())
        return await asyncio.shield(self._latest)

    async def _look(self) -> messages.Readiness:
        began, problems, silence = monotonic(), [], None
        try:
            silence = await self._check()
        except Exception as error:
            problems.append(f"the database does not work: {cause_of(error)}")
        took = monotonic() - began
        swept = monotonic() - self._service.computers.swept
        if swept > LATE_SECONDS:
            problems.append(f"the last search for forgotten computer moves was {swept:.0f} s ago")
        if silence is not None and silence > LATE_SECONDS:
            problems.append(f"other servers were last heard {silence:.0f} s ago")
        return messages.Readiness(not problems, problems, took, swept, silence)

    async def _check(self) -> float:
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


async def show_health(request: Request) -> Response:
    """GET /healthz."""
    return answer(messages.Health())


async def show_readiness(request: Request) -> Response:
    """GET /readyz."""
    readiness = await parts_of(request).physician.look()
    return answer(readiness, 200 if readiness.ready else 503)


async def show_metrics(request: Request) -> Response:
    """GET /metrics: only for the operator of the server."""
    parts = parts_of(request)
    peer = request.client.host if request.client else ""
    if not parts.operators.trusts(peer) or "x-forwarded-for" in request.headers:
        raise HTTPException(403, "only the operator may see this; --metrics-from says who that is")
    kind = "text/plain; version=0.0.4; charset=utf-8"
    return Response(parts.metrics.text(), headers={"content-type": kind})
