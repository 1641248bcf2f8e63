"""Puzzles, ratings and results over HTTP."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import httpx
import msgspec
import pytest

from divisor_duel.learn.daily import Result, number_of
from divisor_duel.learn.puzzle import FIRST_RATING, new_rating
from divisor_duel.web.api.puzzles import DAYS_BACK, read_day, read_puzzle, read_result
from divisor_duel.web.game.table import RefusedError
from divisor_duel.web.schema import analysis


def test_puzzles(client: httpx.Client) -> None:
    """The same seed gives the same puzzle, and every other move has its refutation."""
    asked = client.get("/api/puzzle?game=countdown&seed=7")
    puzzle = msgspec.json.decode(asked.content, type=analysis.PuzzleMessage)
    assert client.get("/api/puzzle?game=countdown&seed=7").content == asked.content
    assert puzzle.state.game == "countdown"
    wrong = {str(move) for move in puzzle.state.legal if move != puzzle.solution}
    assert puzzle.refutations.keys() == wrong
    assert client.get("/api/puzzle?theme=win in 3").json()["theme"] == "win in 3"
    assert client.get("/api/puzzle?theme=luck").status_code == 422
    assert client.get("/api/puzzle?game=go").status_code == 422


def test_ratings(client: httpx.Client) -> None:
    """A rating after a puzzle is the one that the terminal keeps; who has none begins at 1000."""
    told = client.get("/api/puzzle/rating?puzzle=1340&rating=1012").json()
    expected = {"solved": new_rating(1012, 1340, True), "missed": new_rating(1012, 1340, False)}
    assert told == {"rating": 1012, **expected}
    assert client.get("/api/puzzle/rating?puzzle=900").json()["rating"] == FIRST_RATING
    for wrong in ("", "puzzle=a", "puzzle=900&rating=x", "puzzle=900&rating=10001"):
        assert client.get(f"/api/puzzle/rating?{wrong}").status_code == 422


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


def test_a_result_to_share_counts_the_streak(client: httpx.Client) -> None:
    """The text names the puzzle; the streak counts solved puzzles in a row."""
    query = "number=4&grade=easy&game=chain&results=2:1.0,3:01.0,4:001.2"
    found = client.get(f"/api/daily/result?{query}").json()
    assert found["streak"] == 3
    assert "Divisor Duel 4" in found["text"]
    assert client.get("/api/daily/result?number=5&game=chain&results=4:1.0").status_code == 422


def test_a_puzzle_has_a_seed() -> None:
    """A seed that is given is used, a missing one is made up, and a long one is refused."""
    assert read_puzzle({"game": "chain", "seed": "7"}) == ("chain", "7", None)
    _, made, _ = read_puzzle({})
    assert made.isdecimal()
    with pytest.raises(RefusedError, match="seed"):
        read_puzzle({"seed": "x" * 41})
