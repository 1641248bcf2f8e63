"""Rematches: a new game of the same two players, who take turns to go first.

The server stores only hashes of tokens, yet each player must get a token for the new game that
no one else sees. So a player's new token is derived from the old one: only the holder of the
old one can compute it, and the server only while it handles that player's request.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

from msgspec.structs import replace

from divisor_duel.play.record import HUMAN
from divisor_duel.web.game.clock import new_clock
from divisor_duel.web.game.table import FORMAT, LINK, RefusedError, Table, hash_token, score


def new_id() -> str:
    """Return an unguessable id for a game."""
    return secrets.token_urlsafe(12)


def derive_token(token: str, next_id: str, seat: int) -> str:
    """Return the token of a seat in the next game."""
    digest = hmac.digest(token.encode(), f"rematch/{next_id}/{seat}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest[:24]).decode()


def rematch(table: Table, seat: int, token: str) -> tuple[Table, Table | None]:
    """Add the seat's offer of a rematch; also return the new game once all agree."""
    if table.next_open or seat in table.offers:
        return table, None
    if table.room:
        raise RefusedError("your teacher starts the next round")
    if not table.outcome:
        raise RefusedError("you can ask for a rematch when the game is over")
    next_id = table.next_id or new_id()
    seats = [seat] if table.mode == LINK else list(table.hashes)
    agreed = {number: hash_token(derive_token(token, next_id, number)) for number in seats}
    offered = replace(
        table,
        version=table.version + 1,
        offers=(*table.offers, seat),
        next_id=next_id,
        next_hashes=table.next_hashes | agreed,
    )
    if len(offered.next_hashes) < table.players.count(HUMAN):
        return offered, None
    return replace(offered, next_open=True), _next_game(offered, next_id)


def _next_game(table: Table, next_id: str) -> Table:
    clock = table.clock and new_clock(table.clock.per, table.clock.seconds, table.clock.increment)
    return Table(
        id=next_id,
        game=table.game,
        options=table.options,
        mode=table.mode,
        first=3 - table.first,
        start=table.start,
        players=table.players,
        names=table.names,
        seed=secrets.randbits(32),
        date=table.date,
        hashes=table.next_hashes,
        number=table.number + 1,
        owner=table.owner,
        clock=clock,
        format=FORMAT,
        wins=score(table),
    )


def tokens_for(table: Table, seat: int, token: str) -> dict[int, str]:
    """Return the new game's tokens for the player who holds this token."""
    if not table.next_open or not table.next_id:
        return {}
    seats = [seat] if table.mode == LINK else list(table.hashes)
    tokens = {number: derive_token(token, table.next_id, number) for number in seats}
    return {
        number: derived
        for number, derived in tokens.items()
        if hash_token(derived) == table.next_hashes.get(number)
    }
