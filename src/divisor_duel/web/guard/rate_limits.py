"""Budgets of clients: requests, CPU time, new games and connections.

Everything is charged to the client's own account and, for IPv6, to those of its wider networks
(`guard.addresses.accounts_of`), which have the budgets of several clients.
"""

from __future__ import annotations

import asyncio
from asyncio import Semaphore
from collections import Counter, OrderedDict
from collections.abc import Coroutine, Generator
from time import monotonic, thread_time
from typing import Generic, TypeVar

from divisor_duel.web.guard.addresses import ROOM_SHARE, accounts_of, is_seat
from divisor_duel.web.guard.limits import Limits

OPENING_AT_ONCE = 50
"""Limit on live connections opened at the same time, so that a rush does not block others."""

TURN_SECONDS = 0.01
"""Seconds of CPU time in one round of the event loop after which a client must wait."""

CPU_CLOCK_SECONDS = 1.0
"""Seconds between two readings of the CPU clock, which scale wall-clock charges."""


class TokenBucket:
    """A rate limit: `rate` per second on average, and up to `most` at once."""

    __slots__ = ("_at", "_left", "most", "rate")

    def __init__(self, rate: float, most: float) -> None:
        self.rate, self.most = rate, most
        self._left, self._at = float(most), monotonic()

    def wait(self, cost: float = 1.0) -> float:
        """Return 0 if `cost` is available now, else the seconds until it is."""
        now = monotonic()
        self._left = min(self.most, self._left + (now - self._at) * self.rate)
        self._at = now
        return 0.0 if self._left >= cost else (cost - self._left) / self.rate

    def take(self, cost: float = 1.0) -> float:
        """Like `wait`, but also take `cost` out if it is available."""
        wait = self.wait(cost)
        if not wait:
            self._left -= cost
        return wait

    def spend(self, cost: float) -> None:
        """Charge for something that has already happened, even if that leaves a debt."""
        self._left = max(self._left - cost, -self.most)


class _Account:
    """What one client has spent, or a network with the budgets of `share` clients."""

    __slots__ = ("codes", "games", "requests", "rooms", "time")

    def __init__(self, limits: Limits, share: int) -> None:
        self.requests = TokenBucket(share * limits.requests_per_second, share * limits.burst)
        self.time = TokenBucket(share * limits.busy_share, share * limits.busy_seconds)
        self.games = TokenBucket(share * limits.games_per_second, share * limits.games_burst)
        self.rooms = TokenBucket(
            share * limits.rooms_per_hour / 3600, share * limits.rooms_per_hour
        )
        self.codes = TokenBucket(share * limits.codes_per_second, share * limits.codes_burst)


class _EvenPart:
    """A seat's even part of its room's budget: it is served even if others have used the rest."""

    __slots__ = ("requests", "time")

    def __init__(self, limits: Limits) -> None:
        share = ROOM_SHARE / limits.room_pupils
        self.requests = TokenBucket(share * limits.requests_per_second, share * limits.burst)
        self.time = TokenBucket(share * limits.busy_share, share * limits.busy_seconds)

    def is_left(self) -> bool:
        """Return True if the seat has used less than its part."""
        return not self.time.wait(0.0) and not self.requests.wait()


def take_from_all(buckets: list[TokenBucket]) -> float:
    """Take 1 from every bucket, or take nothing and return the seconds to wait."""
    wait = max(bucket.wait() for bucket in buckets)
    if not wait:
        for bucket in buckets:
            bucket.spend(1.0)
    return wait


class ClientCounter:
    """Counts and limits what clients hold, in total and per client."""

    def __init__(self, most: int, most_per_client: int) -> None:
        self.most, self.most_per_client = most, most_per_client
        self.total = 0
        self._held: Counter[str] = Counter()

    def enter(self, name: str) -> bool:
        """Count one more for a client; return False if a limit is reached."""
        accounts = accounts_of(name)
        full = any(
            self._held[account] >= self.most_per_client * share for account, share in accounts
        )
        if self.total >= self.most or full:
            return False
        self._held.update(account for account, _ in accounts)
        self.total += 1
        return True

    def leave(self, name: str) -> None:
        """Count one less for a client."""
        self.total -= 1
        for account, _ in accounts_of(name):
            self._held[account] -= 1
            if not self._held[account]:
                del self._held[account]


