"""Every message on the wire, as types; reading checks them, and the OpenAPI document lists them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from divisor_duel.game import OptionValue

Seat = Literal["1", "2"]
Ply = Annotated[int, Meta(ge=0, le=1_000_000, description="how many moves were made before")]
Move = Annotated[int, Meta(ge=0, le=10**18)]
Version = (
    Annotated[int, Meta(ge=1, le=2**53, description="the version of the state that it answers")]
    | None
)
NewToken = Annotated[
    str,
    Meta(
        min_length=20,
        max_length=100,
        pattern="^[A-Za-z0-9_-]*$",
        description="a secret of one's own making, the key to the seat from then on",
    ),
]


class ClockWish(Struct, forbid_unknown_fields=True):
    """How much time the players are to have."""

    per: Literal["game", "move"]
    seconds: Annotated[float, Meta(ge=5, le=10**6)]
    increment: Annotated[float, Meta(ge=0, le=3600)] = 0.0


class NewGame(Struct, forbid_unknown_fields=True):
    """Set up a game."""

    game: Annotated[str, Meta(max_length=40)]
    options: Annotated[dict[str, OptionValue], Meta(max_length=16)] = {}
    first: Literal[1, 2, "1", "2", "random"] = 1
    players: dict[Seat, Annotated[str, Meta(max_length=40)]] = {}
    names: dict[Seat, Annotated[str, Meta(max_length=200)]] = {}
    mode: Literal["here", "link"] = "here"
    open: bool = False
    clock: ClockWish | None = None
    moves: Annotated[tuple[Move, ...], Meta(max_length=1000)] = ()
    position: Annotated[str, Meta(max_length=8000)] = ""


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
    """Agree to a takeback or not."""

    accept: bool
    version: Version = None


class VersionRequest(Struct, forbid_unknown_fields=True):
    """A change of the game as it was in this version."""

    version: Version = None


class JoinRequest(Struct, forbid_unknown_fields=True):
    """Take a seat: with an invitation, or in an open game without one."""

    token: NewToken
    invitation: Annotated[str, Meta(max_length=100)] | None = None
    name: Annotated[str, Meta(max_length=200)] | None = None


class PairRequest(Struct, forbid_unknown_fields=True):
    """Play with whoever else wants to: join an open game with this clock, or make one.

    Who names no game or no clock takes whatever is open.
    """

    token: NewToken
    game: Annotated[str, Meta(max_length=40)] | None = None
    name: Annotated[str, Meta(max_length=200)] | None = None
    clock: ClockWish | None = None


class RecordText(Struct, forbid_unknown_fields=True):
    """A game as the text of a record."""

    text: str


class TakenUp(Struct):
    """The game that a record holds, as one process tells another."""

    game: str
    options: dict[str, OptionValue]
    moves: tuple[int, ...]
    first: int
    players: tuple[str, str]
    names: tuple[str, str]
    date: str
    resigned: int | None
    start: str = ""


class Tree(Struct, forbid_unknown_fields=True):
    """All that was tried from a position, as the exploration board has it."""

    game: Annotated[str, Meta(max_length=40)]
    options: Annotated[dict[str, OptionValue], Meta(max_length=16)] = {}
    first: Literal[1, 2] = 1
    position: Annotated[str, Meta(max_length=8000)] = ""
    line: Annotated[str, Meta(max_length=20_000)] = ""
    """The moves, with what else was tried in brackets before each: ``24(6.18)12.36``."""
    moves: tuple[int, ...] = ()
    """The moves alone, without what else was tried."""


class ErrorMessage(Struct):
    """What was wrong, in one sentence."""

    error: str


class Interrupted(Struct):
    """Why no more lines follow."""

    error: str
    busy: bool = False
    """Whether it is worth asking again."""


class Takeback(Struct):
    """A takeback that waits for an answer."""

    by: int
    ply: int


class NextGame(Struct):
    """The game that follows; tokens only in the answer to the player who holds the old one."""

    id: str
    seat_token_for_you: str | None = None
    seats: dict[str, str] = {}


class Rematch(Struct):
    """Who wants a rematch, and the game that came of it."""

    offers: tuple[int, ...]
    next: NextGame | None = None


class PlainView(Struct):
    """A game that has no view of its own: the position in words, and its moves as people write
    them.
    """

    told: str
    symbols: dict[str, str]


class ClockMessage(Struct):
    """What the players have left, as of now; it runs for who is to move."""

    per: str
    seconds: float
    increment: float
    left: dict[str, float]
    running: bool


class State(Struct):
    """All that there is to know about a game; only `you` and tokens depend on who asks."""

    id: str
    version: int
    game: str
    title: str
    options: dict[str, OptionValue]
    phrase: str
    mode: str
    first: int
    start: str
    players: dict[str, str]
    names: dict[str, str]
    ply: int
    played: tuple[int, ...]
    redo: int
    to_move: int
    legal: tuple[int, ...]
    problems: dict[str, tuple[int, ...]]
    over: bool
    winner: int | None
    reason: str | None
    resigned: int | None
    ended: str | None
    takeback: Takeback | None
    rematch: Rematch
    score: dict[str, int]
    away: dict[str, bool]
    gone: dict[str, bool]
    values_allowed: bool
    thinking: bool
    trouble: str | None
    note: str | None
    vacant: tuple[int, ...]
    open: bool
    clock: ClockMessage | None
    view: Any
    you: int | None = None


class Created(Struct):
    """A new game and the tokens of its human seats; they are never shown again."""

    id: str
    seats: dict[str, str]
    state: State
    invitations: dict[str, str] = {}
    """Secrets that open the other seats, once each."""


class StaleMessage(Struct):
    """The position has changed meanwhile; here it is."""

    error: str
    state: State


class StateMessage(Struct, tag_field="type", tag="state"):
    """What a live connection sends."""

    state: State


class Hello(Struct, tag_field="type", tag="hello", forbid_unknown_fields=True):
    """What a live connection may be told first: who listens."""

    token: Annotated[str, Meta(max_length=100)]


class MoveMessage(MoveRequest, tag_field="type", tag="move", forbid_unknown_fields=True):
    """A move over a live connection, after hello; every state that follows tells of it."""


class RefusedMessage(Struct, tag_field="type", tag="refused"):
    """Why a move over a live connection was not made."""

    error: str
    ply: int
    again: bool
    """Whether the same may work a moment later."""


class Ping(Struct, tag_field="type", tag="ping", forbid_unknown_fields=True):
    """Asks whether anybody is there."""


class MoveValueMessage(Struct):
    """What a move is worth."""

    move: int
    value: str
    remoteness: int | None
    grundy: int | None


class Group(Struct):
    """Numbers that no move joins with others, and their nim-value."""

    numbers: tuple[int, ...]
    nim: int | None


class Proof(Struct, omit_defaults=True):
    """What can be drawn on the board: answers, pairs, groups of numbers, or the game's own figure.

    All but the figure are about the position after the winner's move `after`, or about this one
    if there is none; the figure is about the position itself and says what each move would do.
    """

    answers: dict[int, int] | None = None
    """What the winner plays after each number that the other may take."""

    pairs: list[tuple[int, int]] | None = None
    groups: list[Group] | None = None
    after: int | None = None
    figure: Any = None


class AnalysisMessage(Struct):
    """What is proved about a position."""

    ply: int
    value: str | None
    remoteness: int | None
    grundy: int | None
    moves: list[MoveValueMessage]
    line: tuple[int, ...]
    reason: str
    proof: Proof | None


class HintMessage(Struct):
    """One of three steps of help; the last one names a move."""

    move: int | None
    why: str
    step: int


class WhyMessage(Struct):
    """What one move is worth, what refutes it if it loses, and why."""

    move: int
    value: str
    answer: int | None
    why: str


class CoachMessage(Struct):
    """What the coach asks before a move is made; nothing if the move is well."""

    warning: str | None


class JudgedMessage(Struct):
    """A move and what it was worth."""

    ply: int
    player: int
    move: int
    mark: str
    better: tuple[int, ...]
    reason: str


class StandingMessage(Struct):
    """Who is winning, and how far it is."""

    winner: int | None
    remoteness: int | None


class ReviewMessage(Struct):
    """A whole game judged."""

    moves: list[JudgedMessage]
    standings: list[StandingMessage]
    accuracy: dict[str, float | None]
    turning_point: int | None


class PuzzleMessage(Struct):
    """A position in which exactly one move wins."""

    seed: str
    grade: str
    state: State
    solution: int
    reason: str
    line: tuple[int, ...]
    refutations: dict[str, int]
    theme: str
    rating: int
    hints: list[str]


class OptionMessage(Struct):
    """One option of a game."""

    name: str
    default: OptionValue
    help: str
    least: int
    most: int
    choices: tuple[str, ...]


class PresetMessage(Struct):
    """A set-up of a game that has a name, in words, and what it is good for."""

    options: dict[str, OptionValue]
    phrase: str
    why: str


class GameMessage(Struct):
    """A game of the catalog."""

    id: str
    title: str
    summary: str
    rules: str
    options: list[OptionMessage]
    fair: PresetMessage
    recommended: PresetMessage
    rule_book: PresetMessage
    limits: dict[str, int]


class Catalog(Struct):
    """What can be played here."""

    levels: list[str]
    games: list[GameMessage]
    themes: list[str]


class OpenGame(Struct):
    """A game that anybody may join."""

    id: str
    game: str
    phrase: str
    name: str
    clock: ClockMessage | None


class Lobby(Struct):
    """The games that anybody may join now."""

    games: list[OpenGame]


class Health(Struct):
    """The server is there."""

    status: str = "ok"


class Readiness(Struct):
    """Whether the server can do its work."""

    ready: bool
    problems: list[str]
    database_seconds: float
    """How long a round trip to the database took."""
    sweep_age: float
    """Seconds since forgotten computer moves were looked for."""
    listener_age: float | None
    """Seconds since other servers could be heard; None if the database does not answer."""


encode = msgspec.json.encode
