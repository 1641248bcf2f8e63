"""Limits on live connections, under which players never wait for a watcher's place.

A connection is a watcher's until it names a seat. Where there are too many, the watcher that
came first is let go, and a new connection is let in: it may be a player's.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from divisor_duel.web.budgets import Headcount
from divisor_duel.web.limits import Limits

HELLO_SECONDS = 10.0
"""Seconds in which a new connection may be that of a player who has not named a seat yet."""

Group = tuple[str, ...]


class LiveConnection:
    """One live connection, as it is counted."""

    __slots__ = ("client", "game", "let_go", "opened", "places")

    def __init__(self, client: str, game: str, let_go: Callable[[], None]) -> None:
        self.client, self.game = client, game
        self.let_go = let_go
        """Ends the connection."""
        self.opened = monotonic()
        self.places: tuple[Group, ...] = (
            ("all",),
            ("client", client),
            ("game", game),
            ("client in a game", client, game),
        )

    @property
    def is_new(self) -> bool:
        """True if it may still be that of a player who has not named a seat yet."""
        return monotonic() - self.opened < HELLO_SECONDS


class LiveConnections:
    """All live connections of this process."""

    def __init__(self, limits: Limits, refuse: Callable[[str], None]) -> None:
        """`refuse` is called with the game of a connection that is let go while it is new."""
        self._limits, self._refuse = limits, refuse
        self.count = Headcount(limits.sockets, limits.sockets_per_client)
        self._counted: set[LiveConnection] = set()
        self._watchers: dict[Group, dict[LiveConnection, None]] = {}

    def enter(self, client: str, game: str, let_go: Callable[[], None]) -> LiveConnection | None:
        """Count a connection in as a watcher's, or return None if only players' are left."""
        made = LiveConnection(client, game, let_go)
        everywhere, of_client, in_game, of_client_in_game = made.places
        limits = self._limits
        self._make_room(of_client_in_game, limits.watchers_per_client)
        self._make_room(in_game, limits.sockets_per_game)
        if not self.count.enter(client):
            self._let_oldest_go(everywhere if self.is_full else of_client)
            if not self.count.enter(client):
                return None
        self._counted.add(made)
        for place in made.places:
            self._watchers.setdefault(place, {})[made] = None
        return made

    @property
    def is_full(self) -> bool:
        """True if there are as many live connections as there may be in all."""
        return self.count.total >= self.count.most

    def seat(self, connection: LiveConnection) -> None:
        """Free the watcher's place of a connection that has named its seat."""
        for place in connection.places:
            watchers = self._watchers.get(place)
            if watchers and watchers.pop(connection, self) is None and not watchers:
                del self._watchers[place]

    def leave(self, connection: LiveConnection) -> None:
        """Count a connection out, if it has not been let go before."""
        self.seat(connection)
        if connection in self._counted:
            self._counted.remove(connection)
            self.count.leave(connection.client)

    def _make_room(self, place: Group, most: int) -> None:
        while len(self._watchers.get(place, ())) >= most:
            self._let_oldest_go(place)

    def _let_oldest_go(self, place: Group) -> None:
        oldest = next(iter(self._watchers.get(place, ())), None)
        if oldest:
            self.leave(oldest)
            if oldest.is_new:
                self._refuse(oldest.game)
            oldest.let_go()
