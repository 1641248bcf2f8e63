"""Rooms for classes as their teachers and pupils see them, and how a class did."""

from __future__ import annotations

from msgspec import Struct

from divisor_duel.game import OptionValue
from divisor_duel.web.schema.room_requests import (
    ChosenMove,
    Discussed,
    HelpSetting,
    PairsSetting,
)
from divisor_duel.web.schema.states import State


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
    """Seconds since the last move, or since a pause ended; 0 while the game is paused."""


class ProjectedMessage(Struct):
    """What the projector shows."""

    game: str
    discussed: Discussed | None
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
    lesson: bool
    """Whether pupils take the game's lesson while they wait for a game."""
    paused: bool
    round: int
    """How many rounds have begun."""
    here: int
    """How many pupils are here."""
    teacher: TeacherRoom | None = None
    pupil: PupilRoom | None = None
    class_game: ClassGameMessage | None = None


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
