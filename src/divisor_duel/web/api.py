"""The JSON API: translates HTTP requests into changes to games; has no rules.

Every error response is ``{"error": "one sentence"}`` with a matching status.
"""

from __future__ import annotations

import asyncio
import hashlib
import math
from collections.abc import Coroutine
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from divisor_duel.errors import OptionsError, RecordError
from divisor_duel.game import brief, read_number
from divisor_duel.record import write_records
from divisor_duel.web import messages, seats, wishes
from divisor_duel.web.budgets import Doorkeeper
from divisor_duel.web.changes import Action, Caller, Change
from divisor_duel.web.clients import Addresses
from divisor_duel.web.limits import Limits
from divisor_duel.web.live_connections import LiveConnections
from divisor_duel.web.messages import encode
from divisor_duel.web.metrics import Metrics
from divisor_duel.web.open_games import OpenGames
from divisor_duel.web.service import Service
from divisor_duel.web.setups import NewTable, catalog, new_table, read_name, table_from_record
from divisor_duel.web.store import StoreBusyError
from divisor_duel.web.tables import (
    LINK,
    NewerGameError,
    NotAllowedError,
    RefusedError,
    StaleError,
    Table,
    UnknownGameError,
)
from divisor_duel.web.thinkers import BusyError, Thinkers, ThinkingError
from divisor_duel.web.thinking import Query
from divisor_duel.web.view import for_player, state_of

if TYPE_CHECKING:
    from divisor_duel.web.health import Physician

Message = TypeVar("Message")
LONGEST_TOKEN = 100
"""Length limit of a token, in characters; anything beyond is cut off."""
MOVES_PER_REQUEST = 100
"""Legal moves in a state that are charged as one more request."""
NO_SEAT = b'"you":null}'
"""How the JSON of a state ends for a client without a seat."""
ARRIVAL = "duel.arrival"
"""Scope key for the time at which the whole request had arrived, on `time.monotonic`."""
CLIENT_CLOSED_REQUEST = 499
"""Status for requests whose client disconnected before the response, as in nginx."""


@dataclass(frozen=True)
class Parts:
    """The objects that all handlers share; the app has one instance."""

    service: Service
    analysts: Thinkers
    """Worker pool for analyses, reviews, puzzles and lessons."""
    drawers: Thinkers
    """Worker pool for pictures and positions, which are quick to make."""
    doorkeeper: Doorkeeper
    connections: LiveConnections
    open_games: OpenGames
    limits: Limits
    proxies: Addresses
    """Proxies whose X-Forwarded headers are trusted."""
    operators: Addresses
    """Addresses that may read the metrics."""
    metrics: Metrics
    physician: Physician
    lobby: bool
    """Whether this server has a lobby."""


def parts_of(request: Any) -> Parts:
    """Return the shared objects of the app that serves a request or connection."""
    parts: Parts = request.app.state.parts
    return parts


def answer(message: Any, status: int = 200, **headers: str) -> Response:
    """Return a message as a JSON response."""
    body = message if isinstance(message, bytes) else encode(message)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(body, status, named, media_type="application/json")


def refusal(status: int, sentence: str, **headers: str) -> Response:
    """Return an error sentence as a JSON response."""
    return answer(messages.ErrorMessage(sentence), status, **headers)


# --- reading requests -----------------------------------------------------------------------


async def read_body(request: Request) -> bytes:
    """Read the body of a request; 413 if it is too large, 415 if it is not JSON."""
    limit, body = parts_of(request).limits.body_bytes, bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise HTTPException(413, f"a request may have {limit} bytes at the most")
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise HTTPException(415, "the content type must be application/json")
    return bytes(body)


def decode(body: bytes, kind: type[Message]) -> Message:
    """Decode the message in a body; 400 if it is not JSON, 422 if it does not fit."""
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        raise HTTPException(422, _sentence(str(error))) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise HTTPException(400, f"this is not JSON: {_sentence(str(error))}") from None


def _sentence(text: str) -> str:
    return text if len(text) <= 300 else f"{text[:300]}..."