class RateLimiter:
    """Charges clients for what they use, and says when they must wait."""

    MOST_CLIENTS = 20_000
    """Limit on the accounts in memory; the least recently used is dropped."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._accounts: OrderedDict[str, _Account] = OrderedDict()
        self._parts: OrderedDict[str, _EvenPart] = OrderedDict()
        """The even parts of seats in rooms for classes."""
        self.connections = ClientCounter(limits.connections, limits.connections_per_client)
        self.opening = Semaphore(OPENING_AT_ONCE)
        """Limits how many live connections are opened at the same time."""
        self._round: dict[str, float] = {}
        """CPU seconds of each client, or IPv6 site, in this round of the event loop."""
        self.refused = 0
        """How many connections were refused."""
        self.overspent = 0
        """How many requests came from clients whose budget was spent."""
        self.seconds_spent = 0.0
        """CPU time charged to all clients, including that of worker processes."""
        self.worker_seconds = 0.0
        """The part of it that worker processes used."""
        self._cpu_share = 1.0
        """CPU time per wall-clock time, as last measured."""
        self._wall = 0.0
        """Wall-clock time charged since the CPU clock was last read, in seconds."""
        self._cpu_read_at, self._cpu = monotonic(), thread_time()

    def admit_request(self, client: str) -> float:
        """Return 0 if the client may send a request now, else the seconds to wait."""
        own, *shared = self._all_accounts(client)
        part = self._part(client)
        needed = [own] if part and part.is_left() else [own, *shared]
        wait = max(account.time.wait(0.0) for account in needed) or take_from_all(
            [account.requests for account in needed]
        )
        if part and not wait:
            part.requests.spend(1.0)
            for account in shared if len(needed) == 1 else ():
                account.requests.take()
        self.overspent += wait > 0
        return wait

    def charge_requests(self, client: str, requests: float) -> None:
        """Charge a client for an expensive request as for `requests` more."""
        for account in self._all_accounts(client):
            account.requests.spend(requests)

    def charge_cpu(self, client: str, seconds: float) -> None:
        """Charge CPU time of the event loop to a client."""
        self.seconds_spent += seconds
        accounts = accounts_of(client)
        for name, share in accounts:
            (self._accounts.get(name) or self._account(name, share)).time.spend(seconds)
        part = self._part(client)
        if part:
            part.time.spend(seconds)
        if not self._round:
            try:
                asyncio.get_running_loop().call_soon(self._round.clear)
            except RuntimeError:  # outside an event loop there are no rounds
                return
        site = accounts[-1][0]
        self._round[site] = self._round.get(site, 0.0) + seconds

    def has_had_turn(self, client: str) -> bool:
        """Return whether a client must wait for the next round of the event loop.

        Then other clients are served in between, however many requests this one makes at once.
        """
        return self._round.get(accounts_of(client)[-1][0], 0.0) > TURN_SECONDS

    def count_worker(self, seconds: float) -> None:
        """Count CPU time of a worker process.

        It never leads to a refusal: it decides whose query is served next (`engine.fair_queue`).
        """
        self.seconds_spent += seconds
        self.worker_seconds += seconds

    def charge_cpu_since(self, began: float, client: str) -> None:
        """Charge the CPU time since `began`, on `time.monotonic`, to a client.

        Reading the CPU clock takes as long as most of the work that is charged here. So the
        wall-clock time is charged, scaled by the share that was CPU time, which is measured
        once a second: on a busy machine clients do not pay for other processes.
        """
        now = monotonic()
        self._wall += now - began
        self.charge_cpu(client, (now - began) * self._cpu_share)
        if now - self._cpu_read_at > CPU_CLOCK_SECONDS and self._wall:
            cpu = thread_time()
            self._cpu_share = min(max(cpu - self._cpu, 0.0) / self._wall, 1.0)
            self._cpu_read_at, self._cpu, self._wall = now, cpu, 0.0

    def is_overdrawn(self, client: str) -> bool:
        """Return True if a client has used more than its budget of CPU time."""
        part = self._part(client)
        accounts = self._all_accounts(client)
        for account in accounts[:1] if part and part.is_left() else accounts:
            if account.time.wait(0.0):
                return True
        return False

    def admit_game(self, client: str) -> float:
        """Return 0 if the client may create a game now, else the seconds to wait."""
        return take_from_all([account.games for account in self._all_accounts(client)])

    def admit_room(self, client: str) -> float:
        """Return 0 if the client may open a room for a class now, else the seconds to wait."""
        return take_from_all([account.rooms for account in self._all_accounts(client)])

    def admit_code(self, client: str) -> float:
        """Return 0 if the client may try a code of a room, else the seconds to wait."""
        return max(account.codes.wait() for account in self._all_accounts(client))

    def charge_code(self, client: str) -> None:
        """Charge a client for a wrong code."""
        for account in self._all_accounts(client):
            account.codes.spend(1.0)

    def _all_accounts(self, client: str) -> list[_Account]:
        return [self._account(name, share) for name, share in accounts_of(client)]

    def _part(self, client: str) -> _EvenPart | None:
        """Return the even part of a seat in a room; None for other clients."""
        if not is_seat(client):
            return None
        part = self._parts.get(client)
        if part is None:
            part = self._parts[client] = _EvenPart(self._limits)
            if len(self._parts) > self.MOST_CLIENTS:
                self._parts.popitem(last=False)
        return part

    def _account(self, client: str, share: int = 1) -> _Account:
        account = self._accounts.get(client)
        if account is None:
            account = self._accounts[client] = _Account(self._limits, share)
            if len(self._accounts) > self.MOST_CLIENTS:
                self._accounts.popitem(last=False)
        else:
            self._accounts.move_to_end(client)
        return account


T = TypeVar("T")


class Metered(Generic[T]):
    """Awaits a coroutine and charges its CPU time on the event loop to a client.

    A client that has had its turn in this round of the loop waits for the next one.
    """

    __slots__ = ("_client", "_rate_limiter", "_work")

    def __init__(
        self, work: Coroutine[object, object, T], client: str, limiter: RateLimiter
    ) -> None:
        self._work = work
        self._client = client
        self._rate_limiter = limiter

    def __await__(self) -> Generator[object, object, T]:
        value: object = None
        error: BaseException | None = None
        while True:
            try:
                while self._rate_limiter.has_had_turn(self._client):
                    yield None
            except BaseException as thrown:
                error = thrown
            began = monotonic()
            try:
                awaited = self._work.throw(error) if error else self._work.send(value)
            except StopIteration as done:
                result: T = done.value
                return result
            finally:
                self._rate_limiter.charge_cpu_since(began, self._client)
            error = None
            try:
                value = yield awaited
            except BaseException as thrown:
                error = thrown
