"""The endpoint of live connections, as WebSockets: /api/games/{id}/live."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Generic, TypeVar
from urllib.parse import urlsplit

import msgspec
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from divisor_duel.web.api.live_moves import make_move
from divisor_duel.web.context import (
    STORE_BUSY,
    Context,
    charge_for_state,
    context_of,
    error_response,
)
from divisor_duel.web.game.table import (
    NewerGameError,
    Table,
    UnknownGameError,
    hash_token,
)
from divisor_duel.web.guard.connection_limits import LiveConnection
from divisor_duel.web.guard.rate_limits import TokenBucket
from divisor_duel.web.live.listener import WIRE, Listener, deliver, message_of
from divisor_duel.web.schema.requests import Hello, MoveMessage, Ping
from divisor_duel.web.schema.states import Pong, encode
from divisor_duel.web.store.port import StoreBusyError

if TYPE_CHECKING:
    from divisor_duel.web.live.protocols import BoundedSocket

NOT_UNDERSTOOD = 1008
"""WebSocket close code for a message that makes no sense: policy violation."""

TRY_AGAIN = 1013
"""WebSocket close code: try again later."""

MOST_PER_SEAT = 20
"""Limit on the live connections of one player to one game."""
OTHER_SITE = "this server does not allow live connections from pages of other sites"
DENIAL_SECONDS = 2.0
"""Seconds to wait before refusing a live connection beyond the client's budget.

A handshake costs the server more than the client. Without the wait, a few clients that connect
again and again would keep the event loop busy.
"""
PONG = message_of(encode(Pong()))
_DECODER = msgspec.json.Decoder(Hello | Ping | MoveMessage)


Serve = Callable[[WebSocket, Context, LiveConnection], Awaitable[None]]
"""Serves a connection that was admitted."""

Read = Callable[[], Awaitable[None]]
"""Handles the messages of a connection to its end; NotUnderstoodError closes it."""

M = TypeVar("M")


class NotUnderstoodError(Exception):
    """A client's message makes no sense, or there are too many."""


class Messages(Generic[M]):
    """The messages of a live connection, read within the client's limits."""

    def __init__(
        self, websocket: WebSocket, context: Context, decoder: msgspec.json.Decoder[M]
    ) -> None:
        self._websocket, self._decoder, self._wire = websocket, decoder, wire_of(websocket)
        self._limits, self._rate_limiter = context.limits, context.rate_limiter
        self._client: str = websocket.scope["client_name"]
        rate = self._limits.frames_per_second
        self._bucket = TokenBucket(rate, rate * 3)

    async def next(self) -> tuple[M, float] | None:
        """Return the next message and when it arrived, or None if the client has gone."""
        event = await self._websocket.receive()
        if event["type"] == "websocket.disconnect":
            return None
        text = event.get("text")
        if text is None or len(text) > self._limits.frame_bytes:
            raise NotUnderstoodError
        if self._wire:  # it has counted the frame
            arrival = self._wire.arrivals.popleft()
        else:
            arrival = monotonic()
            if self._bucket.take():
                raise NotUnderstoodError
        if self._rate_limiter.is_overdrawn(self._client):
            raise NotUnderstoodError
        try:
            return self._decoder.decode(text), arrival
        except (msgspec.DecodeError, RecursionError):
            raise NotUnderstoodError from None


async def live(websocket: WebSocket) -> None:
    """Serve one live connection to its end."""
    await serve_connection(websocket, websocket.path_params["id"], _serve)


