"""The rows in the folders of tournaments and benches.

Readers skip a row that does not match: it is damaged, or someone made it up. A row may
have more fields than those listed here; a journal keeps them, since it copies lines.
"""

from __future__ import annotations

import json
from typing import TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

from divisor_duel.game import OptionValue
from divisor_duel.learn.review import Mark
from divisor_duel.questions.question import Exchange, Seat


class Decision(Struct, kw_only=True):
    """A move that was judged; a mistake also has its remoteness and the better moves."""

    player: Seat
    mark: Mark
    remoteness: int | UnsetType | None = UNSET
    better: list[int] | UnsetType = UNSET
    ply: int

    def __post_init__(self) -> None:
        if self.mark is Mark.MISTAKE and UNSET in (self.remoteness, self.better):
            raise ValueError("a mistake has a remoteness and better moves")


class AnswerFault(Struct, kw_only=True):
    """A reply that was not a legal move."""

    kind: str
    detail: str
    reply: str | UnsetType = UNSET
    evidence: str | UnsetType = UNSET


class GameFault(Struct, kw_only=True):
    """A fault in a game, by the player with this number."""

    ply: int | UnsetType = UNSET
    player: Seat
    kind: str
    detail: str
    reply: str | UnsetType = UNSET
    evidence: str | UnsetType = UNSET


class Start(Struct):
    """The value of the first position, its winning moves and all its moves."""

    value: str
    winning: int | UnsetType | None = UNSET
    moves: int | UnsetType = UNSET


class Outage(Struct):
    """The player that could not be reached, and why."""

    player: str
    detail: str


class Unplayed(Struct, kw_only=True):
    """Why a game was not played, or a question not asked."""

    key: str
    setup: str | UnsetType = UNSET
    players: list[str]
    trouble: Outage
    exchanges: list[Exchange]
    cost_before: float | UnsetType = UNSET


class GameRow(Struct, kw_only=True):
    """A game of a tournament, played to the end."""

    key: str
    setup: str
    game: str
    options: dict[str, OptionValue]
    round: int
    players: list[str]
    first: Seat
    opening: int
    played: list[int]
    winner: Seat
    reason: str
    forfeit: GameFault | None
    faults: list[GameFault]
    start: Start
    decisions: list[Decision]
    exchanges: list[Exchange]
    seconds: list[float]
    cost_before: float | UnsetType = UNSET

    def __post_init__(self) -> None:
        if any(exchange.player is UNSET for exchange in self.exchanges):
            raise ValueError("an exchange in a game says which player was asked")


class AnswerRow(Struct, kw_only=True):
    """An answer in a bench."""

    key: str
    item: str
    players: list[str]
    move: int | None
    faults: list[AnswerFault]
    exchanges: list[Exchange]
    seconds: float | UnsetType = UNSET
    retry: int | UnsetType = UNSET
    """Number of the retry; unset for the first attempt, which is scored."""


Row: TypeAlias = GameRow | AnswerRow | Unplayed
"""A row of a tournament or of a bench."""

Finished = TypeVar("Finished", bound=GameRow | AnswerRow)
"""The row of a task that was done: a game or an answer."""


def convert_row(row: object, form: type[Finished]) -> Finished | Unplayed:
    """Return a JSON value as a row; ValueError if it does not match."""
    unplayed = isinstance(row, dict) and "trouble" in row
    try:
        return msgspec.convert(row, Unplayed) if unplayed else msgspec.convert(row, form)
    except RecursionError:
        raise ValueError("the row is nested too deep") from None


def read_row(text: bytes, form: type[Finished]) -> Finished | Unplayed | None:
    """Parse the line of a row that is finished or unplayed; None if it is damaged."""
    try:
        return convert_row(json.loads(text), form)
    except (ValueError, RecursionError):
        return None


_encode = json.JSONEncoder(check_circular=False).encode
"""Encodes a row; the check for circular references is off, for speed."""


def write_row(row: Row) -> bytes:
    """Return a row as one line of JSON."""
    return f"{_encode(msgspec.to_builtins(row))}\n".encode()
