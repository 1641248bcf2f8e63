"""API handlers for analyses, hints and reviews of games, made by worker processes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from divisor_duel.learn.hints import STEPS
from divisor_duel.web.api.http import run_query
from divisor_duel.web.api.query_string import read_ply, read_query, unfit
from divisor_duel.web.context import context_of, json_response
from divisor_duel.web.engine.pool import QUERY_SECONDS, BusyError, WorkerError
from divisor_duel.web.engine.query import Query, query_about
from divisor_duel.web.game.table import NotAllowedError, RefusedError, Table
from divisor_duel.web.game.view import values_allowed
from divisor_duel.web.schema import states
from divisor_duel.web.schema.queries import HintQuery, MoveQuery
from divisor_duel.web.schema.states import encode


async def show_analysis(request: Request) -> Response:
    """GET /api/games/{id}/analysis."""
    table = await _open_table(request, "you can see who is winning after the game")
    ply = read_ply(request.query_params, table)
    return await analysis_response(request, query_about("analysis", table, ply))


async def show_hint(request: Request) -> Response:
    """GET /api/games/{id}/hint."""
    table = await _open_table(request, "there are no hints when two people play")
    if table.outcome:
        raise RefusedError("the game is over, so there is no hint")
    query = query_about("hint", table, len(table.moves))
    query.step = min(read_query(request.query_params, HintQuery).step, STEPS)
    return await analysis_response(request, query)


async def show_coach(request: Request) -> Response:
    """GET /api/games/{id}/coach?move=12: the coach's warning about a move, if any."""
    table = await _open_table(request, "there is no coach when two people play")
    wanted = "a legal move"
    move = read_query(request.query_params, MoveQuery, move=wanted).move
    if move not in table.legal:
        raise unfit("move", wanted, move)
    query = query_about("coach", table, len(table.moves))
    query.move = move
    return await analysis_response(request, query)


async def show_review(request: Request) -> Response:
    """GET /api/games/{id}/review."""
    table = await _open_table(request, "you can review the game when it is over")
    return await analysis_response(request, query_about("review", table, len(table.moves)))


async def _open_table(request: Request, problem: str) -> Table:
    table = await context_of(request).service.find(request.path_params["id"])
    if not values_allowed(table):
        raise NotAllowedError(problem)
    return table


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
