"""What the server says, as types: states of games, lists and refusals; the OpenAPI document
lists them. What clients send lies in `wishes`, what was thought about a game in `findings`.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from divisor_duel.game import OptionValue


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


class Standing(Struct):
    """What moves may change of a state; only `you` and tokens depend on who asks."""

    version: int
    ply: int
    played: tuple[int, ...]
    redo: int
    to_move: int
    legal: tuple[int, ...]
    problems: dict[str, tuple[int, ...]]
    """Why other numbers of the board are not legal; a reason without numbers is the rest's."""
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


class State(Standing, kw_only=True):
    """All that there is to know about a game."""

    id: str
    game: str
    title: str
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
    """Secrets that open the other seats, once each."""


class StaleMessage(Struct):
    """The position has changed meanwhile; here it is."""

    error: str
    state: State


class StateMessage(Struct, tag_field="type", tag="state"):
    """What a live connection sends."""

    state: State


class RefusedMessage(Struct, tag_field="type", tag="refused"):
    """Why a move over a live connection was not made."""

    error: str
    ply: int
    again: bool
    """Whether the same may work a moment later."""


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
    """Whether it is a game with options of its own, written as one word."""


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
    impartial: bool
    """Whether it can be a part of others: all that counts is the position."""


class Catalog(Struct):
    """What can be played here."""

    levels: list[str]
    games: list[GameMessage]
    themes: list[str]
    made: list[GameMessage]
    """What is made of these games."""


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
