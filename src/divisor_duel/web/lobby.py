"""The lobby: open games that anybody may join, and pairing with whoever else wants to play."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from divisor_duel.games.registry import GAMES, find_game
from divisor_duel.web import messages, seats, wishes
from divisor_duel.web.api import (
    add_game,
    answer,
    decode,
    owner_of,
    parts_of,
    read_body,
    state_for,
    take_seat,
)
from divisor_duel.web.clocks import new_clock
from divisor_duel.web.service import Service
from divisor_duel.web.setups import new_table, read_name
from divisor_duel.web.tables import NotAllowedError, RefusedError, Table, hash_token
from divisor_duel.web.view import clock_of

MOST_SHOWN = 50


async def show_lobby(request: Request) -> Response:
    """GET /api/lobby."""
    service = _service(request)
    return answer(messages.Lobby([_told(table) for table in await open_tables(service)]))


def _told(table: Table) -> messages.OpenGame:
    name = next(name for seat, name in enumerate(table.names, 1) if seat in table.hashes)
    return messages.OpenGame(table.id, table.game, table.rules.phrase(), name, clock_of(table))


async def open_tables(service: Service) -> list[Table]:
    """Games that anybody may join and whose maker is there."""
    rows = await service.store.open_games(MOST_SHOWN)
    tables = [service.read(row) for row in rows]
    return [table for table in tables if not _maker_is_away(service, table)]


def _maker_is_away(service: Service, table: Table) -> bool:
    away = service.hub.presence(table).away
    return any(away.get(seat, False) for seat in table.hashes)


async def pair(request: Request) -> Response:
    """POST /api/lobby: join an open game, or make one and wait."""
    wish = decode(await read_body(request), wishes.PairRequest)
    service = _service(request)
    if wish.game is not None:
        find_game(wish.game)
    if wish.name:
        read_name(wish.name)
    async with parts_of(request).open_games.room(request.scope["client_name"]):
        joined = await _join_any(request, service, wish)
        if joined:
            return answer(state_for(request, joined, wish.token))
        table = await _open(request, wish)
    return answer(state_for(request, table, wish.token), 201)


async def _join_any(request: Request, service: Service, wish: wishes.PairRequest) -> Table | None:
    """Join an open game that suits the request, or return None if there is none."""
    asked = wishes.JoinRequest(wish.token, name=wish.name)
    for table in await open_tables(service):
        if not _suits(table, wish) or hash_token(wish.token) in table.hashes.values():
            continue
        parts_of(request).open_games.charge(request.scope["client_name"])
        try:
            return await take_seat(request, asked, table.id)
        except (NotAllowedError, RefusedError):  # another client was quicker
            continue
    return None


async def _open(request: Request, wish: wishes.PairRequest) -> Table:
    """Make an open game in which the client waits for an opponent."""
    kind = find_game(wish.game or next(iter(GAMES)))
    preset = dict(getattr(kind, "recommended", kind.fair).options)
    asked = wishes.NewGame(kind.id, preset, "random", open=True, clock=wish.clock)
    asked.names = {"1": read_name(wish.name)} if wish.name else {}
    made = new_table(asked, owner_of(request))
    made = made._replace(table=seats.seat_with(made.table, wish.token))
    parts, client = parts_of(request), request.scope["client_name"]
    table = await add_game(request, made)
    parts.service.hub.note(table.id, 1, client)
    parts.open_games.add(client, table, 1)
    return table


def _suits(table: Table, wish: wishes.PairRequest) -> bool:
    """Whether an open game is one that somebody asks for."""
    if wish.game not in (None, table.game):
        return False
    asked = wish.clock
    return asked is None or table.clock == new_clock(asked.per, asked.seconds, asked.increment)


def _service(request: Request) -> Service:
    parts = parts_of(request)
    if not parts.lobby:
        raise HTTPException(404, "there is no lobby on this server")
    return parts.service