def token_of(request: Request) -> str | None:
    """Return the token in the Authorization header, or None."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    token = token.strip()
    return token[:LONGEST_TOKEN] if kind.lower() == "bearer" and token else None


def read_ply(request: Request, table: Table) -> int:
    """Return the ply that ``?ply=`` asks for; by default the current one."""
    text, current = request.query_params.get("ply"), len(table.moves)
    if text is None:
        return current
    value = read_number(text[:20])
    if value is None or value > current:
        raise RefusedError(f"ply must be a whole number from 0 to {current}, not {brief(text)}")
    return value


# --- games ----------------------------------------------------------------------------------


async def create_game(request: Request) -> Response:
    """POST /api/games."""
    body = decode(await read_body(request), wishes.NewGame)
    new, client = new_table(body, owner_of(request)), request.scope["client_name"]
    if not new.table.open:
        return await _created(request, new)
    open_games = parts_of(request).open_games
    async with open_games.room(client):
        created = await _created(request, new)
        open_games.add(client, new.table, 1)
    return created


async def create_from_record(request: Request) -> Response:
    """POST /api/records."""
    parts = parts_of(request)
    text = decode(await read_body(request), wishes.RecordText).text
    query, seconds = Query("record", text=text), parts.limits.record_seconds
    reply = await think(request, parts.analysts, query, seconds)
    resumed = msgspec.json.decode(reply, type=messages.TakenUp)
    return await _created(request, table_from_record(resumed, owner_of(request)))


async def _created(request: Request, new: NewTable) -> Response:
    table = await add_game(request, new)
    seats = {str(seat): token for seat, token in new.tokens.items()}
    invitations = {str(seat): secret for seat, secret in new.invitations.items()}
    state: Any = msgspec.Raw(state_for(request, table))
    created = messages.Created(table.id, seats, state, invitations)
    return answer(created, 201, location=f"/api/games/{table.id}")


async def add_game(request: Request, new: NewTable) -> Table:
    """Save a new game; 429 if the client has created too many."""
    parts = parts_of(request)
    wait = parts.doorkeeper.new_game(request.scope["client_name"])
    if wait:
        sentence = "you have set up many games; play one of them, or try again later"
        raise HTTPException(429, sentence, {"retry-after": str(math.ceil(wait))})
    await parts.service.add(new.table)
    return new.table


def owner_of(request: Request) -> str:
    """Return the name to which the computer's moves are charged: a hash of the client.

    The database stores it, and should contain no addresses of clients.
    """
    client: str = request.scope["client_name"]
    return hashlib.sha256(client.encode()).hexdigest()[:12]


async def think(request: Request, thinkers: Thinkers, query: Query, seconds: float) -> bytes:
    """Return a worker's answer to a query; cancel it if the client disconnects."""
    cached = thinkers.known(query)
    if cached is not None:
        return cached
    try:
        work = thinkers.run(query, request.scope["client_name"], seconds)
        return await while_connected(request, work)
    except BusyError as error:
        status, sentence = 503, "the engine is busy; try again in a moment"
        if error.own:
            status, sentence = 429, "too many requests of yours are waiting; try again in a moment"
        raise HTTPException(status, sentence, {"retry-after": "2"}) from None
    except ThinkingError as error:
        raise HTTPException(503, str(error), {"retry-after": "5"}) from None


async def while_connected(request: Request, work: Coroutine[Any, Any, bytes]) -> bytes:
    """Return the result of `work`; cancel it if the client disconnects."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise HTTPException(CLIENT_CLOSED_REQUEST, "the client has closed the connection")
        return working.result()
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _disconnected(request: Request) -> None:
    """Wait until the client disconnects."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def show_game(request: Request) -> Response:
    """GET /api/games/{id}."""
    service = parts_of(request).service
    table = await service.find(request.path_params["id"])
    ply = read_ply(request, table)
    service.computers.looked_at(table)
    return answer(state_for(request, table, token_of(request), ply))


