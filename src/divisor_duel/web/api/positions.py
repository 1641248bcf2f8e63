"""Positions outside any game being played: show, set up, analyse, export as text."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from divisor_duel.web.api.analysis import LineStream, analysis_response, stream_answers
from divisor_duel.web.api.http import decode, read_body, run_query
from divisor_duel.web.context import context_of, json_response
from divisor_duel.web.engine.position_queries import (
    analysis_query,
    position_query,
    variations_query,
    why_query,
)
from divisor_duel.web.engine.query import Query
from divisor_duel.web.schema import requests


async def show_position(request: Request) -> Response:
    """GET /api/position: made by a worker, as a board may have thousands of moves."""
    return json_response(
        await _ask_quick_worker(request, position_query("state", request.query_params))
    )


async def show_setting(request: Request) -> Response:
    """GET /api/position/setting: the parts of a position, to be edited by hand."""
    return json_response(
        await _ask_quick_worker(request, position_query("setting", request.query_params))
    )


async def _ask_quick_worker(request: Request, query: Query) -> bytes:
    """Ask a worker that does only short work, so that boards appear at once."""
    context = context_of(request)
    return await run_query(request, context.picture_workers, query, context.limits.picture_seconds)


async def show_position_analysis(request: Request) -> Response:
    """GET /api/position/analysis."""
    return await analysis_response(request, analysis_query(request.query_params))


async def show_why(request: Request) -> Response:
    """GET /api/position/why?move=8: the line that refutes a move or confirms it."""
    return await analysis_response(request, why_query(request.query_params))


async def watch_values(request: Request) -> Response:
    """GET /api/position/values: better and better analyses, one per line."""
    query = position_query("explore", request.query_params)
    return LineStream(stream_answers(request, query), headers={"x-accel-buffering": "no"})


async def read_variations(request: Request) -> Response:
    """POST /api/records/tree: a record with its variations, to be explored."""
    text = decode(await read_body(request), requests.RecordText).text
    context = context_of(request)
    return json_response(
        await run_query(
            request,
            context.analysis_workers,
            Query("tree", text=text),
            context.limits.record_seconds,
        )
    )


async def write_variations(request: Request) -> Response:
    """POST /api/position/record: moves and variations, as the text of a record."""
    tree = decode(await read_body(request), requests.Tree)
    answer = await _ask_quick_worker(request, variations_query(tree))
    return Response(answer, media_type="text/plain")
