"""The endpoint of live connections, as WebSockets: /api/games/{id}/live."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

import msgspec
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from divisor_duel.errors import DuelError
from divisor_duel.web.context import (
    STORE_BUSY,
    Context,
    charge_for_state,
    context_of,
    error_response,
)
from divisor_duel.web.game import clock, moves
from divisor_duel.web.game.actions import Change
from divisor_duel.web.game.table import (
    NewerGameError,
    Table,
    UnknownGameError,
    check_seat,
    hash_token,
)
from divisor_duel.web.guard.connection_limits import LiveConnection
from divisor_duel.web.guard.rate_limits import LIVE_TURN_SECONDS, Metered, TokenBucket
from divisor_duel.web.live.hub import WIRE, Listener, deliver, message_of
from divisor_duel.web.schema.requests import Hello, MoveMessage, Ping
from divisor_duel.web.schema.states import RefusedMessage, encode
from divisor_duel.web.store.port import StoreBusyError

NOT_UNDERSTOOD = 1008
TRY_AGAIN = 1013
"""WebSocket close codes: policy violation, and try again later."""

MOST_PER_SEAT = 20
"""Limit on the live connections of one player to one game."""
DENIAL_SECONDS = 2.0
"""Seconds to wait before refusing a live connection beyond the client's budget.

