"""API handlers for puzzles, the daily puzzle, lessons and exercises."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from divisor_duel.web.api.analysis import analysis_response
from divisor_duel.web.api.http import decode, read_body
from divisor_duel.web.context import json_response
from divisor_duel.web.engine.exercise_queries import exercise_query, practice_query
from divisor_duel.web.engine.puzzle_queries import (
    daily_query,
    lesson_query,
    progress_query,
    puzzle_query,
    rating_of,
    result_of,
)
from divisor_duel.web.schema.requests import PracticeRequest, ProgressRequest


async def show_puzzle(request: Request) -> Response:
    """GET /api/puzzle."""
    return await analysis_response(request, puzzle_query(request.query_params))


async def show_rating(request: Request) -> Response:
    """GET /api/puzzle/rating: ``puzzle=1340&rating=1012``; new solvers omit `rating`."""
    return json_response(rating_of(request.query_params))


async def show_daily(request: Request) -> Response:
    """GET /api/daily: today's puzzle, or that of an earlier day by its number."""
    return await analysis_response(request, daily_query(request.query_params))


async def show_result(request: Request) -> Response:
    """GET /api/daily/result: ``number=4&grade=easy&game=chain&results=3:1.0,4:01.2``."""
    return json_response(result_of(request.query_params))


async def show_lesson(request: Request) -> Response:
    """GET /api/lessons/{game}."""
    return await analysis_response(request, lesson_query(request.path_params["game"]))


async def show_exercise(request: Request) -> Response:
    """GET /api/exercise: ``game=chain&set=partner&number=3``."""
    return await analysis_response(request, exercise_query(request.query_params))


async def show_practice(request: Request) -> Response:
    """POST /api/practice: a browser's mistakes after a change, and the one to practise now."""
    asked = decode(await read_body(request), PracticeRequest)
    return await analysis_response(request, practice_query(asked))


async def merge_progress(request: Request) -> Response:
    """POST /api/progress: what a code holds, added to a browser's progress."""
    asked = decode(await read_body(request), ProgressRequest)
    return await analysis_response(request, progress_query(asked))
