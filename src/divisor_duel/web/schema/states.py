"""Messages that the server sends, as types: game states, lists and refusals.

The OpenAPI document lists them. Clients' messages are in `requests`, analyses in `analysis`.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from divisor_duel.game import OptionValue


class RecordedGame(Struct):
    """A game read from a record, as a worker process sends it to the server."""

    game: str
    options: dict[str, OptionValue]
    moves: tuple[int, ...]
    first: int
    players: tuple[str, str]
    names: tuple[str, str]
    date: str
    resigned: int | None
    start: str = ""


class ErrorMessage(Struct):
    """What was wrong, in one sentence."""

    error: str


class Interrupted(Struct):
    """The last line of a stream that ends early: the reason."""

    error: str
    busy: bool = False
    """True if the same request may succeed later."""


class Takeback(Struct):
    """A takeback request that waits for an answer."""

    by: int
    ply: int


class NextGame(Struct):
    """The rematch game; its tokens are sent only to the player who holds the old token."""

    id: str
    seat_token_for_you: str | None = None
    seats: dict[str, str] = {}


class Rematch(Struct):
    """The seats that have offered a rematch, and the new game once both players agree."""

    offers: tuple[int, ...]
    next: NextGame | None = None


class PlainView(Struct):
    """The default view of a game: the position in words, and moves as people write them."""

    told: str
    symbols: dict[str, str]


class ClockMessage(Struct):
    """The seconds each player has left now; the clock of the player to move is running."""

    per: str
    seconds: float
    increment: float
    left: dict[str, float]
    running: bool


class Standing(Struct):
    """The part of a state that moves can change; only `you` and tokens depend on the reader."""

    version: int
    ply: int
    played: tuple[int, ...]
    redo: int
    to_move: int
    legal: tuple[int, ...]
    problems: dict[str, tuple[int, ...]]
    """Why other numbers on the board are illegal; a reason without numbers covers the others."""
    over: bool
    winner: int | None
    reason: str | None
    resigned: int | None
    ended: str | None
    takeback: Takeback | None
    reactions: dict[str, str]
    """The mark that each player showed since the last move, by seat."""
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


class State(Standing, kw_only=True):
    """The complete state of a game."""

    id: str
    game: str
    title: str
    short_title: str
    summary: str
    """The rule in one line, for this set-up."""
    options: dict[str, OptionValue]
    phrase: str
    mode: str
    first: int
    start: str
    players: dict[str, str]
    names: dict[str, str]


class Created(Struct):
    """A new game and the tokens of its human seats; they are never shown again."""

    id: str
    seats: dict[str, str]
    state: State
    invitations: dict[str, str] = {}
    """For each other seat, a secret that opens it once."""


class StaleMessage(Struct):
    """The position has changed since the client saw it; this is the current one."""

    error: str
    state: State


class StateMessage(Struct, tag_field="type", tag="state"):
    """A state sent over a live connection."""

    state: State


class RefusedMessage(Struct, tag_field="type", tag="refused"):
    """Why a move over a live connection was not made."""

    error: str
    ply: int
    again: bool
    """True if the same move may succeed a moment later."""


class Pong(Struct, tag_field="type", tag="pong"):
    """The answer to a ping over a live connection."""


class OptionMessage(Struct):
    """One option of a game."""

    name: str
    default: OptionValue
    help: str
    least: int
    most: int
    choices: tuple[str, ...]
    house: bool
    set_up: bool
    """True if its value is a game with its own options, written as one word."""


class PresetMessage(Struct):
    """A named set-up of a game: its options, in words, and what it is good for."""

    options: dict[str, OptionValue]
    phrase: str
    why: str
    winner: int | None
    """Who wins with best play: 1 for the first player, 2 for the second, null if not stated."""


class GameMessage(Struct):
    """A game in the catalog."""

    id: str
    title: str
    short_title: str
    summary: str
    rules: str
    options: list[OptionMessage]
    fair: PresetMessage
    recommended: PresetMessage
    first_game: PresetMessage
    """A small set-up for a player's very first game."""
    rule_book: PresetMessage
    limits: dict[str, int]
    impartial: bool
    """True if only the position matters, not who is to move: it can then be part of a sum."""


class Catalog(Struct):
    """The games, computer levels and puzzle themes that this server offers."""

    levels: list[str]
    games: list[GameMessage]
    themes: list[str]
    made: list[GameMessage]
    """Games made from these games, such as sums."""


class OpenGame(Struct):
    """A game that anyone may join."""

    id: str
    game: str
    phrase: str
    name: str
    clock: ClockMessage | None


class Lobby(Struct):
    """The games that anyone may join now."""

    games: list[OpenGame]


class Health(Struct):
    """The server is running."""

    status: str = "ok"


class Readiness(Struct):
    """Whether the server can do its work."""

    ready: bool
    problems: list[str]
    database_seconds: float
    """How long a round trip to the database took."""
    sweep_age: float
    """Seconds since the server last searched for forgotten computer moves."""
    listener_age: float | None
    """Seconds since other servers could last be heard; None if the database does not answer."""


encode = msgspec.json.encode
