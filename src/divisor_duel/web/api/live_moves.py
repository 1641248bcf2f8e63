"""Moves over live connections: at once if possible, otherwise in a task."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from divisor_duel.errors import DuelError
from divisor_duel.web.context import (
    Context,
)
from divisor_duel.web.game import clock, moves
from divisor_duel.web.game.actions import Change
from divisor_duel.web.game.table import (
    Table,
    check_seat,
)
from divisor_duel.web.guard.rate_limits import LIVE_TURN_SECONDS, Metered
from divisor_duel.web.live.listener import Listener, message_of
from divisor_duel.web.schema.requests import MoveMessage
from divisor_duel.web.schema.states import RefusedMessage, encode
from divisor_duel.web.store.port import StoreBusyError

_MOVE = msgspec.json.Decoder(MoveMessage)


class FastPath:
    """The fast path for a player's move: no task waits for it, and none is woken.

    Only a plain move in a game that is in memory takes it; `live` handles everything else.
    """

    def __init__(self, context: Context, listener: Listener, client: str) -> None:
        self._context, self._listener, self._client = context, listener, client

    def take(self, text: bytes, arrival: float) -> bool:
        """Make the move that a message asks for; return False if `live` must handle it."""
        listener = self._listener
        rate_limiter = self._context.rate_limiter
        if not listener.seat or listener.busy or rate_limiter.is_overdrawn(self._client):
            return False
        if rate_limiter.has_had_turn(self._client, LIVE_TURN_SECONDS):
            return False
        try:
            request = _MOVE.decode(text)
        except (msgspec.DecodeError, RecursionError):
            return False
        operation = operation_of(listener, request, arrival)
        return self._context.service.change_at_once(
            listener.id, operation, lambda: self._retry_soon(request, arrival), self._charge
        )

    def _charge(self, began: float) -> None:
        self._context.rate_limiter.charge_cpu_since(began, self._client)

    def _retry_soon(self, request: MoveMessage, arrival: float) -> None:
        """Try again in a task: another change came first, or the database fails."""
        work = self._retry(request, arrival)
        self._context.service.start_task(f"move {id(self)} {request.ply}", work)

    async def _retry(self, request: MoveMessage, arrival: float) -> None:
        """Make the move, or send a refusal."""
        work = make_move(self._context, self._listener, request, arrival)
        await Metered(work, self._client, self._context.rate_limiter)


def operation_of(
    listener: Listener, request: MoveMessage, arrival: float
) -> Callable[[Table], Change]:
    """Return the operation that makes the move of a listener's player."""

    def operation(now: Table) -> Change:
        seat = listener.seat
        if (
            seat is None or now.hashes.get(seat) != listener.hashed
        ):  # perhaps the sides were swapped
            seat = check_seat(now.seat_of_hash(listener.hashed))
        when, lag = (clock.now(), clock.lag_since(arrival)) if now.clock else (0.0, 0.0)
        return moves.move(now, seat, request.ply, request.move, request.version, when, lag=lag)

    return operation


async def make_move(
    context: Context, listener: Listener, request: MoveMessage, arrival: float
) -> None:
    """Make a move, which everyone watching sees, or send its player a refusal."""
    service = context.service
    try:
        before = await service.find(listener.id, fresh=False)
        after = await service.change(listener.id, operation_of(listener, request, arrival))
    except (DuelError, StoreBusyError) as error:
        reason = str(error) if isinstance(error, DuelError) else "the database does not answer"
        again = isinstance(error, StoreBusyError)
        listener.put(message_of(encode(RefusedMessage(reason, request.ply, again))))
        return
    if after is before:  # it was made before: the response may have been lost
        service.hub.welcome(listener, after)
