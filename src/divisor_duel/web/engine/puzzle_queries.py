"""Queries for puzzles, the daily puzzle and lessons, and what results are worth.

The API's handlers and the static site share these functions.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import NamedTuple

import msgspec
from msgspec import UNSET, Struct

from divisor_duel.game import brief, read_number
from divisor_duel.games.registry import find_game
from divisor_duel.learn.daily import TRIES, Result, day_of, number_of, share_text, streak
from divisor_duel.learn.puzzle import FIRST_RATING, THEMES, new_rating
from divisor_duel.web.engine.query import Query
from divisor_duel.web.game.query_string import read_query, unfit
from divisor_duel.web.game.table import RefusedError
from divisor_duel.web.schema.queries import (
    LONGEST_SEED,
    DayQuery,
    PuzzleQuery,
    RatingQuery,
    ResultQuery,
)
from divisor_duel.web.schema.requests import ProgressRequest

DAYS_BACK = 5000
"""How many days back the daily puzzle is available."""

SEED_WANTED = f"at most {LONGEST_SEED} printable characters"
"""What a seed must be, in words."""

LONGEST_RESULTS = 10_000
"""How much of the list of results in a query is read, in characters."""


class AskedPuzzle(NamedTuple):
    """The puzzle that a query asks for; see `Query` for the fields."""

    game: str | None
    seed: str
    theme: str | None
    near: int | None


def read_puzzle(query: Mapping[str, str]) -> AskedPuzzle:
    """Return what a query asks for; without a seed and a rating, it is for a new solver."""
    asked = read_query(query, PuzzleQuery, seed=SEED_WANTED)
    game, theme = find_game(asked.game).id if asked.game else None, asked.theme or None
    if theme is not None and theme not in THEMES:
        raise RefusedError(f"there is no theme {brief(theme)}; choose one of {', '.join(THEMES)}")
    if not asked.seed.isprintable():
        raise unfit("seed", SEED_WANTED, asked.seed)
    near = FIRST_RATING if asked.near is None and not asked.seed else asked.near
    return AskedPuzzle(game, asked.seed or str(secrets.randbits(20)), theme, near)


def puzzle_query(params: Mapping[str, str]) -> Query:
    """Ask for a puzzle."""
    return Query("puzzle", **read_puzzle(params)._asdict())


class RatingMessage(Struct):
    """A solver's rating before a puzzle, after solving it and after missing it."""

    rating: int
    solved: int
    missed: int


def rating_of(params: Mapping[str, str]) -> RatingMessage:
    """Return how a puzzle changes a rating: ``puzzle=1340&rating=1012``."""
    asked = read_query(params, RatingQuery)
    after = (new_rating(asked.rating, asked.puzzle, solved) for solved in (True, False))
    return RatingMessage(asked.rating, *after)


def read_day(query: Mapping[str, str]) -> date:
    """Return the day of the puzzle whose number is in the query; by default today."""
    today = datetime.now(UTC).date()
    latest = number_of(today)
    wanted = f"from 1 to {latest}"
    number = read_query(query, DayQuery, number=wanted).number
    if number is UNSET:
        return today
    if not latest - DAYS_BACK <= number <= latest:
        raise unfit("number", wanted, number)
    return day_of(number)


def daily_query(params: Mapping[str, str]) -> Query:
    """Ask for the puzzle of a day."""
    return Query("daily", seed=read_day(params).isoformat())


class ResultMessage(Struct):
    """A result to share, and how many puzzles in a row were solved."""

    text: str
    streak: int


def result_of(params: Mapping[str, str]) -> ResultMessage:
    """Return a result to share: ``number=4&grade=easy&game=chain&results=3:1.0,4:01.2``."""
    wanted = "the number of a result, written like 4:01.2"
    asked = read_query(params, ResultQuery, number=wanted)
    results = [read_result(text) for text in asked.results[:LONGEST_RESULTS].split(",") if text]
    number = asked.number
    own = next((result for result in results if result.number == number), None)
    if own is None:
        raise unfit("number", wanted, number)
    title = f"{find_game(asked.game).id.title()}, {asked.grade}"
    return ResultMessage(share_text(number, title, own), streak(results, number))


def read_result(text: str) -> Result:
    """Read a result such as ``4:01.2``: puzzle 4, solved on the second try, two hints."""
    number, _, rest = text.partition(":")
    tries, _, hints = rest.partition(".")
    if not set(tries) <= set("01") or len(tries) > TRIES:
        raise RefusedError(f"a result is written like 4:01.2, not {brief(text)}")
    hint_count = read_number(hints[:3]) or 0
    day = read_number(number.removeprefix("-")[:8]) or 0
    if number.startswith("-"):  # a day's number is negative if the clock is set too early
        day = -day
    return Result(day, tuple(digit == "1" for digit in tries), hint_count)


def lesson_query(game: str) -> Query:
    """Ask for a game's lesson."""
    return Query("lesson", find_game(game).id)


def progress_query(request: ProgressRequest) -> Query:
    """Ask for a browser's progress, with what a code holds added to it."""
    return Query("progress", text=msgspec.json.encode(request).decode())
