"""Limits on live connections that never let a watcher keep a player out.

A connection is a watcher's until it names a seat. At a limit, the oldest watcher is disconnected
and the new connection is accepted, as it may be a player's.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from divisor_duel.web.guard.limits import Limits
from divisor_duel.web.guard.rate_limits import ClientCounter

HELLO_SECONDS = 10.0
"""Seconds for which a new connection may belong to a player who has not named a seat."""

Group = tuple[str, ...]
"""Names a group of connections that share a limit."""


class LiveConnection:
    """A live connection, as the limits count it."""

    __slots__ = ("client", "close", "game", "groups", "opened")

    def __init__(self, client: str, game: str, close: Callable[[], None]) -> None:
        self.client, self.game = client, game
        self.close = close
        """Closes the connection."""
        self.opened = monotonic()
        self.groups: tuple[Group, ...] = (
            ("all",),
            ("client", client),
            ("game", game),
            ("client in a game", client, game),
        )

    @property
    def is_new(self) -> bool:
        """True while it may belong to a player who has not named a seat."""
        return monotonic() - self.opened < HELLO_SECONDS


class LiveConnections:
    """All live connections of this process."""

    def __init__(self, limits: Limits, refuse: Callable[[str], None]) -> None:
        """Call `refuse` with the game of each connection that is closed while it is new."""
        self._limits, self._refuse = limits, refuse
        self.count = ClientCounter(limits.sockets, limits.sockets_per_client)
        self._counted: set[LiveConnection] = set()
        self._watchers: dict[Group, dict[LiveConnection, None]] = {}

    def enter(self, client: str, game: str, close: Callable[[], None]) -> LiveConnection | None:
        """Count a connection as a watcher's, or return None if all others are players'."""
        connection = LiveConnection(client, game, close)
        everywhere, of_client, in_game, of_client_in_game = connection.groups
        limits = self._limits
        self._make_room(of_client_in_game, limits.watchers_per_client)
        self._make_room(in_game, limits.sockets_per_game)
        if not self.count.enter(client):
            self._close_oldest(everywhere if self.is_full else of_client)
            if not self.count.enter(client):
                return None
        self._counted.add(connection)
        for group in connection.groups:
            self._watchers.setdefault(group, {})[connection] = None
        return connection

    @property
    def is_full(self) -> bool:
        """True if the limit on all live connections is reached."""
        return self.count.total >= self.count.most

    def seat(self, connection: LiveConnection) -> None:
        """Stop counting a connection as a watcher's once it has named its seat."""
        for group in connection.groups:
            watchers = self._watchers.get(group)
            if watchers and watchers.pop(connection, self) is None and not watchers:
                del self._watchers[group]

    def leave(self, connection: LiveConnection) -> None:
        """Stop counting a connection, unless that has already happened."""
        self.seat(connection)
        if connection in self._counted:
            self._counted.remove(connection)
            self.count.leave(connection.client)

    def _make_room(self, group: Group, most: int) -> None:
        while len(self._watchers.get(group, ())) >= most:
            self._close_oldest(group)

    def _close_oldest(self, group: Group) -> None:
        oldest = next(iter(self._watchers.get(group, ())), None)
        if oldest:
            self.leave(oldest)
            if oldest.is_new:
                self._refuse(oldest.game)
            oldest.close()
