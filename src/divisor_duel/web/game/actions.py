"""The actions of players: one small function for each, ``action(caller, table)``.

The docstring of an action is its summary in the OpenAPI document.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

from divisor_duel.web.game import clock, moves, seats
from divisor_duel.web.game.rematch import rematch
from divisor_duel.web.game.table import Table
from divisor_duel.web.schema import requests

Body = TypeVar("Body", covariant=True)


class Caller(NamedTuple, Generic[Body]):
    """A player's request for a change."""

    seat: int
    """The seat that the token belongs to."""
    token: str
    """The token itself: a rematch derives the next one from it."""
    body: Body
    """The body of the request."""
    arrival: float
    """When the request arrived, on `time.monotonic`."""
    opponent_gone: bool = False
    """Whether the opponent has been away so long that the player may claim the win."""
    opponent_refused: bool = False
    """Whether the server has refused a connection that may have been the opponent's."""


Change = Table | tuple[Table, Table | None]
"""The changed table, and the table of the rematch if one begins."""

Action = Callable[[Caller[Body], Table], Change]


def move(caller: Caller[requests.MoveRequest], table: Table) -> Change:
    """Make a move."""
    body, lag = caller.body, clock.lag_since(caller.arrival)
    return moves.move(table, caller.seat, body.ply, body.move, body.version, clock.now(), lag=lag)


def undo(caller: Caller[requests.PlyRequest], table: Table) -> Change:
    """Take back a move, or ask the opponent to allow it."""
    return moves.undo(table, caller.seat, caller.body.ply, caller.body.version)


def redo(caller: Caller[requests.PlyRequest], table: Table) -> Change:
    """Replay a move that was taken back."""
    return moves.redo(table, caller.seat, caller.body.ply, caller.body.version)


def takeback(caller: Caller[requests.TakebackAnswer], table: Table) -> Change:
    """Accept, refuse or withdraw a request to take back a move."""
    return moves.answer_takeback(table, caller.seat, caller.body.accept, caller.body.version)


def resign(caller: Caller[requests.VersionRequest], table: Table) -> Change:
    """Resign."""
    return moves.resign(table, caller.seat, caller.body.version)


def claim(caller: Caller[requests.VersionRequest], table: Table) -> Change:
    """Claim the win in a game that the opponent has left."""
    return seats.claim(table, caller.seat, caller.opponent_gone, caller.opponent_refused)


def react(caller: Caller[requests.ReactionRequest], table: Table) -> Change:
    """Show the opponent a mark, such as "well played", until the next move."""
    return seats.react(table, caller.seat, caller.body.mark)


def swap(caller: Caller[requests.VersionRequest], table: Table) -> Change:
    """Swap sides before the first move."""
    moves.check_version(table, caller.body.version)
    return moves.swap(table)


def offer_rematch(caller: Caller[requests.VersionRequest], table: Table) -> Change:
    """Offer or accept a rematch."""
    return rematch(table, caller.seat, caller.token)


ACTIONS: dict[str, tuple[Action[Any], type]] = {
    "moves": (move, requests.MoveRequest),
    "undo": (undo, requests.PlyRequest),
    "redo": (redo, requests.PlyRequest),
    "takeback": (takeback, requests.TakebackAnswer),
    "resign": (resign, requests.VersionRequest),
    "reaction": (react, requests.ReactionRequest),
    "claim": (claim, requests.VersionRequest),
    "rematch": (offer_rematch, requests.VersionRequest),
    "swap": (swap, requests.VersionRequest),
}
"""Every action by its name in addresses, with the type of its request's body."""
