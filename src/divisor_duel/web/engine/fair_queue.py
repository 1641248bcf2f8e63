"""A bounded queue that is fair to clients, however much each of them asks for.

The client that has used the least worker time is served next. A new or returning client starts
level with the one being served, so staying away earns no credit. An IPv6 client is also charged
to the accounts of its wider networks (`guard.addresses.accounts_of`), so many /64 networks of one
customer do not count as many clients.
"""

from __future__ import annotations

import heapq
from collections import Counter, deque
from typing import Generic, NamedTuple, TypeVar

from divisor_duel.web.guard.addresses import accounts_of

Item = TypeVar("Item")
UNBOUNDED = 1 << 60
STALE_ENTRIES = 1000
"""Limit on outdated heap entries before they are removed."""


class QueueFullError(Exception):
    """The queue is full; `own` is True if the client has used up its own share."""

    def __init__(self, own: bool) -> None:
        super().__init__(own)
        self.own = own


class Waiting(NamedTuple, Generic[Item]):
    """A waiting item and its client."""

    client: str
    item: Item


class _Standing(NamedTuple):
    """Priority of a client: the lowest is served first."""

    used: float
    """Seconds of worker time."""
    crowding: float
    """Waiting items: at equal worker time, the client that asks for less goes first."""


class FairQueue(Generic[Item]):
    """Items waiting by client: at most `most`, and `most_per_client` for each."""

    def __init__(self, most: int = UNBOUNDED, most_per_client: int = UNBOUNDED) -> None:
        self._most, self._most_per_client = most, most_per_client
        self._lines: dict[str, deque[Item]] = {}
        self._counts: Counter[str] = Counter()
        """Number of waiting items per account."""
        self._turns: list[tuple[_Standing, int, str]] = []
        """A heap of standing, entry number and client; see `_valid`."""
        self._valid: dict[str, int] = {}
        """The number of each client's valid entry in the heap; all others are outdated."""
        self._used: dict[str, float] = {}
        """Seconds used by every account, divided by the number of clients it stands for."""
        self._now = 0.0
        """Worker time of the client served last, at which new clients start."""
        self._entries = 0
        self.size = 0

    def waits(self, client: str) -> int:
        """Return how many items of a client wait."""
        return self._counts[client]

    def put(self, client: str, item: Item) -> Waiting[Item] | None:
        """Add an item at the end of the client's own line.

        If the queue is full, or an account that the client shares with others, the newest item
        of the client with the most waiting items makes room and is returned. Raises
        QueueFullError if that client would be this one, or if this client's own share is full.
        """
        accounts = accounts_of(client)
        full = [
            name for name, share in accounts if self._counts[name] >= self._most_per_client * share
        ]
        if client in full:
            raise QueueFullError(own=True)
        displaced = self._make_room_in(full[0], client) if full else None
        if displaced is None and self.size >= self._most:
            displaced = self._make_room(client)
        self.size += 1
        self._counts.update(name for name, _ in accounts)
        if client in self._lines:
            self._lines[client].append(item)
        else:
            self._lines[client] = deque([item])
            self._used[client] = max(self._used.get(client, 0.0), self._now)
            self._line_up(client)
        return displaced

    def _make_room(self, client: str) -> Waiting[Item]:
        crowded = max(self._lines, key=self._crowding, default=None)
        if crowded is None or self._crowding(crowded) <= self._crowding(client, 1):
            raise QueueFullError(own=False)
        return self._displace(crowded)

    def _make_room_in(self, account: str, client: str) -> Waiting[Item]:
        """Make room in an account that several clients share."""
        sharing = (name for name in self._lines if account in dict(accounts_of(name)))
        crowded = max(sharing, key=self.waits)
        if self.waits(crowded) <= self.waits(client) + 1:
            raise QueueFullError(own=True)
        return self._displace(crowded)

    def _displace(self, client: str) -> Waiting[Item]:
        item = self._lines[client].pop()
        self._removed(client)
        return Waiting(client, item)

    def _crowding(self, client: str, more: int = 0) -> float:
        """Return the waiting items of a client's busiest account, per client in it."""
        return max((self._counts[name] + more) / share for name, share in accounts_of(client))

    def remove(self, client: str, item: Item) -> None:
        """Remove a waiting item."""
        self._lines[client].remove(item)
        self._removed(client)

    def get(self) -> Waiting[Item]:
        """Return the item that is served next, and its client."""
        standing, entry, client = heapq.heappop(self._turns)
        while self._valid.get(client) != entry or self._standing(client) > standing:
            if self._valid.get(client) == entry:  # charged, or more crowded, since it lined up
                self._line_up(client)
            standing, entry, client = heapq.heappop(self._turns)
        self._now = max(self._now, standing.used)
        item = self._lines[client].popleft()
        self._removed(client)
        if client in self._lines:
            self._line_up(client)
        return Waiting(client, item)

    def charge(self, client: str, seconds: float) -> None:
        """Count worker time that a client has used."""
        for name, share in accounts_of(client):
            self._used[name] = max(self._used.get(name, 0.0), self._now) + seconds / share

    def _standing(self, client: str) -> _Standing:
        used = max(self._used.get(name, 0.0) for name, _ in accounts_of(client))
        return _Standing(used, self._crowding(client))

    def _line_up(self, client: str) -> None:
        self._entries += 1
        self._valid[client] = self._entries
        heapq.heappush(self._turns, (self._standing(client), self._entries, client))

    def _removed(self, client: str) -> None:
        """Update the counts after an item has left a client's line."""
        self.size -= 1
        for name, _ in accounts_of(client):
            self._counts[name] -= 1
            if not self._counts[name]:
                del self._counts[name]
        if not self._lines[client]:
            del self._lines[client], self._valid[client]
            self._forget()

    def _forget(self) -> None:
        """Drop outdated entries, and accounts that stand no worse than a new one."""
        room = 2 * len(self._lines) + STALE_ENTRIES
        if len(self._turns) > room:
            self._turns = [turn for turn in self._turns if self._valid.get(turn[2]) == turn[1]]
            heapq.heapify(self._turns)
        if len(self._used) > room:
            self._used = {
                name: used
                for name, used in self._used.items()
                if used > self._now or name in self._counts
            }
