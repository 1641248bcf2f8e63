"""The JSON API: translates between requests and games, and owns no rule.

Every refusal is ``{"error": "one sentence"}`` with the status that belongs to it.
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
MOVES_PER_REQUEST = 100
NOBODY = b'"you":null}'
ARRIVAL = "duel.arrival"
"""Key of the scope: when the whole request had come, on `time.monotonic`."""
HUNG_UP = 499
"""Status that counts requests whose client hung up before the answer, as in nginx."""


@dataclass(frozen=True)
class Parts:
    """What the handlers work with; the app holds one."""

    service: Service
    analysts: Thinkers
    """Workers for analyses, reviews, puzzles and lessons."""
    drawers: Thinkers
    """Workers for pictures and positions, which take a moment only."""
    doorkeeper: Doorkeeper
    connections: LiveConnections
    open_games: OpenGames
    limits: Limits
    proxies: Addresses
    """Whose word about where a request comes from is believed."""
    operators: Addresses
    """Who may see the metrics."""
    metrics: Metrics
    physician: Physician
    lobby: bool
    """Whether there is one."""


def parts_of(request: Any) -> Parts:
    """The parts that the app of a request or connection holds."""
    parts: Parts = request.app.state.parts
    return parts


def answer(message: Any, status: int = 200, **headers: str) -> Response:
    """A message as a JSON response."""
    body = message if isinstance(message, bytes) else encode(message)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(body, status, named, media_type="application/json")


def refusal(status: int, sentence: str, **headers: str) -> Response:
    """What was wrong, as a JSON response."""
    return answer(messages.ErrorMessage(sentence), status, **headers)


# --- reading requests -----------------------------------------------------------------------


async def read_body(request: Request) -> bytes:
    """The body of a request, within the limit."""
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
    """The message in a body; 400 if it is not JSON, 422 if it is not what was expected."""
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        raise HTTPException(422, _sentence(str(error))) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise HTTPException(400, f"this is not JSON: {_sentence(str(error))}") from None


def _sentence(text: str) -> str:
    return text if len(text) <= 300 else f"{text[:300]}..."


def token_of(request: Request) -> str | None:
    """The token in the Authorization header."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    token = token.strip()
    return token[:LONGEST_TOKEN] if kind.lower() == "bearer" and token else None


def read_ply(request: Request, table: Table) -> int:
    """The position that ``?ply=`` asks for; the one now if it does not."""
    text, most = request.query_params.get("ply"), len(table.moves)
    if text is None:
        return most
    value = read_number(text[:20])
    if value is None or value > most:
        raise RefusedError(f"ply must be a whole number from 0 to {most}, not {brief(text)}")
    return value


# --- games ----------------------------------------------------------------------------------


async def create_game(request: Request) -> Response:
    """POST /api/games."""
    wish = decode(await read_body(request), wishes.NewGame)
    made, client = new_table(wish, owner_of(request)), request.scope["client_name"]
    if not made.table.open:
        return await _created(request, made)
    open_games = parts_of(request).open_games
    async with open_games.room(client):
        created = await _created(request, made)
        open_games.add(client, made.table, 1)
    return created


async def create_from_record(request: Request) -> Response:
    """POST /api/records."""
    parts = parts_of(request)
    text = decode(await read_body(request), wishes.RecordText).text
    query, seconds = Query("record", text=text), parts.limits.record_seconds
    read = await think(request, parts.analysts, query, seconds)
    taken_up = msgspec.json.decode(read, type=messages.TakenUp)
    return await _created(request, table_from_record(taken_up, owner_of(request)))


async def _created(request: Request, made: NewTable) -> Response:
    table = await add_game(request, made)
    seats = {str(seat): token for seat, token in made.tokens.items()}
    invitations = {str(seat): secret for seat, secret in made.invitations.items()}
    state: Any = msgspec.Raw(state_for(request, table))
    created = messages.Created(table.id, seats, state, invitations)
    return answer(created, 201, location=f"/api/games/{table.id}")


