"""The live connection of a reader: /api/games/{id}/live."""

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
from divisor_duel.web import clocks, turns
from divisor_duel.web.api import Parts, charge_for_state, parts_of, refusal
from divisor_duel.web.budgets import LIVE_TURN_SECONDS, Metered, TokenBucket
from divisor_duel.web.changes import Change
from divisor_duel.web.live import Listener, deliver, message_of
from divisor_duel.web.live_connections import LiveConnection
from divisor_duel.web.messages import RefusedMessage, encode
from divisor_duel.web.store import StoreBusyError
from divisor_duel.web.tables import (
    NewerGameError,
    NotAllowedError,
    Table,
    UnknownGameError,
    hash_token,
)
from divisor_duel.web.wishes import Hello, MoveMessage, Ping

NOT_UNDERSTOOD = 1008
TRY_AGAIN = 1013
MOST_PER_SEAT = 20
"""Limit on the live connections of one player to one game."""
DENIAL_SECONDS = 2.0
"""Wait before a live connection beyond the client's budget is refused, in seconds.

A handshake costs the server more than the client. Refused at once, a few connections that try
again and again would keep the event loop busy.
"""
WIRE = "duel.wire"
PONG = message_of(b'{"type":"pong"}')
_DECODER = msgspec.json.Decoder(Hello | Ping | MoveMessage)
_MOVE = msgspec.json.Decoder(MoveMessage)


async def live(websocket: WebSocket) -> None:
    """Serve one live connection to its end."""
    parts, client, wire = parts_of(websocket), websocket.scope["client_name"], _wire(websocket)
    if wire:
        wire.client_name = client
    if not same_origin(websocket):
        await _deny(websocket, refusal(403, "live connections are only for this server's own page"))
        return
    wait, game = parts.doorkeeper.request(client), websocket.path_params["id"]
    if wait:
        await asyncio.sleep(DENIAL_SECONDS)
        refused = refusal(429, "too many requests", retry_after=str(int(wait) + 1))
        await _deny(websocket, refused)
        return
    connection = parts.connections.enter(client, game, _let_go(wire))
    if connection is None:
        problem = f"one client may hold {parts.limits.sockets_per_client} live connections"
        if parts.connections.is_full:
            problem = f"this server may hold {parts.limits.sockets} live connections"
        await _deny(websocket, refusal(429, problem, retry_after="1"))
        return
    try:
        await _serve(websocket, parts, connection)
    finally:
        parts.connections.leave(connection)


def _let_go(wire: Any) -> Callable[[], None]:
    """Return what ends this connection when another one needs its place."""
    if wire:
        return partial(wire.let_go, TRY_AGAIN, "another connection needs this watcher's place")
    task = asyncio.current_task()
    assert task

    def cancel() -> None:
        task.cancel()

    return cancel


def same_origin(websocket: WebSocket) -> bool:
    """Whether a page of this very server asks, or a program that is no browser."""
    origin = websocket.headers.get("origin")
    if origin is None:
        return True
    try:
        asking = urlsplit(origin).netloc.lower()
    except ValueError:  # such as http://[
        return False
    return bool(asking) and asking == websocket.headers.get("host", "").lower()


def _wire(websocket: WebSocket) -> Any:
    """The connection itself, if it is one of ours."""
    return websocket.scope.get("extensions", {}).get(WIRE)


async def _deny(websocket: WebSocket, response: Response) -> None:
    if "websocket.http.response" in websocket.scope.get("extensions", {}):
        await websocket.send_denial_response(response)
    else:
        await websocket.close(NOT_UNDERSTOOD)


async def _serve(websocket: WebSocket, parts: Parts, connection: LiveConnection) -> None:
    hub, game = parts.service.hub, connection.game
    listener = hub.join(
        game, connection.client
    )  # before the state is read, so that no change is missed between
    try:
        try:
            async with parts.doorkeeper.doorway:
                table = await parts.service.find(game)
                charge_for_state(parts, connection.client, table)
                await _welcome(websocket, parts, listener, table)
        except UnknownGameError as error:
            await _deny(websocket, refusal(404, str(error)))
            return
        except NewerGameError as error:
            await _deny(websocket, refusal(503, str(error), retry_after="5"))
            return
        except StoreBusyError:
            sentence = "the database does not answer; try again"
            await _deny(websocket, refusal(503, sentence, retry_after="1"))
            return
        await _converse(websocket, parts, listener, connection)
    finally:
        hub.leave(listener)


async def _welcome(websocket: WebSocket, parts: Parts, listener: Listener, table: Table) -> None:
    await websocket.accept()
    wire = _wire(websocket)
    if wire:
        listener.wire = wire
        wire.take = Lane(parts, listener, websocket.scope["client_name"]).take
    parts.service.hub.welcome(listener, table)
    parts.service.computers.looked_at(table)


