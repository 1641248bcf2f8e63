"""The routes that monitoring uses: health, readiness and metrics."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from divisor_duel.web.context import context_of, json_response
from divisor_duel.web.schema import states


async def show_health(request: Request) -> Response:
    """GET /healthz."""
    return json_response(states.Health())


async def show_readiness(request: Request) -> Response:
    """GET /readyz."""
    readiness = await context_of(request).readiness.check()
    return json_response(readiness, 200 if readiness.ready else 503)


async def show_metrics(request: Request) -> Response:
    """GET /metrics: only for the operator of the server."""
    context = context_of(request)
    peer = request.client.host if request.client else ""
    if not context.operators.contains(peer) or "x-forwarded-for" in request.headers:
        raise HTTPException(403, "only the operator can see this")
    kind = "text/plain; version=0.0.4; charset=utf-8"
    return Response(context.metrics.text(), headers={"content-type": kind})
