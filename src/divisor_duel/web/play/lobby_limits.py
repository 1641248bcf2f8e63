"""Limits on the lobby games that a client may hold, and how often it may join one.

A game counts for the client that opened it and for the client that joined it, until both players
have moved, the game is over, or its player has left. Games by invitation do not count, so a class
behind one address can play by link. An IPv6 client's games also count for its wider networks
(`guard.addresses.accounts_of`), which may hold as many as several clients.
"""

from __future__ import annotations

import math
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic
from typing import NamedTuple

from starlette.exceptions import HTTPException

from divisor_duel.web.game.table import NewerGameError, Table, UnknownGameError
from divisor_duel.web.guard.addresses import accounts_of
from divisor_duel.web.guard.limits import Limits
from divisor_duel.web.guard.rate_limits import TokenBucket, take_from_all
from divisor_duel.web.play.service import Service

REMEMBERED = 20_000
"""Limit on the clients that are remembered."""

LEFT_SECONDS = 3600.0
"""Seconds after joining for which a game counts even if its player has left."""

RETRY_SECONDS = 60
"""Retry-After for a client that holds too many games, in seconds."""

BOTH_MOVED = 2
"""Moves after which both players of a game have moved."""


class _Seat(NamedTuple):
    """A seat that a client has taken in a lobby game."""

    number: int
    moves: int
    """How many moves had been made when the client took the seat."""
    since: float


class _Account:
    """The lobby games that one client holds, or a network of `share` clients."""

    def __init__(self, limits: Limits, share: int) -> None:
        self.most = share * limits.lobby_games
        self.seats: dict[str, _Seat] = {}
        self.joins = TokenBucket(share * limits.joins_per_second, share * limits.joins_burst)
        self.asked: Counter[str | None] = Counter()
        """Games that requests are about to open or join; None for one that is not known yet."""

    def has_room(self, id: str | None) -> bool:
        """Return True if a game can be opened or joined, or is held already."""
        games = self.seats.keys() | self.asked.keys() - {None}
        return id in games or len(games) + self.asked[None] < self.most


class LobbyLimits:
    """The lobby games that the clients of this process hold."""

    def __init__(self, service: Service, limits: Limits) -> None:
        self._service, self._limits = service, limits
        self._accounts: OrderedDict[str, _Account] = OrderedDict()

    @asynccontextmanager
    async def room(self, client: str, id: str | None = None) -> AsyncIterator[None]:
        """Reserve room for a game while a client opens or joins it; 429 if there is none.

        `id` is the game that it joins, if that is known.
        """
        accounts = self._accounts_of(client)
        if id is not None:
            self._charge(accounts)
        for account in accounts:
            await self._drop_settled(account)
        if not all(account.has_room(id) for account in accounts):
            sentence = (
                f"you have {self._limits.lobby_games} lobby games that are just starting; "
                "play or resign one of them first"
            )
            raise HTTPException(429, sentence, {"retry-after": str(RETRY_SECONDS)})
        for account in accounts:
            account.asked[id] += 1
        try:
            yield
        finally:
            for account in accounts:
                account.asked[id] -= 1
                account.asked += Counter()

    def add(self, client: str, table: Table, seat: int) -> None:
        """Note that a client has taken a seat in a lobby game."""
        taken = _Seat(seat, len(table.moves), monotonic())
        for account in self._accounts_of(client):
            account.seats.setdefault(table.id, taken)

    def charge(self, client: str) -> None:
        """Count a game that a client joins; 429 if it has joined too many."""
        self._charge(self._accounts_of(client))

    def _charge(self, accounts: list[_Account]) -> None:
        wait = take_from_all([account.joins for account in accounts])
        if wait:
            sentence = "you have joined too many games; try again later"
            raise HTTPException(429, sentence, {"retry-after": str(math.ceil(wait))})

    def _accounts_of(self, client: str) -> list[_Account]:
        """Return the client's own account and those of its wider networks."""
        return [self._account(name, share) for name, share in accounts_of(client)]

    def _account(self, name: str, share: int) -> _Account:
        account = self._accounts.setdefault(name, _Account(self._limits, share))
        self._accounts.move_to_end(name)
        if len(self._accounts) > REMEMBERED:
            self._accounts.popitem(last=False)
        return account

    async def _drop_settled(self, account: _Account) -> None:
        """Drop the games that no longer count."""
        for game, seat in list(account.seats.items()):
            if not await self._counts(game, seat):
                account.seats.pop(game, None)

    async def _counts(self, id: str, seat: _Seat) -> bool:
        """Return True if a game still counts for the client that took the seat.

        A player who has joined and left counts as present for LEFT_SECONDS after joining.
        """
        try:
            table = await self._service.find(id)
        except (UnknownGameError, NewerGameError):
            return False
        if table.outcome or len(table.moves) - seat.moves >= BOTH_MOVED:
            return False
        if not self._service.hub.presence(table).away.get(seat.number, False):
            return True
        return not table.open and monotonic() - seat.since < LEFT_SECONDS
