"""Seats: invitations, open games, and winning when the opponent has left.

An invitation can be used once. The player who accepts it sends a token of their own, which the
inviter never sees, so that only one person holds a seat. As the token is part of the request,
the request can be repeated after a lost response.
"""

from __future__ import annotations

import hmac
import secrets

import msgspec

from divisor_duel.play.record import HUMAN
from divisor_duel.web.game.moves import check_not_held
from divisor_duel.web.game.table import (
    LINK,
    NotAllowedError,
    RefusedError,
    Table,
    hash_token,
    next_version,
)

INVITATION = "i."
"""Prefix of every invitation, so that it cannot be mistaken for a seat's token."""


def new_invitation() -> str:
    """Return a secret that opens a seat once."""
    return INVITATION + secrets.token_urlsafe(18)


def seat_with(table: Table, token: str) -> Table:
    """Return a new table in which seat 1 has the token that its creator sent."""
    return msgspec.structs.replace(table, hashes={1: hash_token(token)})


def vacant(table: Table) -> tuple[int, ...]:
    """Return the human seats that no player has taken yet."""
    if len(table.hashes) == 2:
        return ()
    people = (seat for seat in (1, 2) if table.level(seat) == HUMAN)
    return tuple(seat for seat in people if seat not in table.hashes)


def join(table: Table, invitation: str | None, token: str, name: str | None) -> Table:
    """Return the table with a seat taken; unchanged if this token took it before."""
    seat = _seat_to_take(table, invitation)
    hashed = hash_token(token)
    if seat in table.hashes:
        if hmac.compare_digest(table.hashes[seat], hashed):
            return table
        raise NotAllowedError(
            "someone else has already joined; start a new game, or watch this one"
        )
    if table.outcome:
        raise RefusedError("the game is over")
    if hashed in table.hashes.values():
        raise RefusedError("this token already plays the other side")
    names = list(table.names)
    if name:
        names[seat - 1] = name
    hashes = table.hashes | {seat: hashed}
    return next_version(table, hashes=hashes, names=(names[0], names[1]), open=False)


def _seat_to_take(table: Table, invitation: str | None) -> int:
    if invitation is None:
        if table.opened is None:
            raise NotAllowedError("you need an invitation to join this game")
        return table.opened
    hashed = hash_token(invitation)
    for seat, expected in table.invitations.items():
        if hmac.compare_digest(expected, hashed):
            return seat
    raise NotAllowedError("this is not an invitation to this game")


def react(table: Table, seat: int, mark: str) -> Table:
    """Return the table with a seat's mark; showing the same mark again hides it."""
    if table.mode != LINK or not table.between_people:
        raise RefusedError("there is no one else to see it")
    others = {other: shown for other, shown in table.reactions.items() if other != seat}
    same = table.reactions.get(seat) == mark
    return next_version(table, reactions=others if same else others | {seat: mark})


def claim(table: Table, seat: int, gone: bool, refused: bool = False) -> Table:
    """Return the table won by the seat, if the opponent has gone.

    An opponent whose connection the server may have `refused` does not count as gone.
    """
    if table.mode != LINK:
        raise RefusedError("you can claim a win only in a game played with a link")
    if table.resigned == 3 - seat:
        return table
    if table.outcome:
        raise RefusedError(f"the game is over: {table.outcome.reason}")
    check_not_held(table)
    if 3 - seat in vacant(table):
        raise RefusedError("your opponent has not joined yet, so you cannot claim the win")
    if refused:
        raise NotAllowedError(
            "the server has refused a connection that may have been your opponent's, "
            "so you cannot claim the win now"
        )
    if not gone or not table.moves:
        raise NotAllowedError("your opponent has not been away long enough")
    return next_version(table, resigned=3 - seat, ended="left", takeback=None)
