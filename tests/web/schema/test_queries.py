"""Types of query strings: each has limits on what it reads."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from divisor_duel.learn.puzzle import THEMES
from divisor_duel.web.game.query_string import parameters_of
from divisor_duel.web.schema.queries import (
    CodeQuery,
    PositionQuery,
    PuzzleQuery,
    RatingQuery,
    ResultPictureQuery,
    ResultQuery,
)


@pytest.mark.parametrize(
    ("kind", "query"),
    [
        (PositionQuery, {"game": "chain", "moves": "2" * 20}),
        (PositionQuery, {"game": "chain", "moves": "2,4"}),
        (PositionQuery, {"game": "chain", "moves": "2." * 5001}),
        (PositionQuery, {"game": "chain", "position": "x" * 8001}),
        (PuzzleQuery, {"seed": "x" * 41}),
        (RatingQuery, {"puzzle": "10001"}),
        (RatingQuery, {"puzzle": "1", "rating": "-10001"}),
        (ResultQuery, {"number": "4", "game": "chain", "grade": "x" * 21}),
        (ResultPictureQuery, {"game": "chain", "result": "4:" + "0" * 39}),
        (CodeQuery, {"path": "/" + "x" * 1200}),
        (CodeQuery, {"path": "daily"}),
        (CodeQuery, {"path": "//elsewhere"}),
    ],
)
def test_what_is_out_of_bounds_is_refused(kind: Any, query: dict[str, str]) -> None:
    """Numbers, lengths and forms have limits."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(query, kind, strict=False)


def test_the_longest_moves_are_read() -> None:
    """Nineteen digits and empty places between dots are allowed."""
    query = msgspec.convert({"game": "chain", "moves": f"{'9' * 19}..2."}, PositionQuery)
    assert query.moves.endswith("..2.")


def test_themes_are_those_of_puzzles() -> None:
    """The document lists every theme, and no theme."""
    assert parameters_of(PuzzleQuery)["theme"]["enum"] == ["", *THEMES]
