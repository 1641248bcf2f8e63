"""Queries for puzzles, days, results and lessons."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from divisor_duel.errors import OptionsError
from divisor_duel.learn.daily import Result, number_of
from divisor_duel.learn.progress import ProgressMessage
from divisor_duel.learn.puzzle import FIRST_RATING, new_rating
from divisor_duel.web.engine.puzzle_queries import (
    DAYS_BACK,
    RatingMessage,
    daily_query,
    lesson_query,
    progress_query,
    puzzle_query,
    rating_of,
    read_day,
    read_puzzle,
    read_result,
    result_of,
)
from divisor_duel.web.engine.query import Query
from divisor_duel.web.game.table import RefusedError
from divisor_duel.web.schema.requests import ProgressRequest


def test_a_day_is_found_by_its_number() -> None:
    """Today is the default; days to come, days too long ago and other texts are refused."""
    today = datetime.now(UTC).date()
    assert read_day({}) in (today, today + timedelta(days=1))
    yesterday = today - timedelta(days=1)
    assert read_day({"number": str(number_of(yesterday))}) == yesterday
    latest = number_of(today)
    for wrong in (latest + 2, latest - DAYS_BACK - 2, "", "x", "1.5"):
        with pytest.raises(RefusedError, match="number must be from 1 to"):
            read_day({"number": str(wrong)})


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("4:01.2", Result(4, (False, True), 2)),
        ("4:1.0", Result(4, (True,), 0)),
        ("-3:000", Result(-3, (False,) * 3, 0)),
    ],
)
def test_a_result_is_read(text: str, result: Result) -> None:
    """The number, the tries as 0 or 1, and the hints."""
    assert read_result(text) == result


@pytest.mark.parametrize("text", ["4:0000", "4:2", "4:ab.1"])
def test_a_result_that_cannot_be_is_refused(text: str) -> None:
    """More than three tries, or marks other than 0 and 1, are an error."""
    with pytest.raises(RefusedError, match="a result is written"):
        read_result(text)


def test_a_puzzle_has_a_seed() -> None:
    """A seed that is given is used, a missing one is made up, and a long one is refused."""
    assert read_puzzle({"game": "chain", "seed": "7"}) == ("chain", "7", None, None)
    assert read_puzzle({"seed": "7", "near": "1300"}).near == 1300
    assert read_puzzle({}).near == FIRST_RATING
    made = read_puzzle({}).seed
    assert made.isdecimal()
    with pytest.raises(RefusedError, match="seed"):
        read_puzzle({"seed": "x" * 41})


def test_queries_hold_what_was_asked() -> None:
    """A puzzle by its seed, a day by its number, and a lesson by its game."""
    asked = puzzle_query({"game": "chain", "seed": "7", "theme": "win in 3"})
    assert asked == Query("puzzle", "chain", seed="7", theme="win in 3")
    assert daily_query({}).seed == read_day({}).isoformat()
    assert lesson_query("ladder") == Query("lesson", "ladder")
    with pytest.raises(OptionsError, match="unknown game 'go'"):
        lesson_query("go")
    sent = ProgressRequest(ProgressMessage({}, 1200, 3), "duel1-x")
    query = progress_query(sent)
    assert query.kind == "progress"
    assert msgspec.json.decode(query.text, type=ProgressRequest) == sent


def test_ratings_and_results_need_no_worker() -> None:
    """They follow from the query alone."""
    after = (new_rating(FIRST_RATING, 1340, solved) for solved in (True, False))
    assert rating_of({"puzzle": "1340"}) == RatingMessage(FIRST_RATING, *after)
    summary = result_of({"number": "4", "game": "chain", "results": "4:01.2,3:1.0"})
    assert summary.streak == 2
    with pytest.raises(RefusedError, match="the number of a result"):
        result_of({"number": "5", "game": "chain", "results": "4:01.2"})
