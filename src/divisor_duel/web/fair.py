"""A queue that is fair between clients, however much each of them asks for.

Whoever has had the least time so far is served next. Who comes new, or comes back,
begins level with whoever is being served, so that waiting gathers no credit.
"""

from __future__ import annotations

import heapq
from collections import deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """Things that wait, by client."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Item]] = {}
        self._turns: list[tuple[float, int, str]] = []
        self._used: dict[str, float] = {}
        self._now = 0.0
        self._count = 0
        self.size = 0

    def waits(self, client: str) -> int:
        """How many things of a client wait."""
        return len(self._waiting.get(client, ()))

    def put(self, client: str, item: Item) -> None:
        """Add something at the end of a client's own line."""
        self.size += 1
        if client in self._waiting:
            self._waiting[client].append(item)
            return
        self._waiting[client] = deque([item])
        self._used[client] = max(self._used.get(client, 0.0), self._now)
        self._line_up(client)

    def get(self) -> tuple[str, Item]:
        """The next thing to be done, and whose it is."""
        used, _, client = heapq.heappop(self._turns)
        while self._used[client] > used:  # charged since it lined up
            self._line_up(client)
            used, _, client = heapq.heappop(self._turns)
        self._now = used
        line = self._waiting[client]
        item = line.popleft()
        self.size -= 1
        if line:
            self._line_up(client)
        else:
            del self._waiting[client]
            self._forget()
        return client, item

    def charge(self, client: str, seconds: float) -> None:
        """Say how long something of a client took."""
        self._used[client] = max(self._used.get(client, 0.0), self._now) + seconds

    def _line_up(self, client: str) -> None:
        self._count += 1
        heapq.heappush(self._turns, (self._used[client], self._count, client))

    def _forget(self) -> None:
        """Who owes nothing any more need not be known."""
        if len(self._used) > 2 * len(self._waiting) + 1000:
            self._used = {
                client: used
                for client, used in self._used.items()
                if used > self._now or client in self._waiting
            }
