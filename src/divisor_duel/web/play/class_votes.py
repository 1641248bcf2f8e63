"""Votes of a class on its next move: started, cast and closed, with the game at hand."""

from __future__ import annotations

import asyncio
import logging

from divisor_duel.errors import DuelError, IllegalMoveError
from divisor_duel.web.classroom import votes
from divisor_duel.web.classroom.room import Ballot, Room
from divisor_duel.web.game import clock
from divisor_duel.web.game.table import RefusedError, StaleError, Table
from divisor_duel.web.play.rooms import Rooms
from divisor_duel.web.play.service import Service
from divisor_duel.web.store.port import StoreBusyError

CHECK_SECONDS = 0.25
"""Seconds between two searches for votes whose time is over."""

_LOG = logging.getLogger("divisor_duel.web")


async def _game_at(service: Service, room: Room, ply: int) -> Table:
    """Return the game of the class, from the database if memory is behind."""
    game = votes.class_game_of(room).game
    table = await service.find(game, fresh=False)
    return table if len(table.moves) == ply else await service.find(game)


async def start_vote(rooms: Rooms, service: Service, code: str, ply: int) -> Room:
    """Let the pupils who are here vote on the next move."""
    table = await _game_at(service, await rooms.find(code), ply)
    return await rooms.change(
        code, lambda room: votes.start_vote(room, table, ply, rooms.here(room), clock.now())
    )


async def cast_vote(
    rooms: Rooms, service: Service, code: str, game: str, ply: int, ballot: Ballot
) -> Room:
    """Count a pupil's vote for a legal move."""
    table = await _game_at(service, await rooms.find(code), ply)
    if table.id != game or len(table.moves) != ply:
        raise StaleError(votes.CLOSED)
    try:
        table.rules.play(table.position, ballot.move)
    except IllegalMoveError as error:
        raise RefusedError(str(error)) from None
    return await rooms.change(code, lambda room: votes.cast(room, game, ply, ballot, clock.now()))


async def close_due_votes(rooms: Rooms) -> None:
    """Close votes whose time is over, or in which no pupil is missing."""
    while True:
        for code in rooms.due_votes(clock.now()):
            try:
                await rooms.change(code, lambda room: votes.close_if_due(room, clock.now()))
            except (DuelError, StoreBusyError) as error:
                _LOG.warning("a vote could not be closed yet: %s", error)
        await asyncio.sleep(CHECK_SECONDS)
