"""What each client has spent: requests, the server's time, games and connections.

Everything counts for the client's own account and, for IPv6, for those of its wider networks
(`clients.accounts_of`), which get the budgets of several clients.
"""

from __future__ import annotations

import asyncio
from asyncio import Semaphore
from collections import Counter, OrderedDict
from collections.abc import Coroutine, Generator
from time import monotonic, thread_time
from typing import Any

from divisor_duel.web.clients import accounts_of
from divisor_duel.web.limits import Limits

WELCOMED_AT_ONCE = 50
"""Live connections that are opened at the same time: in a storm of them others get a turn."""


TURN_SECONDS = 0.01
"""CPU time in one round of the event loop after which a client waits for the next round."""

LIVE_TURN_SECONDS = 0.05
"""The same for moves over live connections, which are cheap and come from whole classes."""

LOOK_SECONDS = 1.0
"""How often the processor's time is looked at, for what is charged by the clock on the wall."""


class TokenBucket:
    """Lets so much through per second, and for once as much as has gathered."""

    __slots__ = ("_at", "_left", "most", "rate")

    def __init__(self, rate: float, most: float) -> None:
        self.rate, self.most = rate, most
        self._left, self._at = float(most), monotonic()

    def wait(self, cost: float = 1.0) -> float:
        """0 if so much may pass, else the seconds until it may."""
        now = monotonic()
        self._left = min(self.most, self._left + (now - self._at) * self.rate)
        self._at = now
        return 0.0 if self._left >= cost else (cost - self._left) / self.rate

    def take(self, cost: float = 1.0) -> float:
        """As `wait`, and if it is 0 so much has passed."""
        wait = self.wait(cost)
        if not wait:
            self._left -= cost
        return wait

    def spend(self, cost: float) -> None:
        """Count something that has happened already; what comes next waits for it."""
        self._left = max(self._left - cost, -self.most)


class _Account:
    """What one client has spent, or a network with the budgets of `share` clients."""

    __slots__ = ("games", "requests", "time", "worker_seconds")

    def __init__(self, limits: Limits, share: int) -> None:
        self.requests = TokenBucket(share * limits.requests_per_second, share * limits.burst)
        self.time = TokenBucket(share * limits.busy_share, share * limits.busy_seconds)
        self.games = TokenBucket(share * limits.games_per_second, share * limits.games_burst)
        self.worker_seconds = 0.0
        """CPU time of worker processes. It never leads to a refusal: it decides whose query
        is served next (`fair.FairQueue`)."""


def take_from_all(buckets: list[TokenBucket]) -> float:
    """Take one from every bucket; if any lacks it, take none and return how long to wait."""
    wait = max(bucket.wait() for bucket in buckets)
    if not wait:
        for bucket in buckets:
            bucket.spend(1.0)
    return wait


class Headcount:
    """Counts things that clients hold, in all and for each."""

    def __init__(self, most: int, most_each: int) -> None:
        self.most, self.most_each = most, most_each
        self.total = 0
        self._held: Counter[str] = Counter()

    def enter(self, name: str) -> bool:
        """Count one in; False if there are too many already."""
        accounts = accounts_of(name)
        full = any(self._held[each] >= self.most_each * share for each, share in accounts)
        if self.total >= self.most or full:
            return False
        self._held.update(each for each, _ in accounts)
        self.total += 1
        return True

    def leave(self, name: str) -> None:
        """Count one out."""
        self.total -= 1
        for each, _ in accounts_of(name):
            self._held[each] -= 1
            if not self._held[each]:
                del self._held[each]


