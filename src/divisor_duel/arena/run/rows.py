"""The form of the rows in the folders of tournaments and benches.

Readers skip a row that does not match: it is damaged, or someone made it up. A row may
have more fields than those listed here.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

from divisor_duel.learn.review import Mark

Seat = Literal[1, 2]

RowForms: TypeAlias = tuple[type[Struct], ...]
"""The possible forms of a row, one of which must match."""


class Exchange(Struct):
    """One question to a player, with the reply."""

    kind: str = field(name="class")
    player: Seat | UnsetType = UNSET
    ply: int | UnsetType = UNSET
    reply: str | UnsetType = UNSET
    cost: float | UnsetType | None = UNSET
    tokens: dict[str, Any] | UnsetType | None = UNSET


class GameExchange(Exchange, kw_only=True):
    """One question in a game, where the row says which player was asked."""

    player: Seat


class Decision(Struct):
    """A move that was judged; a mistake also has its remoteness and the better moves."""

    player: Seat
    ply: int
    mark: Mark
    remoteness: int | UnsetType | None = UNSET
    better: list[int] | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.mark is Mark.MISTAKE and UNSET in (self.remoteness, self.better):
            raise ValueError("a mistake has a remoteness and better moves")


class Forfeit(Struct):
    """The player who lost by breaking the protocol."""

    player: Seat


class Fault(Struct):
    """A reply that was not a legal move."""

    kind: str
    detail: str


class GameFault(Fault):
    """A fault in a game."""

    player: Seat


class Start(Struct):
    """The value of the first position."""

    value: str


class Outage(Struct):
    """The player that could not be reached, and why."""

    player: str
    detail: str


class Unplayed(Struct):
    """Why a game was not played, or a question not asked."""

    key: str
    players: list[str]
    trouble: Outage
    exchanges: list[Exchange]
    cost_before: float | UnsetType = UNSET


class Game(Struct):
    """A game of a tournament."""

    key: str
    setup: str
    game: str
    options: dict[str, Any]
    round: int
    players: list[str]
    first: Seat
    opening: int
    played: list[int]
    winner: Seat
    reason: str
    forfeit: Forfeit | None
    faults: list[GameFault]
    start: Start
    decisions: list[Decision]
    exchanges: list[GameExchange]
    seconds: list[float]
    cost_before: float | UnsetType = UNSET


class Answer(Struct):
    """An answer in a bench."""

    key: str
    item: str
    players: list[str]
    move: int | None
    faults: list[Fault]
    exchanges: list[Exchange]


GAME_ROW: RowForms = (Game, Unplayed)
ANSWER_ROW: RowForms = (Answer, Unplayed)


def fits(row: object, forms: RowForms) -> bool:
    """Return whether a JSON value has one of the forms."""
    for form in forms:
        try:
            msgspec.convert(row, form)
        except (msgspec.ValidationError, UnicodeEncodeError, RecursionError):
            continue
        return True
    return False


Row = dict[str, Any]
"""A row as saved: one JSON object."""


def is_played(row: Row) -> bool:
    """Return whether a row is a finished game, not the reason why it was not played."""
    return "trouble" not in row