async def add_game(request: Request, made: NewTable) -> Table:
    """Keep a new game, if the client may make one."""
    parts = parts_of(request)
    wait = parts.doorkeeper.new_game(request.scope["client_name"])
    if wait:
        sentence = "you have set up many games; play one of them, or try again later"
        raise HTTPException(429, sentence, {"retry-after": str(math.ceil(wait))})
    await parts.service.add(made.table)
    return made.table


def owner_of(request: Request) -> str:
    """Whom the computer's work is charged to: the client, not readable in the database."""
    client: str = request.scope["client_name"]
    return hashlib.sha256(client.encode()).hexdigest()[:12]


async def think(request: Request, thinkers: Thinkers, query: Query, seconds: float) -> bytes:
    """Return a worker's answer to a query, for as long as the client waits for it."""
    known = thinkers.known(query)
    if known is not None:
        return known
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
    """Return what the work results in; cancel it when the client closes the connection."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise HTTPException(HUNG_UP, "the client has closed the connection")
        return working.result()
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _disconnected(request: Request) -> None:
    """Wait until the client closes the connection."""
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
    """The state for who asks; large boards count as several requests, being dear to make."""
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
    """A state as one of its players sees it; `you` is its last field, for this very reason."""
    assert state.endswith(NOBODY)
    return state[: -len(NOBODY)] + b'"you":%d}' % seat


async def show_record(request: Request) -> Response:
    """GET /api/games/{id}/record."""
    table = await parts_of(request).service.find(request.path_params["id"])
    return Response(write_records([table.record]), media_type="text/plain")


async def change(action: Action[Message], kind: type[Message], request: Request) -> Response:
    """POST /api/games/{id}/...: what a player does, with a token."""
    service, name = parts_of(request).service, request.path_params["id"]
    token = token_of(request)
    if token is None:
        await service.find(name, fresh=False)
        raise HTTPException(401, "a seat token is needed: Authorization: Bearer TOKEN")
    _seat(await service.find_seated(name, token), token)
    wish = decode(await read_body(request), kind)
    arrival = request.scope.get(ARRIVAL, monotonic())

    def operation(now: Table) -> Change:
        seat = _seat(now, token)
        if now.mode == LINK:
            service.hub.note(name, seat, request.scope["client_name"])
        alone = service.hub.is_gone(now, 3 - seat)
        refused = service.hub.was_refused(now, 3 - seat)
        return action(Caller(seat, token, wish, arrival, alone, refused), now)

    try:
        changed = await service.change(name, operation)
    except StaleError as error:
        current: Any = msgspec.Raw(state_for(request, await service.find(name), token))
        return answer(messages.StaleMessage(str(error), current), 409)
    return answer(state_for(request, changed, token))


async def join(request: Request) -> Response:
    """POST /api/games/{id}/join: take a seat with a token of one's own."""
    wish = decode(await read_body(request), wishes.JoinRequest)
    if wish.invitation is not None:
        return answer(state_for(request, await take_seat(request, wish), wish.token))
    async with parts_of(request).open_games.room(
        request.scope["client_name"], request.path_params["id"]
    ):
        joined = await take_seat(request, wish)
    return answer(state_for(request, joined, wish.token))


async def take_seat(request: Request, wish: wishes.JoinRequest, id: str | None = None) -> Table:
    """Join a game, which the path names unless `id` does, and note who is there."""
    parts, client = parts_of(request), request.scope["client_name"]
    name = read_name(wish.name) if wish.name else None
    joined = await parts.service.change(
        id or request.path_params["id"],
        lambda now: seats.join(now, wish.invitation, wish.token, name),
    )
    seat = _seat(joined, wish.token)
    parts.service.hub.note(joined.id, seat, client)
    if wish.invitation is None:
        parts.open_games.add(client, joined, seat)
    return joined


def _seat(table: Table, token: str) -> int:
    seat = table.seat_of(token)
    if seat is None:
        raise NotAllowedError("this token belongs to no seat of this game")
    return seat


# --- the rest -------------------------------------------------------------------------------


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
    """An error that the reader can understand, with its status."""
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
    if isinstance(error, ClientDisconnect):  # no client reads this; the status is counted
        return refusal(HUNG_UP, "the client hung up")
    return refusal(500, "something went wrong here; it is not your fault")
