"""The lobby: open games that any player may join, and pairing of players."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from divisor_duel.games.registry import GAMES, find_game
from divisor_duel.web.api.games import add_game, owner_of, state_for, take_seat
from divisor_duel.web.api.http import decode, read_body
from divisor_duel.web.context import context_of, json_response
from divisor_duel.web.game import seats
from divisor_duel.web.game.clock import new_clock
from divisor_duel.web.game.new_table import new_table, read_name
from divisor_duel.web.game.table import NotAllowedError, RefusedError, Table, hash_token
from divisor_duel.web.game.view import clock_of
from divisor_duel.web.play.service import Service
from divisor_duel.web.schema import requests, states

MOST_SHOWN = 50
"""Limit on the open games that the lobby lists."""


async def show_lobby(request: Request) -> Response:
    """GET /api/lobby."""
    service = _service(request)
    return json_response(states.Lobby([_as_message(table) for table in await open_tables(service)]))


def _as_message(table: Table) -> states.OpenGame:
    name = next(name for seat, name in enumerate(table.names, 1) if seat in table.hashes)
    return states.OpenGame(table.id, table.game, table.rules.phrase(), name, clock_of(table))


async def open_tables(service: Service) -> list[Table]:
    """Return the open games whose maker is present."""
    rows = await service.store.open_games(MOST_SHOWN)
    tables = [service.read(row) for row in rows]
    return [table for table in tables if not _maker_is_away(service, table)]


def _maker_is_away(service: Service, table: Table) -> bool:
    away = service.hub.presence(table).away
    return any(away.get(seat, False) for seat in table.hashes)


async def pair(request: Request) -> Response:
    """POST /api/lobby: join an open game, or make one and wait."""
    body = decode(await read_body(request), requests.PairRequest)
    service = _service(request)
    if body.game is not None:
        find_game(body.game)
    if body.name:
        read_name(body.name)
    async with context_of(request).lobby_limits.room(request.scope["client_name"]):
        joined = await _join_any(request, service, body)
        if joined:
            return json_response(state_for(request, joined, body.token))
        table = await _create_open_game(request, body)
    return json_response(state_for(request, table, body.token), 201)


async def _join_any(request: Request, service: Service, body: requests.PairRequest) -> Table | None:
    """Join an open game that suits the request, or return None if there is none."""
    join_request = requests.JoinRequest(body.token, name=body.name)
    for table in await open_tables(service):
        if not _suits(table, body) or hash_token(body.token) in table.hashes.values():
            continue
        context_of(request).lobby_limits.charge(request.scope["client_name"])
        try:
            return await take_seat(request, join_request, table.id)
        except (NotAllowedError, RefusedError):  # another client was quicker
            continue
    return None


async def _create_open_game(request: Request, body: requests.PairRequest) -> Table:
    """Make an open game in which the client waits for an opponent."""
    kind = find_game(body.game or next(iter(GAMES)))
    preset = dict(kind.recommended.options)
    new_game = requests.NewGame(kind.id, preset, "random", open=True, clock=body.clock)
    new_game.names = {"1": read_name(body.name)} if body.name else {}
    new = new_table(new_game, owner_of(request))
    new = new._replace(table=seats.seat_with(new.table, body.token))
    context, client = context_of(request), request.scope["client_name"]
    table = await add_game(request, new)
    context.service.hub.record_request(table.id, 1, client)
    context.lobby_limits.add(client, table, 1)
    return table


def _suits(table: Table, body: requests.PairRequest) -> bool:
    """Return True if an open game matches a request to be paired."""
    if body.game not in (None, table.game):
        return False
    clock = body.clock
    return clock is None or table.clock == new_clock(clock.per, clock.seconds, clock.increment)


def _service(request: Request) -> Service:
    context = context_of(request)
    if not context.lobby:
        raise HTTPException(404, "this server has no lobby")
    return context.service