class Doorkeeper:
    """Keeps count of what each client does."""

    MOST_CLIENTS = 20_000

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._accounts: OrderedDict[str, _Account] = OrderedDict()
        self.connections = Headcount(limits.connections, limits.connections_per_client)
        self.doorway = Semaphore(WELCOMED_AT_ONCE)
        """Through which live connections come in, few at a time."""
        self._round: dict[str, float] = {}
        """Seconds that each client, or IPv6 site, has taken in this round of the event loop."""
        self.refused = 0
        """Connections that were one too many."""
        self.overspent = 0
        """Requests that were one too many."""
        self.seconds_spent = 0.0
        """CPU time charged to all clients, that of worker processes included."""
        self.worker_seconds = 0.0
        """The part of it that worker processes used."""
        self._share = 1.0
        """How much of what the clock on the wall tells is the processor's time."""
        self._told = 0.0
        """What that clock told since the processor's time was last looked at."""
        self._looked, self._processor = monotonic(), thread_time()

    def request(self, client: str) -> float:
        """0 if the client may make another request, else the seconds until it may."""
        accounts = self._all_accounts(client)
        wait = max(account.time.wait(0.0) for account in accounts) or take_from_all(
            [account.requests for account in accounts]
        )
        self.overspent += wait > 0
        return wait

    def charge(self, client: str, requests: float) -> None:
        """Count a request that was dear to answer as so many more."""
        for account in self._all_accounts(client):
            account.requests.spend(requests)

    def spend(self, client: str, seconds: float) -> None:
        """Charge the server's time to a client."""
        self.seconds_spent += seconds
        accounts = accounts_of(client)
        for name, share in accounts:
            (self._accounts.get(name) or self._account(name, share)).time.spend(seconds)
        if not self._round:
            try:
                asyncio.get_running_loop().call_soon(self._round.clear)
            except RuntimeError:  # outside an event loop there are no rounds
                return
        site = accounts[-1][0]
        self._round[site] = self._round.get(site, 0.0) + seconds

    def has_had_turn(self, client: str, seconds: float = TURN_SECONDS) -> bool:
        """Return whether a client must wait for the next round of the event loop.

        Then other clients are served in between, however many requests this one makes at once.
        """
        return self._round.get(accounts_of(client)[-1][0], 0.0) > seconds

    def spend_in_worker(self, client: str, seconds: float) -> None:
        """Charge a worker process's CPU time to a client; no name charges it to none."""
        self.seconds_spent += seconds
        self.worker_seconds += seconds
        for account in self._all_accounts(client) if client else ():
            account.worker_seconds += seconds

    def spent_in_worker(self, client: str) -> float:
        """Return the CPU time that worker processes have used for a client, in seconds."""
        return self._account(client).worker_seconds

    def spend_since(self, began: float, *clients: str) -> None:
        """Charge what was done since a time of the clock on the wall, to each an equal part.

        Asking for the processor's time takes as long as most of what is charged here. So it is
        asked once a second only, to learn how much of the time on the wall it was: on a crowded
        machine nobody pays for the others.
        """
        now = monotonic()
        self._told += now - began
        part = (now - began) * self._share / len(clients)
        for client in clients:
            self.spend(client, part)
        if now - self._looked > LOOK_SECONDS and self._told:
            processor = thread_time()
            self._share = min(max(processor - self._processor, 0.0) / self._told, 1.0)
            self._looked, self._processor, self._told = now, processor, 0.0

    def is_overdrawn(self, client: str) -> bool:
        """Whether a client has taken more of the server's time than it may."""
        return any(account.time.wait(0.0) > 0 for account in self._all_accounts(client))

    def new_game(self, client: str) -> float:
        """0 if the client may make another game, else the seconds until it may."""
        return take_from_all([account.games for account in self._all_accounts(client)])

    def _all_accounts(self, client: str) -> list[_Account]:
        return [self._account(name, share) for name, share in accounts_of(client)]

    def _account(self, client: str, share: int = 1) -> _Account:
        account = self._accounts.get(client)
        if account is None:
            account = self._accounts[client] = _Account(self._limits, share)
            if len(self._accounts) > self.MOST_CLIENTS:
                self._accounts.popitem(last=False)
        else:
            self._accounts.move_to_end(client)
        return account


class Metered:
    """Awaits something and charges a client for the CPU time that it takes on the event loop.

    A client that has had its turn in this round of the loop waits for the next one.
    """

    __slots__ = ("_client", "_doorkeeper", "_work")

    def __init__(self, work: Coroutine[Any, Any, Any], client: str, keeper: Doorkeeper) -> None:
        self._work = work
        self._client = client
        self._doorkeeper = keeper

    def __await__(self) -> Generator[Any, Any, Any]:
        step: Any = self._work.send
        value: Any = None
        while True:
            try:
                while self._doorkeeper.has_had_turn(self._client):
                    yield
            except BaseException as error:
                step, value = self._work.throw, error
            began = thread_time()
            try:
                asked = step(value)
            except StopIteration as done:
                return done.value
            finally:
                self._doorkeeper.spend(self._client, thread_time() - began)
            try:
                value = yield asked
                step = self._work.send
            except BaseException as error:
                step, value = self._work.throw, error
