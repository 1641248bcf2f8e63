"""API handlers for analyses, hints and reviews of games, made by worker processes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import aclosing

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from divisor_duel.web.api.http import run_query
from divisor_duel.web.context import context_of, json_response
from divisor_duel.web.engine.game_queries import (
    analysis_query,
    coach_query,
    hint_query,
    review_query,
)
from divisor_duel.web.engine.pool import QUERY_SECONDS, BusyError, WorkerError
from divisor_duel.web.engine.query import Query
from divisor_duel.web.game.table import RefusedError, Table
from divisor_duel.web.schema import states
from divisor_duel.web.schema.states import encode


async def show_analysis(request: Request) -> Response:
    """GET /api/games/{id}/analysis."""
    return await _answer_about_game(request, analysis_query)


async def show_hint(request: Request) -> Response:
    """GET /api/games/{id}/hint."""
    return await _answer_about_game(request, hint_query)


async def show_coach(request: Request) -> Response:
    """GET /api/games/{id}/coach?move=12: the coach's warning about a move, if any."""
    return await _answer_about_game(request, coach_query)


async def show_review(request: Request) -> Response:
    """GET /api/games/{id}/review."""
    return await _answer_about_game(request, review_query)


async def _answer_about_game(
    request: Request, ask: Callable[[Table, Mapping[str, str]], Query]
) -> Response:
    table = await context_of(request).service.find(request.path_params["id"])
    return await analysis_response(request, ask(table, request.query_params))


async def analysis_response(request: Request, query: Query) -> Response:
    """Return a worker's answer; 429 or 503 if too many queries are waiting."""
    return json_response(
        await run_query(request, context_of(request).analysis_workers, query, QUERY_SECONDS)
    )


class LineStream(StreamingResponse):
    """A stream of messages, one per line, until the client disconnects."""

    media_type = "application/x-ndjson"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        sending = asyncio.ensure_future(self.stream_response(send))
        leaving = asyncio.ensure_future(self.listen_for_disconnect(receive))
        try:
            await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, leaving):
                task.cancel()
            await asyncio.gather(sending, leaving, return_exceptions=True)


async def stream_answers(request: Request, query: Query) -> AsyncIterator[bytes]:
    """Yield better and better answers, one per line; an error is the last line."""
    context, client = context_of(request), request.scope["client_name"]
    interruption: states.Interrupted | None = None
    try:
        async with aclosing(context.analysis_workers.watch(query, client)) as answers:
            async for message in answers:
                yield message + b"\n"
    except BusyError:
        interruption = states.Interrupted("the engine is busy", busy=True)
    except (WorkerError, RefusedError) as error:
        interruption = states.Interrupted(str(error))
    if interruption:
        yield encode(interruption) + b"\n"
