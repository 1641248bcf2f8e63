"""Questions of learners, which belong to no game being played: puzzles, lessons."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import UTC, date, datetime

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from divisor_duel.daily import TRIES, Result, day_of, number_of, streak, told
from divisor_duel.game import brief, read_number
from divisor_duel.games.registry import find_game
from divisor_duel.puzzle import FIRST_RATING, THEMES, rated
from divisor_duel.web.api import answer
from divisor_duel.web.insight import think_about
from divisor_duel.web.tables import RefusedError
from divisor_duel.web.thinking import Query

LOOKED_BACK = 5000
"""How many days back puzzles are made."""

HIGHEST = 10_000
"""A rating that nobody reaches."""

LONGEST = 10_000
"""Characters of a list of results in an address."""


def _game(query: Mapping[str, str]) -> str | None:
    game = query.get("game") or None
    return find_game(game).id if game else None


def read_puzzle(query: Mapping[str, str]) -> tuple[str | None, str, str | None]:
    """The game, the seed and the theme that an address names."""
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
    return await think_about(request, Query("puzzle", seed=seed, game=game, theme=theme))


class RatingMessage(Struct):
    """A solver's rating, and what a puzzle will make of it."""

    rating: int
    solved: int
    missed: int


async def show_rating(request: Request) -> Response:
    """GET /api/puzzle/rating: ``puzzle=1340``, and ``rating=1012`` of whoever has solved some."""
    query = request.query_params
    difficulty = _signed(query.get("puzzle", ""))
    rating = _signed(query["rating"]) if query.get("rating") else FIRST_RATING
    if difficulty is None or rating is None or max(abs(difficulty), abs(rating)) > HIGHEST:
        raise RefusedError(f"puzzle and rating must be numbers up to {HIGHEST}")
    after = (rated(rating, difficulty, solved) for solved in (True, False))
    return answer(RatingMessage(rating, *after))


def read_day(query: Mapping[str, str]) -> date:
    """The day that an address names by the number of its puzzle; today if it names none."""
    today, text = datetime.now(UTC).date(), query.get("number")
    if text is None:
        return today
    number, latest = _signed(text), number_of(today)
    if number is None or not latest - LOOKED_BACK <= number <= latest:
        raise RefusedError(f"number must be from 1 to {latest}, not {brief(text)}")
    return day_of(number)


def _signed(text: str) -> int | None:
    """A number that may be below 0, as a day's is where a clock is behind the first day."""
    size = read_number(text.removeprefix("-")[:8])
    return None if size is None else -size if text.startswith("-") else size


async def show_daily(request: Request) -> Response:
    """GET /api/daily: today's puzzle, or that of an earlier day by its number."""
    return await think_about(
        request, Query("daily", seed=read_day(request.query_params).isoformat())
    )


class ResultMessage(Struct):
    """A result to pass on, and how many puzzles in a row were solved."""

    text: str
    streak: int


async def show_result(request: Request) -> Response:
    """GET /api/daily/result: ``number=4&grade=easy&game=chain&results=3:1.0,4:01.2``."""
    query = request.query_params
    results = [read_result(text) for text in query.get("results", "")[:LONGEST].split(",") if text]
    number = _signed(query.get("number", ""))
    mine = next((one for one in results if one.number == number), None)
    if mine is None or number is None:
        raise RefusedError("number must be one of the results, which are written 4:01.2")
    title = f"{find_game(query.get('game', '')).id.title()}, {query.get('grade', '')[:20]}"
    return answer(ResultMessage(told(number, title, mine), streak(results, number)))


def read_result(text: str) -> Result:
    """A result as ``4:01.2``: puzzle 4, solved at the second try, two hints."""
    number, _, rest = text.partition(":")
    tries, _, hints = rest.partition(".")
    if not set(tries) <= set("01") or len(tries) > TRIES:
        raise RefusedError(f"a result is written 4:01.2, not {brief(text)}")
    asked = read_number(hints[:3]) or 0
    return Result(_signed(number) or 0, tuple(one == "1" for one in tries), asked)


async def show_lesson(request: Request) -> Response:
    """GET /api/lessons/{game}."""
    game = _game(request.path_params)
    return await think_about(request, Query("lesson", game))
