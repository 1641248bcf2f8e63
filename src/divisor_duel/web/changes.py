"""What a player may do to a game: one small function for each, ``action(caller, table)``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from divisor_duel.web import clocks, seats, turns, wishes
from divisor_duel.web.rematch import rematch
from divisor_duel.web.tables import Table

Wish = TypeVar("Wish", covariant=True)


@dataclass(frozen=True)
class Caller(Generic[Wish]):
    """Who asks for a change, and what for."""

    seat: int
    """The seat that the token opens."""
    token: str
    """The token itself: a rematch derives the next one from it."""
    wish: Wish
    """The body of the request."""
    arrival: float
    """When the request had come, on `time.monotonic`."""
    alone: bool = False
    """Whether the opponent has been gone for so long that the game may be claimed."""
    refused: bool = False
    """Whether the server has refused a connection that may have been the opponent's."""


Change = Table | tuple[Table, Table | None]
"""The table as it becomes, and perhaps another one that begins."""

Action = Callable[[Caller[Wish], Table], Change]


def move(caller: Caller[wishes.MoveRequest], table: Table) -> Change:
    """Make a move."""
    wish, lag = caller.wish, clocks.lag_since(caller.arrival)
    return turns.move(table, caller.seat, wish.ply, wish.move, wish.version, clocks.now(), lag=lag)


def undo(caller: Caller[wishes.PlyRequest], table: Table) -> Change:
    """Take a move back, or ask to."""
    return turns.undo(table, caller.seat, caller.wish.ply, caller.wish.version)


def redo(caller: Caller[wishes.PlyRequest], table: Table) -> Change:
    """Make a move again that was taken back."""
    return turns.redo(table, caller.seat, caller.wish.ply, caller.wish.version)


def takeback(caller: Caller[wishes.TakebackAnswer], table: Table) -> Change:
    """Answer a takeback."""
    return turns.answer_takeback(table, caller.seat, caller.wish.accept, caller.wish.version)


def resign(caller: Caller[wishes.VersionRequest], table: Table) -> Change:
    """Give up."""
    return turns.resign(table, caller.seat, caller.wish.version)


def claim(caller: Caller[wishes.VersionRequest], table: Table) -> Change:
    """Win a game that the other player has left."""
    return seats.claim(table, caller.seat, caller.alone, caller.refused)


def swap(caller: Caller[wishes.VersionRequest], table: Table) -> Change:
    """Change sides before the first move."""
    turns.check_version(table, caller.wish.version)
    return turns.swap(table)


def offer_rematch(caller: Caller[wishes.VersionRequest], table: Table) -> Change:
    """Begin or offer a rematch."""
    return rematch(table, caller.seat, caller.token)
