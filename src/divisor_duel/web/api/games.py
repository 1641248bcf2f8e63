"""The JSON API: translates HTTP requests into changes to games; has no rules.

Every error response is ``{"error": "one sentence"}`` with a matching status.
"""

from __future__ import annotations

import hashlib
import math
from time import monotonic
from typing import TypeVar, cast

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from divisor_duel.play.record import write_records
from divisor_duel.web.api.http import decode, read_body, run_query
from divisor_duel.web.context import charge_for_state, context_of, json_response, token_of
from divisor_duel.web.engine.query import Query
from divisor_duel.web.game import seats
from divisor_duel.web.game.actions import Action, Caller, Change
from divisor_duel.web.game.catalog import catalog
from divisor_duel.web.game.new_table import NewTable, new_table, read_name, table_from_record
from divisor_duel.web.game.query_string import read_ply
from divisor_duel.web.game.table import (
    LINK,
    StaleError,
    Table,
    check_seat,
    hash_token,
)
from divisor_duel.web.game.view import for_player, state_of
from divisor_duel.web.live.listener import ARRIVAL
from divisor_duel.web.schema import requests, states
from divisor_duel.web.schema.states import encode

Message = TypeVar("Message")
NO_SEAT = b'"you":null}'
"""How the JSON of a state ends for a client without a seat."""


async def create_game(request: Request) -> Response:
    """POST /api/games."""
    body = decode(await read_body(request), requests.NewGame)
    new, client = new_table(body, owner_of(request)), request.scope["client_name"]
    if not new.table.open:
        return await _created(request, new)
    lobby_limits = context_of(request).lobby_limits
    async with lobby_limits.room(client):
        created = await _created(request, new)
        lobby_limits.add(client, new.table, 1)
    return created


async def create_from_record(request: Request) -> Response:
    """POST /api/records."""
    context = context_of(request)
    text = decode(await read_body(request), requests.RecordText).text
    query, seconds = Query("record", text=text), context.limits.record_seconds
    reply = await run_query(request, context.analysis_workers, query, seconds)
    resumed = msgspec.json.decode(reply, type=states.RecordedGame)
    return await _created(request, table_from_record(resumed, owner_of(request)))


async def _created(request: Request, new: NewTable) -> Response:
    table = await add_game(request, new)
    seats = {str(seat): token for seat, token in new.tokens.items()}
    invitations = {str(seat): secret for seat, secret in new.invitations.items()}
    state = cast("states.State", msgspec.Raw(state_for(request, table)))
    created = states.Created(table.id, seats, state, invitations)
    return json_response(created, 201, location=f"/api/games/{table.id}")


async def add_game(request: Request, new: NewTable) -> Table:
    """Save a new game; 429 if the client has created too many."""
    context = context_of(request)
    wait = context.rate_limiter.admit_game(request.scope["client_name"])
    if wait:
        sentence = "you have started too many games; finish one, or try again later"
        raise HTTPException(429, sentence, {"retry-after": str(math.ceil(wait))})
    await context.service.add(new.table)
    return new.table


def owner_of(request: Request) -> str:
    """Return the name to which the computer's moves are charged: a hash of the client.

    The database stores it, and should contain no addresses of clients.
    """
    return owner_hash(request.scope["client_name"])


def owner_hash(client: str) -> str:
    """Return a hash of a client's name."""
    return hashlib.sha256(client.encode()).hexdigest()[:12]


async def show_game(request: Request) -> Response:
    """GET /api/games/{id}."""
    service = context_of(request).service
    table = await service.find(request.path_params["id"])
    ply = read_ply(request.query_params, table)
    service.computer_players.record_view(table)
    return json_response(state_for(request, table, token_of(request.headers), ply))


def state_for(
    request: Request, table: Table, token: str | None = None, ply: int | None = None
) -> bytes:
    """Return the state as the holder of `token` sees it, and charge the client for it.

    Large boards are expensive to encode, so they count as several requests.
    """
    context = context_of(request)
    charge_for_state(context, request.scope["client_name"], table)
    hub, seat = context.service.hub, table.seat_of(token) if token else None
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
    table = await context_of(request).service.find(request.path_params["id"])
    return Response(write_records([table.record]), media_type="text/plain")


async def change(action: Action[Message], kind: type[Message], request: Request) -> Response:
    """POST /api/games/{id}/...: run a player's action; needs a seat token."""
    service, rooms = context_of(request).service, context_of(request).rooms
    game_id, token = request.path_params["id"], token_of(request.headers)
    if token is None:
        await service.find(game_id, fresh=False)
        raise HTTPException(401, "the seat token is missing: send Authorization: Bearer TOKEN")
    hashed = hash_token(token)
    check_seat((await service.find_seated(game_id, hashed)).seat_of_hash(hashed))
    body = decode(await read_body(request), kind)
    arrival = request.scope.get(ARRIVAL, monotonic())

    def operation(table: Table) -> Change:
        seat = check_seat(table.seat_of_hash(hashed))
        if table.mode == LINK:
            service.hub.record_request(game_id, seat, request.scope["client_name"])
        gone = service.hub.is_gone(table, 3 - seat) and not rooms.is_here(table, 3 - seat)
        refused = service.hub.was_refused(table, 3 - seat)
        return action(Caller(seat, token, body, arrival, gone, refused), table)

    try:
        changed = await service.change(game_id, operation)
    except StaleError as error:
        state = msgspec.Raw(state_for(request, await service.find(game_id), token))
        current = cast("states.State", state)
        return json_response(states.StaleMessage(str(error), current), 409)
    return json_response(state_for(request, changed, token))


async def join(request: Request) -> Response:
    """POST /api/games/{id}/join: take a seat with a token that the client has chosen."""
    body = decode(await read_body(request), requests.JoinRequest)
    if body.invitation is not None:
        return json_response(state_for(request, await take_seat(request, body), body.token))
    async with context_of(request).lobby_limits.room(
        request.scope["client_name"], request.path_params["id"]
    ):
        joined = await take_seat(request, body)
    return json_response(state_for(request, joined, body.token))


async def take_seat(request: Request, body: requests.JoinRequest, id: str | None = None) -> Table:
    """Join the game `id`, or by default the one in the path; mark the player present."""
    context, client = context_of(request), request.scope["client_name"]
    name = read_name(body.name) if body.name else None

    def operation(table: Table) -> Table:
        joined = seats.join(table, body.invitation, body.token, name)
        context.service.hub.record_request(joined.id, _seat(joined, body.token), client)
        return joined

    joined = await context.service.change(id or request.path_params["id"], operation)
    if body.invitation is None:
        context.lobby_limits.add(client, joined, _seat(joined, body.token))
    return joined


def _seat(table: Table, token: str) -> int:
    return check_seat(table.seat_of(token))


async def show_catalog(request: Request) -> Response:
    """GET /api/catalog."""
    return json_response(catalog())
