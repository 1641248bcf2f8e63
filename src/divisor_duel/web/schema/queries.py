"""Query strings of the API and the pages, as types: reading one validates it.

`game.query_string` reads them, and the OpenAPI document lists their fields as parameters.
Parameters that are not fields are ignored.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from divisor_duel.drawing.worksheet import MOST_PUZZLES
from divisor_duel.learn.exercises import MOST
from divisor_duel.learn.hints import STEPS
from divisor_duel.learn.puzzle import FIRST_RATING, THEMES
from divisor_duel.web.schema.requests import GameName, Move, PositionText

LARGEST_RATING = 10_000
"""Limit on ratings, positive or negative; no solver reaches it."""

LONGEST_SEED = 40
"""Length limit of a puzzle's seed, in characters."""

LONGEST_PATH = 1200
"""Length limit of an address in a QR code, in characters."""

Rating = Annotated[int, Meta(ge=-LARGEST_RATING, le=LARGEST_RATING)]
Grade = Annotated[str, Meta(max_length=20, description="its grade")]


class PlyQuery(Struct):
    """Asks for a game as it was after some moves."""

    ply: (
        Annotated[
            int, Meta(ge=0, description="after how many moves; by default the current position")
        ]
        | UnsetType
    ) = UNSET


class HintQuery(Struct):
    """Asks for a hint."""

    step: Annotated[int, Meta(ge=1, description=f"how much help to give, from 1 to {STEPS}")] = (
        STEPS
    )


class MoveQuery(Struct):
    """Asks about one move."""

    move: Annotated[Move, Meta(description="the move")]


class PositionQuery(Struct):
    """A position: a game, its options under their own names, and the moves so far."""

    game: Annotated[
        GameName, Meta(description="the game; its options follow under their own names")
    ]
    first: Annotated[Literal[1, 2], Meta(description="which player began")] = 1
    moves: Annotated[
        str,
        Meta(
            max_length=10_000,
            pattern=r"^[0-9]{0,19}(\.[0-9]{0,19})*$",
            description="the moves so far, separated by dots",
        ),
    ] = ""
    position: Annotated[
        PositionText, Meta(description="the starting position, if it was set up")
    ] = ""


class AnalysisQuery(PositionQuery, kw_only=True):
    """Asks for the analysis of a position."""

    since: (
        Annotated[
            int,
            Meta(
                ge=0,
                description="after how many moves the winner's strategy was found; by default now",
            ),
        ]
        | UnsetType
    ) = UNSET


class PositionMoveQuery(PositionQuery, kw_only=True):
    """Asks about one move in a position."""

    move: Annotated[Move, Meta(description="the move")]


class PuzzleQuery(Struct):
    """Asks for a puzzle."""

    game: Annotated[GameName, Meta(description="the game; any if left out")] = ""
    seed: Annotated[
        str, Meta(max_length=LONGEST_SEED, description="the same seed, the same puzzle")
    ] = ""
    theme: Annotated[
        str,
        Meta(description="the theme; any if left out", extra_json_schema={"enum": ["", *THEMES]}),
    ] = ""
    near: Annotated[
        Rating | None,
        Meta(description="the solver's rating; without it and a seed, a new solver's"),
    ] = None


class RatingQuery(Struct):
    """Asks how a puzzle will change a solver's rating."""

    puzzle: Annotated[Rating, Meta(description="the puzzle's rating")]
    rating: Annotated[Rating, Meta(description="the solver's rating; left out by new solvers")] = (
        FIRST_RATING
    )


class ExerciseQuery(Struct):
    """Asks for an exercise."""

    game: Annotated[GameName, Meta(description="the game")]
    set: Annotated[
        str, Meta(max_length=40, description="the set of exercises; the first if left out")
    ] = ""
    number: Annotated[int, Meta(ge=1, le=MOST, description=f"its number, from 1 to {MOST}")] = 1


class DayQuery(Struct):
    """Asks for the puzzle of a day."""

    number: (
        Annotated[int, Meta(description="the number of an earlier day's puzzle")] | UnsetType
    ) = UNSET


class ResultQuery(Struct):
    """Asks for a daily puzzle's result as a text to share, and for the solver's streak."""

    number: Annotated[int, Meta(description="the puzzle's number")]
    game: Annotated[GameName, Meta(description="its game")]
    grade: Grade = ""
    results: Annotated[
        str,
        Meta(description="all results, newest first, as 4:01.2,3:1.0: number, tries, hints"),
    ] = ""


class PuzzleLink(Struct):
    """The address of the puzzle page; its script asks the API with the same query string."""

    game: str = ""
    seed: str = ""


class ResultPictureQuery(Struct):
    """Asks for the picture of a daily puzzle's result."""

    game: GameName
    result: Annotated[str, Meta(max_length=40)]
    grade: Grade = ""


class WorksheetQuery(Struct):
    """Asks for a worksheet with puzzles."""

    puzzles: Annotated[int, Meta(ge=1, le=MOST_PUZZLES, description="how many puzzles")] = 8
    seed: Annotated[
        str, Meta(max_length=LONGEST_SEED, description="the same seed, the same worksheet")
    ] = ""
    paper: Annotated[Literal["a4", "letter"], Meta(description="the size of the paper")] = "a4"
    format: Annotated[Literal["pdf", "svg"], Meta(description="the kind of file")] = "pdf"


class CodeQuery(Struct):
    """Asks for a QR code of an address of this site."""

    path: Annotated[str, Meta(max_length=LONGEST_PATH, pattern="^/(?!/)")] = "/"
