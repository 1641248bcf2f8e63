"""Insight over HTTP: analyses, hints, reviews and puzzles, worked out in other processes."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import Response

from divisor_duel.games import find_game
from divisor_duel.web.api import answer, parts_of, read_ply, think
from divisor_duel.web.games import NotAllowedError, RefusedError, Table
from divisor_duel.web.seats import line_of
from divisor_duel.web.view import values_allowed
from divisor_duel.web.work import HARD_SECONDS
from divisor_duel.web.worker import Job, job_about


async def show_analysis(request: Request) -> Response:
    """GET /api/games/{id}/analysis."""
    table = await _open_table(request, "values are shown when the game is over")
    ply = read_ply(request, table)
    await _refuse_peeking(request, table, range(ply, ply + 1))
    return await _think(request, job_about("analysis", table, ply))


async def show_hint(request: Request) -> Response:
    """GET /api/games/{id}/hint."""
    table = await _open_table(request, "there are no hints in a game between two people")
    if table.outcome:
        raise RefusedError("the game is over; there is no move to hint at")
    await _refuse_peeking(request, table, range(len(table.moves), len(table.moves) + 1))
    return await _think(request, job_about("hint", table, len(table.moves)))


async def show_review(request: Request) -> Response:
    """GET /api/games/{id}/review."""
    table = await _open_table(request, "the review begins when the game is over")
    await _refuse_peeking(request, table, range(len(table.moves) + 1))
    return await _think(request, job_about("review", table, len(table.moves)))


async def _open_table(request: Request, problem: str) -> Table:
    table = await parts_of(request).service.find(request.path_params["id"])
    if not values_allowed(table):
        raise NotAllowedError(problem)
    return table


async def _refuse_peeking(request: Request, table: Table, plies: Iterable[int]) -> None:
    """A record of a game that two people are still playing shows no values either."""
    lines = [line_of(table, ply) for ply in plies if ply] if table.taken_up else []
    if lines and await parts_of(request).service.store.playing(lines):
        raise NotAllowedError("two people are still playing this game; values are shown at its end")


async def show_puzzle(request: Request) -> Response:
    """GET /api/puzzle."""
    query = request.query_params
    game = query.get("game") or None
    if game is not None:
        find_game(game)
    seed = query.get("seed") or str(secrets.randbits(20))
    if query.get("daily") == "1":
        seed = f"{datetime.now(UTC):%Y-%m-%d}"
    elif len(seed) > 40 or not seed.isprintable():
        raise RefusedError("seed may have 40 printable characters at the most")
    return await _think(request, Job("puzzle", seed=seed, game=game))


async def _think(request: Request, job: Job) -> Response:
    return answer(await think(request, parts_of(request).analysts, job, HARD_SECONDS))
