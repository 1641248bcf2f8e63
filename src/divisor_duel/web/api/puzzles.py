"""API handlers for puzzles, the daily puzzle and lessons."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import UTC, date, datetime

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from divisor_duel.game import brief, read_number
from divisor_duel.games.registry import find_game
from divisor_duel.learn.daily import TRIES, Result, day_of, number_of, share_text, streak
from divisor_duel.learn.puzzle import FIRST_RATING, THEMES, new_rating
from divisor_duel.web.api.analysis import analysis_response
from divisor_duel.web.context import json_response
from divisor_duel.web.engine.query import Query
from divisor_duel.web.game.table import RefusedError

DAYS_BACK = 5000
"""How many days back the daily puzzle is available."""

LARGEST_RATING = 10_000
"""Limit on ratings, positive or negative; no solver reaches it."""

LONGEST_RESULTS = 10_000
"""Length limit of the list of results in a query, in characters."""


def _game(query: Mapping[str, str]) -> str | None:
    game = query.get("game") or None
    return find_game(game).id if game else None


def read_puzzle(query: Mapping[str, str]) -> tuple[str | None, str, str | None]:
    """Return the game, the seed and the theme that a query asks for."""
    game, theme = _game(query), query.get("theme") or None
    if theme is not None and theme not in THEMES:
        raise RefusedError(f"there is no theme {brief(theme)}; there are {', '.join(THEMES)}")
    seed = query.get("seed") or str(secrets.randbits(20))
    if len(seed) > 40 or not seed.isprintable():
        raise RefusedError("seed may have 40 printable characters at the most")
    return game, seed, theme


async def show_puzzle(request: Request) -> Response:
    """GET /api/puzzle."""
    game, seed, theme = read_puzzle(request.query_params)
    return await analysis_response(request, Query("puzzle", seed=seed, game=game, theme=theme))


class RatingMessage(Struct):
    """A solver's rating before a puzzle, after solving it and after missing it."""

    rating: int
    solved: int
    missed: int


async def show_rating(request: Request) -> Response:
    """GET /api/puzzle/rating: ``puzzle=1340&rating=1012``; new solvers omit `rating`."""
    query = request.query_params
    difficulty = _signed(query.get("puzzle", ""))
    rating = _signed(query["rating"]) if query.get("rating") else FIRST_RATING
    if difficulty is None or rating is None or max(abs(difficulty), abs(rating)) > LARGEST_RATING:
        raise RefusedError(f"puzzle and rating must be numbers up to {LARGEST_RATING}")
    after = (new_rating(rating, difficulty, solved) for solved in (True, False))
    return json_response(RatingMessage(rating, *after))


def read_day(query: Mapping[str, str]) -> date:
    """Return the day of the puzzle whose number is in the query; by default today."""
    today, text = datetime.now(UTC).date(), query.get("number")
    if text is None:
        return today
    number, latest = _signed(text), number_of(today)
    if number is None or not latest - DAYS_BACK <= number <= latest:
        raise RefusedError(f"number must be from 1 to {latest}, not {brief(text)}")
    return day_of(number)


def _signed(text: str) -> int | None:
    """Read a number that may be negative, as a day's is if the clock is set too early."""
    size = read_number(text.removeprefix("-")[:8])
    return None if size is None else -size if text.startswith("-") else size


async def show_daily(request: Request) -> Response:
    """GET /api/daily: today's puzzle, or that of an earlier day by its number."""
    return await analysis_response(
        request, Query("daily", seed=read_day(request.query_params).isoformat())
    )


class ResultMessage(Struct):
    """A result to share, and how many puzzles in a row were solved."""

    text: str
    streak: int


async def show_result(request: Request) -> Response:
    """GET /api/daily/result: ``number=4&grade=easy&game=chain&results=3:1.0,4:01.2``."""
    query = request.query_params
    results = [
        read_result(text) for text in query.get("results", "")[:LONGEST_RESULTS].split(",") if text
    ]
    number = _signed(query.get("number", ""))
    own = next((result for result in results if result.number == number), None)
    if own is None or number is None:
        raise RefusedError("number must be one of the results, which are written 4:01.2")
    title = f"{find_game(query.get('game', '')).id.title()}, {query.get('grade', '')[:20]}"
    return json_response(ResultMessage(share_text(number, title, own), streak(results, number)))


def read_result(text: str) -> Result:
    """Read a result such as ``4:01.2``: puzzle 4, solved on the second try, two hints."""
    number, _, rest = text.partition(":")
    tries, _, hints = rest.partition(".")
    if not set(tries) <= set("01") or len(tries) > TRIES:
        raise RefusedError(f"a result is written 4:01.2, not {brief(text)}")
    hint_count = read_number(hints[:3]) or 0
    return Result(_signed(number) or 0, tuple(digit == "1" for digit in tries), hint_count)


async def show_lesson(request: Request) -> Response:
    """GET /api/lessons/{game}."""
    game = _game(request.path_params)
    return await analysis_response(request, Query("lesson", game))
