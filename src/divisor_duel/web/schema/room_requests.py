"""Requests about rooms for classes: open one, join it, change it, vote, solve its puzzles."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from divisor_duel.game import OptionValue
from divisor_duel.web.schema.requests import GameName, Move, NewToken

Name = Annotated[str, Meta(max_length=200)]
Number = Annotated[int, Meta(ge=1, le=10_000, description="the pupil's number")]
GameId = Annotated[str, Meta(max_length=64)]
HelpSetting = Literal["locked", "free"]
PairsSetting = Literal["winners", "everyone"]
BeginSetting = Literal["games", "puzzles", "lesson"]


class NewRoom(Struct, forbid_unknown_fields=True):
    """Open a room for a class."""

    token: NewToken
    game: GameName
    options: Annotated[dict[str, OptionValue], Meta(max_length=16)] = {}
    level: Annotated[str, Meta(max_length=40)] = "easy"
    """The computer's level, against an odd pupil."""
    pairs: PairsSetting = "winners"
    help: HelpSetting = "locked"
    begin: BeginSetting = "games"
    """What pupils do first: they wait for a game, solve puzzles, or take the lesson."""


class JoinRoom(Struct, forbid_unknown_fields=True):
    """Join a room with a first name."""

    token: NewToken
    name: Name


class StartRound(Struct, tag_field="type", tag="round", forbid_unknown_fields=True):
    """Start the next round; `after` is the number of rounds so far."""

    after: Annotated[int, Meta(ge=0, le=1000)]


class ChangeSettings(Struct, tag_field="type", tag="settings", forbid_unknown_fields=True):
    """Change settings; what is left out stays as it is."""

    paused: bool | None = None
    help: HelpSetting | None = None
    closed: bool | None = None
    pairs: PairsSetting | None = None
    lesson: bool | None = None
    """Whether pupils take the game's lesson while they wait for a game."""


class RenamePupil(Struct, tag_field="type", tag="rename", forbid_unknown_fields=True):
    """Change a pupil's name."""

    pupil: Number
    name: Name


class RemovePupil(Struct, tag_field="type", tag="remove", forbid_unknown_fields=True):
    """Remove a pupil."""

    pupil: Number


class FreePlace(Struct, tag_field="type", tag="free", forbid_unknown_fields=True):
    """Let a pupil join again by name, on another device."""

    pupil: Number


class RemoveNewcomers(Struct, tag_field="type", tag="newcomers", forbid_unknown_fields=True):
    """Remove everyone who has not played yet, and close the room to newcomers.

    Before the first round, remove everyone who is not here.
    """


class ChosenMove(Struct, frozen=True):
    """A move that pupils made in a position, and how many."""

    move: Move
    count: Annotated[int, Meta(ge=0, le=1_000_000)]


class Discussed(Struct, frozen=True, forbid_unknown_fields=True):
    """A position to discuss, as it was in the results when the teacher chose it."""

    number: Annotated[int, Meta(ge=1, le=20, description="from 1, the hardest first")]
    moves: Annotated[tuple[Move, ...], Meta(max_length=1000)]
    """The moves that lead to it."""
    chosen: Annotated[tuple[ChosenMove, ...], Meta(max_length=1000)]
    """What the pupils did there."""


class Project(Struct, tag_field="type", tag="project", forbid_unknown_fields=True):
    """Show a game's board or a position to discuss on the projector, or neither."""

    game: GameId = ""
    discussed: Discussed | None = None
    revealed: bool = False


class SetPuzzles(Struct, tag_field="type", tag="puzzles", forbid_unknown_fields=True):
    """Give everyone the same puzzles to solve alone; none takes them away."""

    count: Annotated[int, Meta(ge=0, le=20)]


class SetPositions(Struct, tag_field="type", tag="positions", forbid_unknown_fields=True):
    """Give everyone the teacher's own positions to solve alone, instead of puzzles."""

    links: Annotated[
        tuple[Annotated[str, Meta(max_length=2000)], ...],
        Meta(min_length=1, max_length=20, description="addresses of the page that explores"),
    ]


class StartClassGame(Struct, tag_field="type", tag="class_game", forbid_unknown_fields=True):
    """Start a game of the whole class against the computer; `after` is the number so far."""

    after: Annotated[int, Meta(ge=0, le=1000)]
    level: Annotated[str, Meta(max_length=40)] = "easy"
    first: Literal["class", "computer"] = "class"
    """Who goes first."""
    seconds: Annotated[int, Meta(ge=0, le=600)] = 0
    """Time for each vote; 0 is without limit."""


class EndClassGame(Struct, tag_field="type", tag="end_class_game", forbid_unknown_fields=True):
    """End the game of the whole class."""


class StartVote(Struct, tag_field="type", tag="vote", forbid_unknown_fields=True):
    """Let the class vote on the move after `ply` moves."""

    ply: Annotated[int, Meta(ge=0, le=10_000)]


class CloseVote(Struct, tag_field="type", tag="close_vote", forbid_unknown_fields=True):
    """Close the vote on the move after `ply` moves: the move with the most votes is made."""

    ply: Annotated[int, Meta(ge=0, le=10_000)]


class EndRoom(Struct, tag_field="type", tag="end", forbid_unknown_fields=True):
    """Remove the room and everything in it, at once."""


AnyChange = (
    StartRound
    | ChangeSettings
    | RenamePupil
    | RemovePupil
    | FreePlace
    | RemoveNewcomers
    | Project
    | SetPuzzles
    | SetPositions
    | StartClassGame
    | EndClassGame
    | StartVote
    | CloseVote
    | EndRoom
)
"""What a teacher can change in a room."""


class ChangeRoom(Struct, forbid_unknown_fields=True):
    """Change a room."""

    what: AnyChange


class CastVote(Struct, forbid_unknown_fields=True):
    """Vote for the class's next move, or change the vote."""

    game: GameId
    ply: Annotated[int, Meta(ge=0, le=10_000, description="how many moves were made")]
    move: Move


class TryPuzzle(Struct, forbid_unknown_fields=True):
    """Try a move in one of the room's puzzles, or only ask for the puzzle."""

    puzzle: Annotated[int, Meta(ge=0, le=100, description="its index, from 0")]
    move: Move | None = None