A handshake costs the server more than the client. Without the wait, a few clients that connect
again and again would keep the event loop busy.
"""
PONG = message_of(b'{"type":"pong"}')
_DECODER = msgspec.json.Decoder(Hello | Ping | MoveMessage)
_MOVE = msgspec.json.Decoder(MoveMessage)


async def live(websocket: WebSocket) -> None:
    """Serve one live connection to its end."""
    context, client, wire = context_of(websocket), websocket.scope["client_name"], _wire(websocket)
    if wire:
        wire.client_name = client
    if not same_origin(websocket):
        await _deny(
            websocket, error_response(403, "live connections are only for this server's own page")
        )
        return
    wait, game = context.rate_limiter.admit_request(client), websocket.path_params["id"]
    if wait:
        await asyncio.sleep(DENIAL_SECONDS)
        refused = error_response(429, "too many requests", retry_after=str(int(wait) + 1))
        await _deny(websocket, refused)
        return
    connection = context.connections.enter(client, game, _closer(wire))
    if connection is None:
        problem = f"one client may hold {context.limits.sockets_per_client} live connections"
        if context.connections.is_full:
            problem = f"this server may hold {context.limits.sockets} live connections"
        await _deny(websocket, error_response(429, problem, retry_after="1"))
        return
    try:
        await _serve(websocket, context, connection)
    finally:
        context.connections.leave(connection)


def _closer(wire: Any) -> Callable[[], None]:
    """Return a function that ends this connection when another one needs its place."""
    if wire:
        return partial(wire.close_with, TRY_AGAIN, "another connection needs this watcher's place")
    task = asyncio.current_task()
    assert task

    def cancel() -> None:
        task.cancel()

    return cancel


def same_origin(websocket: WebSocket) -> bool:
    """Return True if the client is a page of this server, or not a browser."""
    origin = websocket.headers.get("origin")
    if origin is None:
        return True
    try:
        host = urlsplit(origin).netloc.lower()
    except ValueError:  # such as http://[
        return False
    return bool(host) and host == websocket.headers.get("host", "").lower()


def _wire(websocket: WebSocket) -> Any:
    """Return the connection itself, if it is a `BoundedSocket`."""
    return websocket.scope.get("extensions", {}).get(WIRE)


async def _deny(websocket: WebSocket, response: Response) -> None:
    if "websocket.http.response" in websocket.scope.get("extensions", {}):
        await websocket.send_denial_response(response)
    else:
        await websocket.close(NOT_UNDERSTOOD)


async def _serve(websocket: WebSocket, context: Context, connection: LiveConnection) -> None:
    hub, game = context.service.hub, connection.game
    # Join before the state is read, so that no change in between is missed.
    listener = hub.join(game, connection.client)
    try:
        try:
            async with context.rate_limiter.opening:
                table = await context.service.find(game)
                charge_for_state(context, connection.client, table)
                await _welcome(websocket, context, listener, table)
        except UnknownGameError as error:
            await _deny(websocket, error_response(404, str(error)))
            return
        except NewerGameError as error:
            await _deny(websocket, error_response(503, str(error), retry_after="5"))
            return
        except StoreBusyError:
            await _deny(websocket, error_response(503, STORE_BUSY, retry_after="1"))
            return
        await _converse(websocket, context, listener, connection)
    finally:
        hub.leave(listener)


async def _welcome(
    websocket: WebSocket, context: Context, listener: Listener, table: Table
) -> None:
    await websocket.accept()
    wire = _wire(websocket)
    if wire:
        listener.wire = wire
        wire.take = FastPath(context, listener, websocket.scope["client_name"]).take
    context.service.hub.welcome(listener, table)
    context.service.computer_players.record_view(table)


async def _converse(
    websocket: WebSocket, context: Context, listener: Listener, connection: LiveConnection
) -> None:
    """Send states and read messages until either side ends the connection."""
    if listener.wire:  # the hub sends states over it directly
        code = await _read(websocket, context, listener, connection)
        if code:
            await _close(websocket, code)
        return
    reading = asyncio.create_task(_read(websocket, context, listener, connection))
    sending = asyncio.create_task(
        deliver(listener, websocket.send_text, context.limits.send_seconds)
    )
    try:
        done, _ = await asyncio.wait((reading, sending), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (reading, sending):
            task.cancel()
        await asyncio.gather(reading, sending, return_exceptions=True)
    errors = [task.exception() for task in done]
    code = reading.result() if reading in done and not reading.exception() else None
    if any(isinstance(error, TimeoutError) for error in errors):
        return  # the client reads nothing, not even a close frame
    if code:
        await _close(websocket, code)


async def _close(websocket: WebSocket, code: int) -> None:
    try:
        async with asyncio.timeout(1):
            await websocket.close(code)
    except (TimeoutError, RuntimeError, WebSocketDisconnect):
        return


async def _read(
    websocket: WebSocket, context: Context, listener: Listener, connection: LiveConnection
) -> int | None:
    """Handle messages; return the close code, or None if the client has gone."""
    rate, client = context.limits.frames_per_second, websocket.scope["client_name"]
    bucket, wire = TokenBucket(rate, rate * 3), _wire(websocket)
    while True:
        event = await websocket.receive()
        if event["type"] == "websocket.disconnect":
            return None
        arrival = wire.arrivals.popleft() if wire else monotonic()
        listener.busy = True  # until it is handled, no other message may overtake it
        text = event.get("text")
        if text is None or len(text) > context.limits.frame_bytes or bucket.take():
            return NOT_UNDERSTOOD
        if context.rate_limiter.is_overdrawn(client):
            return NOT_UNDERSTOOD
        try:
            message = _DECODER.decode(text)
        except (msgspec.DecodeError, RecursionError):
            return NOT_UNDERSTOOD
        if isinstance(message, Ping):
            listener.put(PONG)
        elif isinstance(message, MoveMessage):
            if not listener.seat:
                return NOT_UNDERSTOOD
            await _move(context, listener, message, arrival)
        else:
            table = await context.service.find_seated(listener.id, message.token)
            if not _take_seat(context, table, listener, message):
                return NOT_UNDERSTOOD
            context.connections.seat(connection)
        listener.busy = False


class FastPath:
    """The fast path for a player's move: no task waits for it, and none is woken.

    Only a plain move in a game that is in memory takes it; `_read` handles everything else.
    """

    def __init__(self, context: Context, listener: Listener, client: str) -> None:
        self._context, self._listener, self._client = context, listener, client

    def take(self, text: bytes, arrival: float) -> bool:
        """Make the move that a message asks for; return False if `_read` must handle it."""
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
        operation = _operation(listener, request, arrival)
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
        work = _move(self._context, self._listener, request, arrival)
        await Metered(work, self._client, self._context.rate_limiter)


def _operation(
    listener: Listener, request: MoveMessage, arrival: float
) -> Callable[[Table], Change]:
    def operation(now: Table) -> Change:
        seat = listener.seat
        if (
            seat is None or now.hashes.get(seat) != listener.hashed
        ):  # perhaps the sides were swapped
            seat = check_seat(now.seat_of_hash(listener.hashed))
        when, lag = (clock.now(), clock.lag_since(arrival)) if now.clock else (0.0, 0.0)
        return moves.move(now, seat, request.ply, request.move, request.version, when, lag=lag)

    return operation


async def _move(context: Context, listener: Listener, request: MoveMessage, arrival: float) -> None:
    """Make a move, which everyone watching sees, or send its player a refusal."""
    service = context.service
    try:
        before = await service.find(listener.id, fresh=False)
        after = await service.change(listener.id, _operation(listener, request, arrival))
    except (DuelError, StoreBusyError) as error:
        reason = str(error) if isinstance(error, DuelError) else "the database does not answer"
        again = isinstance(error, StoreBusyError)
        listener.put(message_of(encode(RefusedMessage(reason, request.ply, again))))
        return
    if after is before:  # it was made before: the response may have been lost
        service.hub.welcome(listener, after)


def _take_seat(context: Context, table: Table, listener: Listener, hello: Hello) -> bool:
    seat = table.seat_of(hello.token)
    if seat is None or listener.seat:
        return False
    if context.service.hub.connections_of(listener.id, seat) >= MOST_PER_SEAT:
        return False
    listener.hashed = hash_token(hello.token)
    context.service.hub.seat(listener, seat)
    return True