async def _converse(
    websocket: WebSocket, parts: Parts, listener: Listener, connection: LiveConnection
) -> None:
    """Send states and read messages until either side ends it."""
    if listener.wire:  # states go out by themselves
        code = await _read(websocket, parts, listener, connection)
        if code:
            await _farewell(websocket, code)
        return
    reading = asyncio.create_task(_read(websocket, parts, listener, connection))
    sending = asyncio.create_task(deliver(listener, websocket.send_text, parts.limits.send_seconds))
    try:
        done, _ = await asyncio.wait((reading, sending), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (reading, sending):
            task.cancel()
        await asyncio.gather(reading, sending, return_exceptions=True)
    errors = [task.exception() for task in done]
    code = reading.result() if reading in done and not reading.exception() else None
    if any(isinstance(error, TimeoutError) for error in errors):
        return  # it takes nothing, not even a farewell
    if code:
        await _farewell(websocket, code)


async def _farewell(websocket: WebSocket, code: int) -> None:
    try:
        async with asyncio.timeout(1):
            await websocket.close(code)
    except (TimeoutError, RuntimeError, WebSocketDisconnect):
        return


async def _read(
    websocket: WebSocket, parts: Parts, listener: Listener, connection: LiveConnection
) -> int | None:
    """Take messages in; the code to close with, or None if the reader has gone."""
    rate, client = parts.limits.frames_per_second, websocket.scope["client_name"]
    bucket, wire = TokenBucket(rate, rate * 3), _wire(websocket)
    while True:
        event = await websocket.receive()
        if event["type"] == "websocket.disconnect":
            return None
        arrival = wire.arrivals.popleft() if wire else monotonic()
        listener.busy = True  # until it has been dealt with, nothing may overtake it
        text = event.get("text")
        if text is None or len(text) > parts.limits.frame_bytes or bucket.take():
            return NOT_UNDERSTOOD
        if parts.doorkeeper.is_overdrawn(client):
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
            await _move(parts, listener, message, arrival)
        else:
            table = await parts.service.find_seated(listener.id, message.token)
            if not _seated(parts, table, listener, message):
                return NOT_UNDERSTOOD
            parts.connections.seat(connection)
        listener.busy = False


class Lane:
    """The short way of a player's move: no task waits for it, and none is woken.

    What is no plain move of a player in a game that this process knows is left to `_read`.
    """

    def __init__(self, parts: Parts, listener: Listener, client: str) -> None:
        self._parts, self._listener, self._client = parts, listener, client

    def take(self, text: bytes, arrival: float) -> bool:
        """Make the move that a text asks for; False if the text must go the long way."""
        listener = self._listener
        keeper = self._parts.doorkeeper
        if not listener.seat or listener.busy or keeper.is_overdrawn(self._client):
            return False
        if keeper.has_had_turn(self._client, LIVE_TURN_SECONDS):
            return False
        try:
            wish = _MOVE.decode(text)
        except (msgspec.DecodeError, RecursionError):
            return False
        operation = _operation(listener, wish, arrival)
        return self._parts.service.change_at_once(
            listener.id, operation, lambda: self._begin_again(wish, arrival), self._charge
        )

    def _charge(self, began: float) -> None:
        self._parts.doorkeeper.spend_since(began, self._client)

    def _begin_again(self, wish: MoveMessage, arrival: float) -> None:
        """Somebody was quicker, or the database fails."""
        work = self._go_the_long_way(wish, arrival)
        self._parts.service.begin(f"move {id(self)} {wish.ply}", work)

    async def _go_the_long_way(self, wish: MoveMessage, arrival: float) -> None:
        """Look again, and say what came of it."""
        work = _move(self._parts, self._listener, wish, arrival)
        await Metered(work, self._client, self._parts.doorkeeper)


def _operation(listener: Listener, wish: MoveMessage, arrival: float) -> Callable[[Table], Change]:
    def operation(now: Table) -> Change:
        seat = listener.seat
        if seat is None or now.hashes.get(seat) != listener.hashed:  # sides were changed, maybe
            seat = now.seat_kept(listener.hashed)
        if seat is None:
            raise NotAllowedError("this token belongs to no seat of this game")
        when, lag = (clocks.now(), clocks.lag_since(arrival)) if now.clock else (0.0, 0.0)
        return turns.move(now, seat, wish.ply, wish.move, wish.version, when, lag=lag)

    return operation


async def _move(parts: Parts, listener: Listener, wish: MoveMessage, arrival: float) -> None:
    """Make a move; all who watch see it, and who made it is told if it cannot be."""
    service = parts.service
    try:
        before = await service.find(listener.id, fresh=False)
        after = await service.change(listener.id, _operation(listener, wish, arrival))
    except (DuelError, StoreBusyError) as error:
        told = str(error) if isinstance(error, DuelError) else "the database does not answer"
        again = isinstance(error, StoreBusyError)
        listener.put(message_of(encode(RefusedMessage(told, wish.ply, again))))
        return
    if after is before:  # it was made already: the answer may have been lost
        service.hub.welcome(listener, after)


def _seated(parts: Parts, table: Table, listener: Listener, hello: Hello) -> bool:
    seat = table.seat_of(hello.token)
    if seat is None or listener.seat:
        return False
    if parts.service.hub.connections_of(listener.id, seat) >= MOST_PER_SEAT:
        return False
    listener.token, listener.hashed = hello.token, hash_token(hello.token)
    parts.service.hub.seat(listener, seat)
    return True
