"""The games of a room's round, as tables."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime

from divisor_duel.play.record import HUMAN
from divisor_duel.web.classroom.room import COMPUTER, Pairing, Room
from divisor_duel.web.game.table import CLOSED, FORMAT, LINK, PAUSED, Table, next_version
from divisor_duel.web.guard.addresses import seat_name


def table_of(room: Room, pairing: Pairing) -> Table:
    """Return the new game of a pair: each pupil's own token opens their seat."""
    seats = {1: pairing.one, 2: pairing.two}
    people = {seat: number for seat, number in seats.items() if number != COMPUTER}
    kinds = [HUMAN if seat in people else room.level for seat in (1, 2)]
    return Table(
        id=pairing.game,
        game=room.game,
        options=room.options,
        mode=LINK,
        first=1,
        players=(kinds[0], kinds[1]),
        names=(room.name_of(pairing.one), room.name_of(pairing.two)),
        seed=secrets.randbits(32),
        date=f"{datetime.now(UTC):%Y-%m-%d}",
        hashes={seat: room.pupil(number).hashed for seat, number in people.items()},
        owner=seat_name(room.code, min(people.values()), room.owner),
        room=room.code,
        help=room.help,
        held=PAUSED if room.paused else "",
        format=FORMAT,
    )


def follow_room(room: Room, table: Table) -> Table:
    """Return a game as its room wants it: paused or closed, with these names, tokens and help.

    A pupil who was removed leaves the game, and the opponent wins.
    """
    pairing = next((pairing for pairing in room.current if pairing.game == table.id), None)
    if pairing is None:
        return table if table.held == CLOSED or table.outcome else next_version(table, held=CLOSED)
    changes: dict[str, object] = {"held": PAUSED if room.paused else "", "help": room.help}
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


def winner_of(pairing: Pairing, table: Table) -> int | None:
    """Return the number of the player who has won a game; None while it is being played."""
    if table.outcome is None:
        return None
    return pairing.one if table.outcome.winner == 1 else pairing.two
