"""Moves over live connections."""

from __future__ import annotations

from collections.abc import Collection

from divisor_duel.errors import DuelError
from divisor_duel.web.game import actions, moves
from divisor_duel.web.game.actions import Caller, Change
from divisor_duel.web.game.table import StaleError, Table, check_seat
from divisor_duel.web.live.listener import Listener, message_of
from divisor_duel.web.play.service import Service
from divisor_duel.web.schema.requests import MoveMessage
from divisor_duel.web.schema.states import RefusedMessage, encode
from divisor_duel.web.store.port import StoreBusyError

STORE_FAILS = "the database is not responding"
"""The reason for a move that the database could not save."""


async def make_move(
    service: Service, listener: Listener, request: MoveMessage, arrival: float
) -> None:
    """Make a move, which all listeners see, or send its player a refusal."""
    before: Table | None = None

    def operation(table: Table) -> Change:
        nonlocal before
        before = table
        seat = seat_for(table, listener.seats.values(), request.ply)
        return actions.move(Caller(seat, "", request, arrival), table)

    try:
        after = await service.change(listener.id, operation)
    except StoreBusyError:
        _refuse(listener, request, STORE_FAILS, again=True)
    except DuelError as error:
        if isinstance(error, StaleError):
            service.hub.welcome(listener, await service.find(listener.id, fresh=False))
        _refuse(listener, request, str(error))
    else:
        if after is before:  # it was made before: the state that showed it may have been lost
            service.hub.welcome(listener, after)


def seat_for(table: Table, hashes: Collection[str], ply: int) -> int:
    """Return the seat that a move at `ply` is for; NotAllowedError without any seat.

    It is one of the seats whose tokens have these hashes: the mover's, if that is among them.
    """
    mover = moves.mover(table, ply)
    if table.hashes.get(mover) in hashes:
        return mover
    held = (seat for seat, hashed in table.hashes.items() if hashed in hashes)
    return check_seat(next(held, None))


def _refuse(listener: Listener, request: MoveMessage, reason: str, again: bool = False) -> None:
    listener.put(message_of(encode(RefusedMessage(reason, request.ply, again))))
