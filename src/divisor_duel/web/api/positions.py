"""Positions outside any game being played: show, set up, analyse, export as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import UNSET
from starlette.requests import Request
from starlette.responses import Response

from divisor_duel.errors import IllegalMoveError
from divisor_duel.game import Player
from divisor_duel.games.registry import find_game, read_options
from divisor_duel.play.record import Record
from divisor_duel.web.api.analysis import LineStream, analysis_response, stream_answers
from divisor_duel.web.api.http import decode, read_body, run_query
from divisor_duel.web.api.query_string import read_query, unfit
from divisor_duel.web.context import context_of, json_response
from divisor_duel.web.engine.query import Query
from divisor_duel.web.game.setup_limits import set_up_limited, start_of
from divisor_duel.web.game.table import MOST_MOVES, RefusedError
from divisor_duel.web.schema import requests
from divisor_duel.web.schema.queries import AnalysisQuery, PositionMoveQuery, PositionQuery

MOVES_WANTED = f"at most {MOST_MOVES} numbers with dots between them, such as 24.12.36"
"""What the moves in an address must be, in words."""


def read_record(query: Mapping[str, str]) -> Record:
    """Read a position from an address: ``game=chain&high=50&first=1&moves=24.12``.

    This runs in the server's own process. It is bounded by the size limits of set-ups, of a
    position's text (`play.positions.LONGEST`) and of a game (`MOST_MOVES`).
    """
    asked = read_query(query, PositionQuery, moves=MOVES_WANTED)
    kind = find_game(asked.game)
    specs = kind.option_specs()
    given = {spec.name: query[spec.name] for spec in specs if spec.name in query}
    rules = set_up_limited(kind.id, read_options(kind, given))
    player = Player(asked.first)
    start = start_of(rules, asked.position, player)
    record = Record(rules, _moves(asked.moves), player, start=start)
    try:
        *_, _ = record.positions()
    except IllegalMoveError as error:
        raise RefusedError(str(error)) from None
    return record


def _moves(text: str) -> tuple[int, ...]:
    moves = tuple(int(word) for word in text.split(".") if word)
    if len(moves) > MOST_MOVES:
        raise unfit("moves", MOVES_WANTED, text)
    return moves


async def show_position(request: Request) -> Response:
    """GET /api/position: made by a worker, as a board may have thousands of moves."""
    return json_response(
        await _ask_quick_worker(request, _query("state", read_record(request.query_params)))
    )


async def show_setting(request: Request) -> Response:
    """GET /api/position/setting: the parts of a position, to be edited by hand."""
    return json_response(
        await _ask_quick_worker(request, _query("setting", read_record(request.query_params)))
    )


async def _ask_quick_worker(request: Request, query: Query) -> bytes:
    """Ask a worker that does only short work, so that boards appear at once."""
    context = context_of(request)
    return await run_query(request, context.picture_workers, query, context.limits.picture_seconds)


async def show_position_analysis(request: Request) -> Response:
    """GET /api/position/analysis."""
    record = read_record(request.query_params)
    query, wanted = _query("analysis", record), f"a whole number from 0 to {len(record.moves)}"
    since = read_query(request.query_params, AnalysisQuery, since=wanted).since
    if since is not UNSET:
        if since > len(record.moves):
            raise unfit("since", wanted, since)
        query.since = since
    return await analysis_response(request, query)


async def show_why(request: Request) -> Response:
    """GET /api/position/why?move=8: the line that refutes a move or confirms it."""
    record = read_record(request.query_params)
    position = record.last_position()
    wanted = "a legal move in that position"
    move = read_query(request.query_params, PositionMoveQuery, move=wanted).move
    if move not in record.game.legal_moves(position):
        raise unfit("move", wanted, move)
    query = _query("why", record)
    query.move = move
    return await analysis_response(request, query)


async def watch_values(request: Request) -> Response:
    """GET /api/position/values: better and better analyses, one per line."""
    query = _query("explore", read_record(request.query_params))
    return LineStream(stream_answers(request, query), headers={"x-accel-buffering": "no"})


def _query(
    kind: Literal["analysis", "explore", "why", "state", "setting"], record: Record
) -> Query:
    rules = record.game
    return Query(kind, rules.id, rules.options, int(record.first), record.moves, start=record.start)


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
    query = Query(
        "variations", tree.game, tree.options, tree.first, text=tree.line, start=tree.position
    )
    return Response(await _ask_quick_worker(request, query), media_type="text/plain")
