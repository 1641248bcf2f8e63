"""Find rooms by their codes, so that no one can find a room by trying codes."""

from __future__ import annotations

import math

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from divisor_duel.web.api.games import owner_hash
from divisor_duel.web.classroom.codes import read_code
from divisor_duel.web.classroom.room import Room
from divisor_duel.web.context import ADDRESS, context_of
from divisor_duel.web.game.table import RefusedError
from divisor_duel.web.guard.addresses import accounts_of, is_seat
from divisor_duel.web.play.rooms import UnknownRoomError


def check_wait(seconds: float, problem: str) -> None:
    """Raise 429 if a client must wait."""
    if seconds:
        later = {"retry-after": str(math.ceil(seconds))}
        raise HTTPException(429, f"{problem}; try again later", later)


def site_of(request: HTTPConnection) -> str:
    """Return the widest account of a client's address, also if a seat in a room is charged."""
    return accounts_of(request.scope[ADDRESS])[-1][0]


async def find_room(request: HTTPConnection) -> Room:
    """Return the room in the path; UnknownRoomError, or 429 after too many wrong codes.

    A class shares one address. So a pupil who tries codes shuts out neither those who are in the
    room, nor newcomers to a room that was opened from the same address.
    """
    context, client, text = (
        context_of(request),
        request.scope["client_name"],
        request.path_params["id"],
    )
    limiter, problem = context.rate_limiter, "you have tried too many codes"
    wait = limiter.admit_code(client)
    try:
        room = await context.rooms.find(read_code(text))
    except (UnknownRoomError, RefusedError) as error:
        check_wait(wait, problem)
        limiter.charge_code(client)
        raise UnknownRoomError(str(error)) from None
    if not is_seat(client, room.code) and room.owner != owner_hash(site_of(request)):
        check_wait(wait, problem)
    return room
