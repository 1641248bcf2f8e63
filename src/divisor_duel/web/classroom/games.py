"""The games of a room's round, as tables."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime

from msgspec.structs import replace

from divisor_duel.play.record import HUMAN
from divisor_duel.web.classroom.room import COMPUTER, TEACHER, ClassGame, Pairing, Room
from divisor_duel.web.game.moves import move
from divisor_duel.web.game.table import (
    CLOSED,
    FORMAT,
    LINK,
    PAUSED,
    Table,
    hash_token,
    next_version,
)
from divisor_duel.web.guard.addresses import seat_name

CLASS = "The class"
"""The name of the class in its game against the computer."""


def table_of(room: Room, pairing: Pairing) -> Table:
    """Return the new game of a pair: each pupil's own token opens their seat."""
    seats = {1: pairing.one, 2: pairing.two}
    people = {seat: number for seat, number in seats.items() if number != COMPUTER}
    kinds = [HUMAN if seat in people else room.level for seat in (1, 2)]
    names = (room.name_of(pairing.one), room.name_of(pairing.two))
    hashes = {seat: room.pupil(number).hashed for seat, number in people.items()}
    table = _new_table(room, pairing.game, (kinds[0], kinds[1]), names, hashes)
    return replace(
        table,
        owner=seat_name(room.code, min(people.values()), room.owner),
        held=PAUSED if room.paused else "",
    )


def table_of_class(room: Room, played: ClassGame) -> Table:
    """Return the new game of the whole class: no token opens its seat, only votes move."""
    kinds, names = [HUMAN, HUMAN], [CLASS, CLASS]
    kinds[2 - played.seat], names[2 - played.seat] = played.level, room.name_of(COMPUTER)
    hashes = {played.seat: hash_token(secrets.token_urlsafe(24))}
    return _new_table(room, played.game, (kinds[0], kinds[1]), (names[0], names[1]), hashes)


def _new_table(
    room: Room, id: str, players: tuple[str, str], names: tuple[str, str], hashes: dict[int, str]
) -> Table:
    return Table(
        id=id,
        game=room.game,
        options=room.options,
        mode=LINK,
        first=1,
        players=players,
        names=names,
        seed=secrets.randbits(32),
        date=f"{datetime.now(UTC):%Y-%m-%d}",
        hashes=hashes,
        owner=seat_name(room.code, TEACHER, room.owner),
        room=room.code,
        help=room.help,
        format=FORMAT,
    )


def follow_room(room: Room, table: Table) -> Table:
    """Return a game as its room wants it: paused or closed, with these names, tokens and help.

    Pairs pause while the whole class plays. A pupil who was removed leaves the game, and the
    opponent wins.
    """
    if room.class_game and room.class_game.game == table.id:
        return _follow_vote(room, room.class_game, table)
    pairing = next((pairing for pairing in room.current if pairing.game == table.id), None)
    if pairing is None:
        return table if table.held == CLOSED or table.outcome else next_version(table, held=CLOSED)
    held = PAUSED if room.paused or room.class_game else ""
    changes: dict[str, object] = {"held": held, "help": room.help}
    names, hashes = list(table.names), dict(table.hashes)
    for seat, number in ((1, pairing.one), (2, pairing.two)):
        if number == COMPUTER:
            continue
        pupil = room.pupils[number - 1]
        names[seat - 1] = pupil.name
        hashes[seat] = pupil.hashed
        if pupil.removed and not table.outcome:
            changes |= {"resigned": seat, "ended": "left", "takeback": None}
    changes |= {"names": (names[0], names[1]), "hashes": hashes}
    if all(getattr(table, name) == value for name, value in changes.items()):
        return table
    return next_version(table, **changes)


def _follow_vote(room: Room, played: ClassGame, table: Table) -> Table:
    """Return the game of the class with the move that it has voted for."""
    if table.help != room.help:
        table = next_version(table, help=room.help)
    vote = played.vote
    if vote is None or vote.chosen is None or vote.ply != len(table.moves) or table.outcome:
        return table
    return move(table, played.seat, vote.ply, vote.chosen)


def winner_of(pairing: Pairing, table: Table) -> int | None:
    """Return the number of the player who has won a game; None while it is being played."""
    if table.outcome is None:
        return None
    return pairing.one if table.outcome.winner == 1 else pairing.two
