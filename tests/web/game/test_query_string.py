"""Query strings: what is read, what is refused, and in which words."""

from __future__ import annotations

import pytest
from msgspec import Struct

from divisor_duel.web.game.query_string import in_words, parameters_of, read_ply, read_query
from divisor_duel.web.game.table import RefusedError
from divisor_duel.web.schema.queries import (
    CodeQuery,
    HintQuery,
    MoveQuery,
    PlyQuery,
    PositionMoveQuery,
    PositionQuery,
    RatingQuery,
)
from tests.web.game.tables import played, table_of


def test_texts_become_values() -> None:
    """Numbers are read from their digits, defaults are filled in, and other names are ignored."""
    query = {"game": "chain", "first": "2", "high": "30", "move": "6"}
    assert read_query(query, PositionMoveQuery) == PositionMoveQuery("chain", 2, move=6)
    assert read_query({"puzzle": "-40"}, RatingQuery) == RatingQuery(-40, 1000)


@pytest.mark.parametrize(
    ("kind", "query", "problem"),
    [
        (MoveQuery, {}, "move is missing"),
        (
            MoveQuery,
            {"move": "x" * 50},
            "move must be a whole number from 0 to 1000000000000000000",
        ),
        (HintQuery, {"step": "0"}, "step must be a whole number of at least 1, not '0'"),
        (PlyQuery, {"ply": ""}, "ply must be a whole number of at least 0, not ''"),
        (PositionQuery, {"game": "chain", "first": "3"}, "first must be 1 or 2, not '3'"),
        (PositionQuery, {"game": "g" * 41}, "game must be a text of at most 40 characters"),
        (RatingQuery, {"puzzle": "9" * 400}, "puzzle must be a whole number from -10000 to 10000"),
    ],
)
def test_what_does_not_fit_is_refused(
    kind: type[Struct], query: dict[str, str], problem: str
) -> None:
    """One sentence names the first parameter that is wrong, what it must be, and what it is."""
    with pytest.raises(RefusedError) as error:
        read_query(query, kind)
    assert str(error.value).startswith(problem)
    assert len(str(error.value)) < 150


def test_better_words_may_be_given() -> None:
    """The caller may know more than the type."""
    with pytest.raises(
        RefusedError, match=r"^path must be an address of this site, not '//other'$"
    ):
        read_query({"path": "//other"}, CodeQuery, path="an address of this site")


def test_a_ply_is_one_of_the_game() -> None:
    """By default it is the last; beyond the last, or not a number, it is refused."""
    table = played(table_of("chain"), 3)
    assert read_ply({}, table) == 3
    assert read_ply({"ply": "0"}, table) == 0
    for wrong in ("4", "-1", "x", ""):
        with pytest.raises(RefusedError, match="from 0 to 3"):
            read_ply({"ply": wrong}, table)


def test_parameters_are_the_fields() -> None:
    """Each has its schema, in which a value that may be left out is not null."""
    assert list(parameters_of(PositionMoveQuery)) == ["game", "first", "moves", "position", "move"]
    description = "after how many moves; by default the current position"
    assert parameters_of(PlyQuery) == {
        "ply": {"type": "integer", "minimum": 0, "description": description}
    }


def test_a_schema_in_words() -> None:
    """A number without bounds is any whole number."""
    assert in_words({"type": "integer"}) == "a whole number"
