"""Insight over HTTP: analyses, hints, reviews and puzzles, worked out in other processes."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import Response

from divisor_duel.games import find_game
from divisor_duel.web.api import answer, parts_of, read_ply, think
from divisor_duel.web.tables import NotAllowedError, RefusedError, Table
from divisor_duel.web.thinkers import HARD_SECONDS
from divisor_duel.web.thinking import Job, job_about
from divisor_duel.web.view import values_allowed


async def show_analysis(request: Request) -> Response:
    """GET /api/games/{id}/analysis."""
    table = await _open_table(request, "values are shown when the game is over")
    ply = read_ply(request, table)
    return await _think(request, job_about("analysis", table, ply))


async def show_hint(request: Request) -> Response:
    """GET /api/games/{id}/hint."""
    table = await _open_table(request, "there are no hints in a game between two people")
    if table.outcome:
        raise RefusedError("the game is over; there is no move to hint at")
    return await _think(request, job_about("hint", table, len(table.moves)))


async def show_review(request: Request) -> Response:
    """GET /api/games/{id}/review."""
    table = await _open_table(request, "the review begins when the game is over")
    return await _think(request, job_about("review", table, len(table.moves)))


async def _open_table(request: Request, problem: str) -> Table:
    table = await parts_of(request).service.find(request.path_params["id"])
    if not values_allowed(table):
        raise NotAllowedError(problem)
    return table


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