def charge_for_state(parts: Parts, client: str, table: Table) -> None:
    """Charge a client for the state of a large board as for several requests."""
    parts.doorkeeper.charge(client, len(table.legal) // MOVES_PER_REQUEST)


def state_for(
    request: Request, table: Table, token: str | None = None, ply: int | None = None
) -> bytes:
    """Return the state as the holder of `token` sees it, and charge the client for it.

    Large boards are expensive to encode, so they count as several requests.
    """
    parts = parts_of(request)
    charge_for_state(parts, request.scope["client_name"], table)
    hub, seat = parts.service.hub, table.seat_of(token) if token else None
    if ply is not None and ply < len(table.moves):
        state = encode(state_of(table, hub.presence(table), ply))
    elif seat and token and table.next_open:
        return encode(for_player(state_of(table, hub.presence(table)), table, seat, token))
    else:
        state = hub.state(table)
    return seen_from(state, seat) if seat else state


def seen_from(state: bytes, seat: int) -> bytes:
    """Return a state as one of its players sees it.

    `you` is the last field of a state so that it can be replaced without decoding.
    """
    assert state.endswith(NO_SEAT)
    return state[: -len(NO_SEAT)] + b'"you":%d}' % seat


async def show_record(request: Request) -> Response:
    """GET /api/games/{id}/record."""
    table = await parts_of(request).service.find(request.path_params["id"])
    return Response(write_records([table.record]), media_type="text/plain")


async def change(action: Action[Message], kind: type[Message], request: Request) -> Response:
    """POST /api/games/{id}/...: run a player's action; needs a seat token."""
    service, game_id = parts_of(request).service, request.path_params["id"]
    token = token_of(request)
    if token is None:
        await service.find(game_id, fresh=False)
        raise HTTPException(401, "a seat token is needed: Authorization: Bearer TOKEN")
    _seat(await service.find_seated(game_id, token), token)
    body = decode(await read_body(request), kind)
    arrival = request.scope.get(ARRIVAL, monotonic())

    def operation(table: Table) -> Change:
        seat = _seat(table, token)
        if table.mode == LINK:
            service.hub.note(game_id, seat, request.scope["client_name"])
        alone = service.hub.is_gone(table, 3 - seat)
        refused = service.hub.was_refused(table, 3 - seat)
        return action(Caller(seat, token, body, arrival, alone, refused), table)

    try:
        changed = await service.change(game_id, operation)
    except StaleError as error:
        current: Any = msgspec.Raw(state_for(request, await service.find(game_id), token))
        return answer(messages.StaleMessage(str(error), current), 409)
    return answer(state_for(request, changed, token))


async def join(request: Request) -> Response:
    """POST /api/games/{id}/join: take a seat with a token that the client has chosen."""
    body = decode(await read_body(request), wishes.JoinRequest)
    if body.invitation is not None:
        return answer(state_for(request, await take_seat(request, body), body.token))
    async with parts_of(request).open_games.room(
        request.scope["client_name"], request.path_params["id"]
    ):
        joined = await take_seat(request, body)
    return answer(state_for(request, joined, body.token))


async def take_seat(request: Request, body: wishes.JoinRequest, id: str | None = None) -> Table:
    """Join the game `id`, or by default the one in the path; mark the player present."""
    parts, client = parts_of(request), request.scope["client_name"]
    name = read_name(body.name) if body.name else None
    joined = await parts.service.change(
        id or request.path_params["id"],
        lambda table: seats.join(table, body.invitation, body.token, name),
    )
    seat = _seat(joined, body.token)
    parts.service.hub.note(joined.id, seat, client)
    if body.invitation is None:
        parts.open_games.add(client, joined, seat)
    return joined


def _seat(table: Table, token: str) -> int:
    seat = table.seat_of(token)
    if seat is None:
        raise NotAllowedError("this token belongs to no seat of this game")
    return seat


# --- catalog and errors ---------------------------------------------------------------------


async def show_catalog(request: Request) -> Response:
    """GET /api/catalog."""
    return answer(catalog())


REFUSALS: dict[type[Exception], int] = {
    UnknownGameError: 404,
    NewerGameError: 503,
    NotAllowedError: 403,
    RefusedError: 422,
    OptionsError: 422,
    RecordError: 422,
}


async def on_refusal(request: Request, error: Exception) -> Response:
    """Return the error response for an exception: its status and one sentence."""
    for kind, status in REFUSALS.items():
        if isinstance(error, kind):
            return refusal(status, str(error))
    if isinstance(error, StoreBusyError):
        return refusal(503, "the database does not answer; try again", retry_after="1")
    if isinstance(error, HTTPException):
        named = {name.replace("-", "_"): value for name, value in (error.headers or {}).items()}
        if error.status_code == 401:
            named["www_authenticate"] = "Bearer"
        return refusal(error.status_code, error.detail.lower().rstrip("."), **named)
    if isinstance(error, ClientDisconnect):  # only the metrics see this
        return refusal(CLIENT_CLOSED_REQUEST, "the client hung up")
    return refusal(500, "something went wrong here; it is not your fault")
