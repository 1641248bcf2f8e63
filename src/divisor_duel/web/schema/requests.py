"""Messages that clients send, as types: decoding validates them."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from msgspec import Meta, Struct

from divisor_duel.game import OptionValue
from divisor_duel.learn.mistakes import MOST_MISTAKES, Mistake
from divisor_duel.learn.progress import ProgressMessage
from divisor_duel.learn.progress_codes import LONGEST_CODE
from divisor_duel.play.positions import LONGEST as LONGEST_POSITION

Seat = Literal["1", "2"]
GameName = Annotated[str, Meta(max_length=40)]
PositionText = Annotated[str, Meta(max_length=LONGEST_POSITION)]
Ply = Annotated[int, Meta(ge=0, le=1_000_000, description="how many moves were made before")]
Move = Annotated[int, Meta(ge=0, le=10**18)]
Version = (
    Annotated[int, Meta(ge=1, le=2**53, description="the version of the state it refers to")] | None
)
NewToken = Annotated[
    str,
    Meta(
        min_length=20,
        max_length=100,
        pattern="^[A-Za-z0-9_-]*$",
        description="a secret made by the client; from now on it opens the seat",
    ),
]


class ClockWish(Struct, forbid_unknown_fields=True):
    """The clock that a game is to have."""

    per: Literal["game", "move"]
    seconds: Annotated[float, Meta(ge=5, le=10**6)]
    increment: Annotated[float, Meta(ge=0, le=3600)] = 0.0


class NewGame(Struct, forbid_unknown_fields=True):
    """Set up a game."""

    game: GameName
    options: Annotated[dict[str, OptionValue], Meta(max_length=16)] = {}
    first: Literal[1, 2, "1", "2", "random"] = 1
    players: dict[Seat, Annotated[str, Meta(max_length=40)]] = {}
    names: dict[Seat, Annotated[str, Meta(max_length=200)]] = {}
    mode: Literal["here", "link"] = "here"
    open: bool = False
    clock: ClockWish | None = None
    moves: Annotated[tuple[Move, ...], Meta(max_length=1000)] = ()
    position: PositionText = ""


class MoveRequest(Struct, forbid_unknown_fields=True):
    """Make a move in the position after `ply` moves."""

    ply: Ply
    move: Move
    version: Version = None


class PlyRequest(Struct, forbid_unknown_fields=True):
    """Undo or redo in the position after `ply` moves."""

    ply: Ply
    version: Version = None


class TakebackAnswer(Struct, forbid_unknown_fields=True):
    """Accept a takeback or refuse it."""

    accept: bool
    version: Version = None


class VersionRequest(Struct, forbid_unknown_fields=True):
    """A request about the game as it was in this version."""

    version: Version = None


class ReactionRequest(Struct, forbid_unknown_fields=True):
    """Show the opponent one of a few marks."""

    mark: Literal["well_played", "oops", "thinking", "again"]
    version: Version = None


class JoinRequest(Struct, forbid_unknown_fields=True):
    """Take a seat: with an invitation, or in an open game without one."""

    token: NewToken
    invitation: Annotated[str, Meta(max_length=100)] | None = None
    name: Annotated[str, Meta(max_length=200)] | None = None


class PairRequest(Struct, forbid_unknown_fields=True):
    """Play against anyone: join an open game with this clock, or open one.

    Without a game or without a clock, any open game will do.
    """

    token: NewToken
    game: GameName | None = None
    name: Annotated[str, Meta(max_length=200)] | None = None
    clock: ClockWish | None = None


class ProgressRequest(Struct, forbid_unknown_fields=True):
    """Add what a code holds to the progress of a browser, and ask for all of it as a code."""

    progress: ProgressMessage
    code: Annotated[str, Meta(max_length=LONGEST_CODE)] = ""


class PracticeRequest(Struct, forbid_unknown_fields=True):
    """A browser's mistakes, what has changed in them, and the day."""

    mistakes: Annotated[tuple[Mistake, ...], Meta(max_length=MOST_MISTAKES)]
    today: date
    missed: Annotated[tuple[Mistake, ...], Meta(max_length=MOST_MISTAKES)] = ()
    """Positions that were missed today; their dates do not count."""
    tried: Mistake | None = None
    """A mistake that was practised today."""
    solved: bool = False
    """Whether it was solved."""


class RecordText(Struct, forbid_unknown_fields=True):
    """A game as the text of a record."""

    text: str


class Tree(Struct, forbid_unknown_fields=True):
    """Moves and variations from a position, as the exploration board has them."""

    game: GameName
    options: Annotated[dict[str, OptionValue], Meta(max_length=16)] = {}
    first: Literal[1, 2] = 1
    position: PositionText = ""
    line: Annotated[str, Meta(max_length=20_000)] = ""
    """The moves, with variations in brackets before the move they replace: ``24(6.18)12.36``."""
    moves: tuple[int, ...] = ()
    """The moves alone, without variations."""


class Hello(Struct, tag_field="type", tag="hello", forbid_unknown_fields=True):
    """The first message of a player over a live connection: the token of the seat."""

    token: Annotated[str, Meta(max_length=100)]


class MoveMessage(MoveRequest, tag_field="type", tag="move", forbid_unknown_fields=True):
    """A move over a live connection, after hello; the next state shows it."""


class Ping(Struct, tag_field="type", tag="ping", forbid_unknown_fields=True):
    """Checks that the connection is alive; the answer is a pong."""
