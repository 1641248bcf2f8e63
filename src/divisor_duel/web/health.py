"""How the server is: alive, ready, and in numbers."""

from __future__ import annotations

import asyncio
from time import monotonic

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from divisor_duel.web import messages
from divisor_duel.web.api import answer, parts_of
from divisor_duel.web.service import Service
from divisor_duel.web.store import StoreBusyError

CHECK_SECONDS = 3.0
"""How long the database may take to answer."""

FRESH_SECONDS = 1.0
"""For how long an answer is given again, so that asking often costs nothing."""

LATE_SECONDS = 20.0
"""After how long background work, or hearing other servers, counts as broken."""


class Physician:
    """Looks whether the server can do its work."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._looking: asyncio.Task[messages.Readiness] | None = None
        self._at = -FRESH_SECONDS

    async def look(self) -> messages.Readiness:
        """How things are, as of at most a moment ago."""
        if self._looking is None or monotonic() - self._at > FRESH_SECONDS:
            self._at = monotonic()
            self._looking = asyncio.create_task(self._look())
        return await asyncio.shield(self._looking)

    async def _look(self) -> messages.Readiness:
        began, problems, silence = monotonic(), [], None
        try:
            silence = await asyncio.wait_for(self._service.store.check(), CHECK_SECONDS)
        except (StoreBusyError, TimeoutError) as error:
            problems.append(f"the database does not work: {error or 'no answer'}")
        took = monotonic() - began
        swept = monotonic() - self._service.computers.swept
        if swept > LATE_SECONDS:
            problems.append(f"forgotten computer moves were last looked for {swept:.0f} s ago")
        if silence is not None and silence > LATE_SECONDS:
            problems.append(f"other servers were last heard {silence:.0f} s ago")
        return messages.Readiness(not problems, problems, took, swept, silence)


async def show_health(request: Request) -> Response:
    """GET /healthz."""
    return answer(messages.Health())


async def show_readiness(request: Request) -> Response:
    """GET /readyz."""
    found = await parts_of(request).physician.look()
    return answer(found, 200 if found.ready else 503)


async def show_metrics(request: Request) -> Response:
    """GET /metrics: only for who runs the server."""
    parts = parts_of(request)
    peer = request.client.host if request.client else ""
    if not parts.operators.trusts(peer) or "x-forwarded-for" in request.headers:
        raise HTTPException(403, "only the operator may see this; --metrics-from says who that is")
    kind = "text/plain; version=0.0.4; charset=utf-8"
    return Response(parts.metrics.text(), headers={"content-type": kind})
