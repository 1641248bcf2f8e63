"""How much one client may ask for, and all of them together."""

from __future__ import annotations

import ipaddress
from collections import Counter, OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from time import monotonic


@dataclass(frozen=True)
class Limits:
    """All limits that are not of a game."""

    body: int = 64 << 10
    """Bytes of a request's body."""
    frame: int = 4 << 10
    """Bytes of a message on a live connection."""
    requests_per_second: float = 300.0
    """Requests of one client, on average."""
    burst: int = 3000
    """Requests of one client at once."""
    frames_per_second: float = 10.0
    """Messages on one live connection, on average."""
    sockets_per_client: int = 2000
    """Live connections of one client: a school may be one client."""
    sockets: int = 10_000
    """Live connections in all."""
    analyses_per_client: int = 4
    """Analyses of one client that may wait at the same time."""
    analyses: int = 32
    """Analyses that may wait in all."""
    send_seconds: float = 10.0
    """How long a live connection may take to accept a message."""
    away_seconds: float = 30.0
    """How long after the last sign of life a player counts as away."""


class TokenBucket:
    """Lets so much through per second, and for once as much as has gathered."""

    __slots__ = ("_at", "_left", "most", "rate")

    def __init__(self, rate: float, most: float) -> None:
        self.rate, self.most = rate, most
        self._left, self._at = float(most), monotonic()

    def take(self) -> float:
        """0 if one more may pass, else the seconds until it may."""
        now = monotonic()
        self._left = min(self.most, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left >= 1:
            self._left -= 1
            return 0.0
        return (1 - self._left) / self.rate

    def spend(self, cost: float) -> None:
        """Count something dear as so many more; the next ones wait for it."""
        self._left = max(self._left - cost, -self.most)


class Doorkeeper:
    """Keeps count of what each client does."""

    MOST_CLIENTS = 20_000

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()
        self._sockets: Counter[str] = Counter()
        self._analyses: Counter[str] = Counter()

    def request(self, client: str) -> float:
        """0 if the client may make another request, else the seconds until it may."""
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = TokenBucket(self._limits.requests_per_second, self._limits.burst)
            self._buckets[client] = bucket
            if len(self._buckets) > self.MOST_CLIENTS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(client)
        return bucket.take()

    def charge(self, client: str, cost: float) -> None:
        """Count a request that was dear to answer as so many more."""
        if client in self._buckets:
            self._buckets[client].spend(cost)

    def enter_live(self, client: str) -> str | None:
        """Count a live connection in, or say in a sentence why there may be no more."""
        if self._sockets.total() >= self._limits.sockets:
            return "this server has all the live connections that it can hold; try again later"
        if self._sockets[client] >= self._limits.sockets_per_client:
            return f"one client may hold {self._limits.sockets_per_client} live connections"
        self._sockets[client] += 1
        return None

    def leave_live(self, client: str) -> None:
        """Count a live connection out."""
        _count_down(self._sockets, client)

    def enter_analysis(self, client: str) -> bool:
        """Count an analysis in; False if the client has too many already."""
        if self._analyses[client] >= self._limits.analyses_per_client:
            return False
        self._analyses[client] += 1
        return True

    def leave_analysis(self, client: str) -> None:
        """Count an analysis out."""
        _count_down(self._analyses, client)


def _count_down(counter: Counter[str], client: str) -> None:
    counter[client] -= 1
    if not counter[client]:
        del counter[client]


def client_of(peer: str, headers: Mapping[str, str], behind_proxy: bool) -> str:
    """Who asks: the network address that the peer, or a trusted proxy, gives.

    A proxy adds the address it was called from at the end; what stands before
    that anybody could have written. Of IPv6 the first half names a household.
    """
    address = peer
    if behind_proxy and "x-forwarded-for" in headers:
        address = headers["x-forwarded-for"].rpartition(",")[2].strip() or peer
    return _household(address) or peer


@lru_cache(maxsize=4096)
def _household(address: str) -> str | None:
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return None
    if parsed.version == 6:
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)
