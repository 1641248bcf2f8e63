"""Puzzles, ratings and results over HTTP."""

from __future__ import annotations

import httpx
import msgspec

from divisor_duel.learn.daily import Result
from divisor_duel.learn.progress import Progress
from divisor_duel.learn.progress_codes import read_code, write_code
from divisor_duel.learn.puzzle import FIRST_RATING, new_rating
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


def test_a_result_to_share_counts_the_streak(client: httpx.Client) -> None:
    """The text names the puzzle; the streak counts solved puzzles in a row."""
    query = "number=4&grade=easy&game=chain&results=2:1.0,3:01.0,4:001.2"
    found = client.get(f"/api/daily/result?{query}").json()
    assert found["streak"] == 3
    assert "Divisor Duel 4" in found["text"]
    assert client.get("/api/daily/result?number=5&game=chain&results=4:1.0").status_code == 422


def test_progress_and_a_code_are_merged(client: httpx.Client) -> None:
    """The answer has both, as a message and as a code; a wrong code is one sentence."""
    own = {"daily": {"3": {"tries": "01", "hints": 2, "wrong": [7]}}, "rating": None, "run": 0}
    code = write_code(Progress({4: Result(4, (True,))}, 1200, 5, {"chain/pairs": 2}))
    merged = client.post("/api/progress", json={"progress": own, "code": code}).json()
    assert merged["progress"] == {
        "daily": {
            "3": {"tries": [False, True], "hints": 2, "wrong": [7]},
            "4": {"tries": [True], "hints": 0},
        },
        "rating": 1200,
        "run": 5,
        "exercises": {"chain/pairs": 2},
    }
    assert read_code(merged["code"]).results[3] == Result(3, (False, True), 2, (7,))
    assert "rating 1200" in merged["text"]
    alone = client.post("/api/progress", json={"progress": own}).json()
    assert alone["progress"]["rating"] is None
    wrong = client.post("/api/progress", json={"progress": own, "code": "x"})
    assert wrong.status_code == 422
    assert wrong.json()["error"].startswith("this is not a code from Divisor Duel")
    for progress, other in (({}, ""), (own, "x" * 20_001), (3, "")):
        body = {"progress": progress, "code": other}
        assert client.post("/api/progress", json=body).status_code == 422
