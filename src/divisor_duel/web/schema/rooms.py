"""Messages about rooms for classes, in both directions."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from divisor_duel.game import OptionValue
from divisor_duel.web.schema.requests import GameName, Move, NewToken
from divisor_duel.web.schema.states import State

Name = Annotated[str, Meta(max_length=200)]
Number = Annotated[int, Meta(ge=1, le=10_000, description="the pupil's number")]
GameId = Annotated[str, Meta(max_length=64)]
HelpSetting = Literal["locked", "free"]
PairsSetting = Literal["winners", "everyone"]


class NewRoom(Struct, forbid_unknown_fields=True):
    """Open a room for a class."""

    token: NewToken
    game: GameName
    options: Annotated[dict[str, OptionValue], Meta(max_length=16)] = {}
    level: Annotated[str, Meta(max_length=40)] = "easy"
    """The computer's level, against an odd pupil."""
    pairs: PairsSetting = "winners"
    help: HelpSetting = "locked"


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
    """Remove everyone who has not played yet, and close the room to newcomers."""


class Project(Struct, tag_field="type", tag="project", forbid_unknown_fields=True):
    """Show a game's board or a slide on the projector, or neither."""

    game: GameId = ""
    slide: Annotated[int, Meta(ge=0, le=20)] | None = None
    revealed: bool = False


class SetPuzzles(Struct, tag_field="type", tag="puzzles", forbid_unknown_fields=True):
    """Give everyone the same puzzles to solve alone; none takes them away."""

    count: Annotated[int, Meta(ge=0, le=20)]


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


class RoomPupil(Struct):
    """A pupil, as the teacher sees them."""

    number: int
    name: str
    here: bool
    """Whether the pupil has an open connection."""
    waiting: bool
    """Whether the place waits for the pupil on another device."""
    points: float
    played: int
    """How many rounds the pupil has played in."""
    solved: int
    """How many of the puzzles the pupil has solved."""


class RoomGame(Struct):
    """A game of the current round, as the teacher sees it."""

    id: str
    one: int
    """The number of the pupil in seat 1; 0 is the computer."""
    two: int
    names: tuple[str, str]
    over: bool
    winner: int | None
    version: int
    """The version of its state."""
    moves: int
    """How many moves were made."""
    to_move: int | None
    """The number of the player to move."""
    waited: float
    """Seconds since the last move."""


class ProjectedMessage(Struct):
    """What the projector shows."""

    game: str
    slide: int | None
    revealed: bool


class TeacherRoom(Struct):
    """A room, as its teacher sees it."""

    level: str
    pairs: PairsSetting
    closed: bool
    hours_left: float
    """Hours until the room is removed with everything in it."""
    pupils: list[RoomPupil]
    games: list[RoomGame]
    projected: ProjectedMessage
    puzzles: int
    """How many puzzles everyone is to solve alone."""
    class_games: int
    """How many games the whole class has begun."""


class PupilRoom(Struct):
    """A room, as one of its pupils sees it."""

    number: int
    name: str
    points: float
    place: int
    playing: str | None
    """The id of the pupil's current game."""
    seat: int | None
    opponent: str | None
    """The name of the opponent."""
    over: bool
    """Whether that game is over."""
    puzzles: list[str]
    """For each puzzle to solve the tries: 0 for a wrong one, 1 for the right one."""
    vote: int | None
    """The pupil's own vote, in the last vote of the class."""


class ChosenMove(Struct):
    """A move that pupils made in a position, and how many."""

    move: int
    count: int


class VoteMessage(Struct):
    """A vote of the class on a move."""

    ply: int
    """How many moves were made before it."""
    open: bool
    voted: int
    """How many pupils have voted."""
    voters: int
    """How many pupils are to vote: it closes once all of them have."""
    left: float | None
    """Seconds left; None without a time limit."""
    tally: list[ChosenMove]
    """The votes for each move, most first; empty while the vote is open."""
    chosen: int | None
    """The move that has won the vote."""


class ClassGameMessage(Struct):
    """A game of the whole class against the computer."""

    id: str
    seat: int
    """The seat of the class."""
    level: str
    version: int
    """The version of its state."""
    moves: int
    """How many moves were made."""
    to_move: int | None
    """The seat to move."""
    over: bool
    vote: VoteMessage | None
    """The last vote, which may be open."""


class RoomView(Struct):
    """A room, as its teacher or as one of its pupils sees it."""

    code: str
    version: int
    game: str
    title: str
    phrase: str
    """The set-up in words."""
    summary: str
    options: dict[str, OptionValue]
    help: HelpSetting
    paused: bool
    round: int
    """How many rounds have begun."""
    here: int
    """How many pupils are here."""
    teacher: TeacherRoom | None = None
    pupil: PupilRoom | None = None
    class_game: ClassGameMessage | None = None


class CastVote(Struct, forbid_unknown_fields=True):
    """Vote for the class's next move, or change the vote."""

    game: GameId
    ply: Annotated[int, Meta(ge=0, le=10_000, description="how many moves were made")]
    move: Move


class TryPuzzle(Struct, forbid_unknown_fields=True):
    """Try a move in one of the room's puzzles, or only ask for the puzzle."""

    puzzle: Annotated[int, Meta(ge=0, le=100, description="its index, from 0")]
    move: Move | None = None


class PuzzleTask(Struct):
    """A puzzle of a room, as a pupil sees it."""

    puzzle: int
    grade: str
    state: State
    tries: str
    left: int
    """How many tries are left."""
    solution: int | None
    """The winning move, once the puzzle is over."""
    reason: str | None


class RoomLine(Struct):
    """A pupil's line in the standings."""

    place: int
    number: int
    name: str
    points: float
    games: int
    won: int
    lost: int
    firsts: int
    solved: int
    accuracy: float | None
    """The share of decisions that held on to a win; None without decisions."""


class Slide(Struct):
    """A position to discuss, which many pupils got wrong."""

    game: str
    options: dict[str, OptionValue]
    moves: tuple[int, ...]
    wrong: int
    """How many pupils threw the win away there."""
    right: int
    chosen: list[ChosenMove]
    better: tuple[int, ...]
    """The moves that win."""


class RoomResults(Struct):
    """How a class did: standings, accuracy against exact play, positions to discuss."""

    lines: list[RoomLine]
    slides: list[Slide]
    left: int
    """Games that are not reviewed yet; ask again in a moment."""


class RoomMessage(Struct, tag_field="type", tag="room"):
    """A room, sent over a live connection."""

    room: RoomView


class RoomGone(Struct, tag_field="type", tag="gone"):
    """The room has ended, or the teacher has removed the pupil."""

    error: str
