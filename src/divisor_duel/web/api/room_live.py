"""The endpoint of live connections to rooms, as WebSockets: /api/rooms/{id}/live."""

from __future__ import annotations

from functools import partial

import msgspec
from starlette.exceptions import HTTPException
from starlette.websockets import WebSocket

from divisor_duel.web.api.live import (
    MOST_PER_SEAT,
    PONG,
    Messages,
    NotUnderstoodError,
    converse,
    deny,
    serve_connection,
    wire_of,
)
from divisor_duel.web.api.room_codes import find_room
from divisor_duel.web.context import STORE_BUSY, Context, error_response
from divisor_duel.web.game.table import NewerGameError
from divisor_duel.web.guard.connection_limits import LiveConnection
from divisor_duel.web.live.listener import Listener
from divisor_duel.web.live.room_hub import presence_key
from divisor_duel.web.play.rooms import UnknownRoomError
from divisor_duel.web.schema.requests import Hello, Ping
from divisor_duel.web.store.port import StoreBusyError

_DECODER = msgspec.json.Decoder(Hello | Ping)


async def live(websocket: WebSocket) -> None:
    """Serve one live connection to a room to its end."""
    about = f"room.{websocket.path_params['id']}"
    await serve_connection(websocket, about, _serve)


async def _serve(websocket: WebSocket, context: Context, connection: LiveConnection) -> None:
    client = connection.client
    try:
        code = (await find_room(websocket)).code
    except HTTPException as error:
        await deny(websocket, error_response(429, error.detail, **(error.headers or {})))
        return
    except UnknownRoomError as error:
        await deny(websocket, error_response(404, str(error)))
        return
    except NewerGameError as error:
        await deny(websocket, error_response(503, str(error), retry_after="5"))
        return
    except StoreBusyError:
        await deny(websocket, error_response(503, STORE_BUSY, retry_after="1"))
        return
    await websocket.accept()
    listener = Listener(presence_key(code), client)
    listener.wire = wire_of(websocket)
    try:
        read = partial(_read, websocket, context, listener, code, connection)
        await converse(websocket, context, listener, read)
    finally:
        context.rooms.hub.leave(listener, code)


async def _read(
    websocket: WebSocket,
    context: Context,
    listener: Listener,
    code: str,
    connection: LiveConnection,
) -> None:
    messages, joined = Messages(websocket, context, _DECODER), False
    while received := await messages.next():
        message, _ = received
        if isinstance(message, Ping):
            listener.put(PONG)
        elif joined or not await _join(context, listener, code, message):
            raise NotUnderstoodError
        else:
            joined = True
            context.connections.seat(connection)
            seat = context.rooms.client_of(message.token) or connection.client
            websocket.scope["client_name"] = listener.client = seat
            wire = wire_of(websocket)
            if wire:
                wire.client_name = seat


async def _join(context: Context, listener: Listener, code: str, hello: Hello) -> bool:
    """Let the holder of a token read the room; return False if no one there holds it."""
    try:
        room = await context.rooms.find(code)
        number = room.number_of(hello.token)
        if number is None:  # the token may have joined on another server since
            number = (await context.rooms.find(code, fresh=True)).number_of(hello.token)
    except (UnknownRoomError, StoreBusyError):
        return False
    if number is None or context.rooms.hub.connections_of(code, number) >= MOST_PER_SEAT:
        return False
    context.rooms.hub.join(listener, code, number)
    return True
