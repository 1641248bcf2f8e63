"""Rematches: a new game between the same two, begun by the other player.

Tokens are kept only as hashes, yet each player must get one for the new game without
showing it to anyone else. So a player's new token is derived from the old one: only
who holds the old one can work it out, and the server only while that player asks.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

from msgspec.structs import replace

from divisor_duel.record import HUMAN
from divisor_duel.web.clocks import new_clock
from divisor_duel.web.tables import FORMAT, LINK, RefusedError, Table, hash_token, score


def new_id() -> str:
    """A name for a game that nobody guesses."""
    return secrets.token_urlsafe(12)


def derive_token(token: str, next_id: str, seat: int) -> str:
    """The token of a seat in the game that follows."""
    digest = hmac.digest(token.encode(), f"rematch/{next_id}/{seat}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest[:24]).decode()


def rematch(table: Table, seat: int, token: str) -> tuple[Table, Table | None]:
    """The table with the seat's wish for a rematch, and the new game once all agree."""
    if table.next_open or seat in table.offers:
        return table, None
    if not table.outcome:
        raise RefusedError("a rematch begins when the game is over")
    next_id = table.next_id or new_id()
    seats = [seat] if table.mode == LINK else list(table.hashes)
    agreed = {one: hash_token(derive_token(token, next_id, one)) for one in seats}
    offered = replace(
        table,
        version=table.version + 1,
        offers=(*table.offers, seat),
        next_id=next_id,
        next_hashes=table.next_hashes | agreed,
    )
    if len(offered.next_hashes) < table.players.count(HUMAN):
        return offered, None
    return replace(offered, next_open=True), _following(offered, next_id)


def _following(table: Table, next_id: str) -> Table:
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
    """The tokens of the new game that belong to the player who shows this token."""
    if not table.next_open or not table.next_id:
        return {}
    seats = [seat] if table.mode == LINK else list(table.hashes)
    tokens = {one: derive_token(token, table.next_id, one) for one in seats}
    known = {one: hash_token(made) == table.next_hashes.get(one) for one, made in tokens.items()}
    return {one: made for one, made in tokens.items() if known[one]}