async def serve_connection(websocket: WebSocket, about: str, serve: Serve) -> None:
    """Serve a live connection about a game or a room, within the client's limits."""
    context, client, wire = (
        context_of(websocket),
        websocket.scope["client_name"],
        wire_of(websocket),
    )
    if wire:
        wire.client_name = client
    if not (same_origin(websocket) or websocket.headers.get("origin") in context.origins):
        await deny(websocket, error_response(403, OTHER_SITE))
        return
    wait = context.rate_limiter.admit_request(client)
    if wait:
        await asyncio.sleep(DENIAL_SECONDS)
        refused = error_response(429, "too many requests", retry_after=str(int(wait) + 1))
        await deny(websocket, refused)
        return
    connection = context.connections.enter(client, about, _closer(wire))
    if connection is None:
        problem = f"you can have at most {context.limits.sockets_per_client} live connections"
        if context.connections.is_full:
            problem = f"this server allows at most {context.limits.sockets} live connections"
        await deny(websocket, error_response(429, problem, retry_after="1"))
        return
    try:
        await serve(websocket, context, connection)
    finally:
        context.connections.leave(connection)


def _closer(wire: BoundedSocket | None) -> Callable[[], None]:
    """Return a function that ends this connection when another one needs its place."""
    if wire:
        return partial(
            wire.close_with,
            TRY_AGAIN,
            "too many people are watching, so this connection was closed",
        )
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


def wire_of(websocket: WebSocket) -> BoundedSocket | None:
    """Return the connection itself, if it is a `BoundedSocket`."""
    wire: BoundedSocket | None = websocket.scope.get("extensions", {}).get(WIRE)
    return wire


async def deny(websocket: WebSocket, response: Response) -> None:
    """Refuse a live connection with a response."""
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
            await deny(websocket, error_response(404, str(error)))
            return
        except NewerGameError as error:
            await deny(websocket, error_response(503, str(error), retry_after="5"))
            return
        except StoreBusyError:
            await deny(websocket, error_response(503, STORE_BUSY, retry_after="1"))
            return
        read = partial(_read, websocket, context, listener, connection)
        await converse(websocket, context, listener, read)
    finally:
        hub.leave(listener)


async def _welcome(
    websocket: WebSocket, context: Context, listener: Listener, table: Table
) -> None:
    await websocket.accept()
    wire = wire_of(websocket)
    if wire:
        listener.wire = wire
    context.service.hub.welcome(listener, table)
    context.service.computer_players.record_view(table)


async def converse(websocket: WebSocket, context: Context, listener: Listener, read: Read) -> None:
    """Send states and read messages until either side ends the connection."""
    if listener.wire:  # the hub sends states over it directly
        try:
            await read()
        except NotUnderstoodError:
            await _close(websocket)
        return
    reading = asyncio.ensure_future(read())
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
    if any(isinstance(error, TimeoutError) for error in errors):
        return  # the client reads nothing, not even a close frame
    if any(isinstance(error, NotUnderstoodError) for error in errors):
        await _close(websocket)


async def _close(websocket: WebSocket) -> None:
    try:
        async with asyncio.timeout(1):
            await websocket.close(NOT_UNDERSTOOD)
    except (TimeoutError, RuntimeError, WebSocketDisconnect):
        return


async def _read(
    websocket: WebSocket, context: Context, listener: Listener, connection: LiveConnection
) -> None:
    messages = Messages(websocket, context, _DECODER)
    while received := await messages.next():
        message, arrival = received
        if isinstance(message, Ping):
            listener.put(PONG)
        elif isinstance(message, MoveMessage):
            if not listener.seats:
                raise NotUnderstoodError
            await make_move(context.service, listener, message, arrival)
        elif await _take_seat(context, listener, message):
            context.connections.seat(connection)
        else:
            raise NotUnderstoodError


async def _take_seat(context: Context, listener: Listener, hello: Hello) -> bool:
    """Give a listener the seat of a token; return False if the listener cannot have it."""
    service, hashed = context.service, hash_token(hello.token)
    seat = (await service.find_seated(listener.id, hashed)).seat_of_hash(hashed)
    if seat is None or seat in listener.seats:
        return False
    if service.hub.connections_of(listener.id, seat) >= MOST_PER_SEAT:
        return False
    service.hub.seat(listener, seat, hashed)
    return True
