"""Budgets of clients: everything is bounded, and no client pays for another."""

from __future__ import annotations

import asyncio
import time

import pytest

from divisor_duel.web.guard import rate_limits
from divisor_duel.web.guard.addresses import seat_name
from divisor_duel.web.guard.limits import Limits
from divisor_duel.web.guard.rate_limits import ClientCounter, Metered, RateLimiter


def test_the_servers_time_is_charged_to_who_takes_it() -> None:
    """Who keeps the server busy is refused after a while; others are not, and waiting is free."""
    limiter = RateLimiter(Limits(busy_seconds=0.05, busy_share=0.001))

    async def work() -> None:
        await asyncio.sleep(0.01)
        end = time.perf_counter() + 0.01
        while time.perf_counter() < end:
            pass
        await asyncio.sleep(0)

    async def run() -> None:
        while not limiter.admit_request("busy"):
            await Metered(work(), "busy", limiter)
        assert limiter.is_overdrawn("busy")
        await Metered(asyncio.sleep(0.1), "idle", limiter)
        assert limiter.admit_request("idle") == 0

    asyncio.run(run())


def test_no_client_takes_a_whole_round_of_the_event_loop() -> None:
    """One client's requests wait for each other, and another client's is served in between."""
    limiter, served = RateLimiter(Limits(busy_seconds=1e3)), list[str]()

    async def work(client: str) -> None:
        end = time.thread_time() + 1.5 * rate_limits.TURN_SECONDS
        while client == "busy" and time.thread_time() < end:
            pass
        served.append(client)

    async def run() -> None:
        async def metered(client: str) -> None:
            await Metered(work(client), client, limiter)

        await asyncio.gather(*map(metered, ["busy"] * 30 + ["honest"]))

    asyncio.run(run())
    assert served == ["busy", "honest"] + ["busy"] * 29


def test_on_a_crowded_machine_nobody_pays_for_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the clock on the wall tells is charged as far as the processor was really ours."""
    wall, processor = 100.0, 0.0
    monkeypatch.setattr(rate_limits, "monotonic", lambda: wall)
    monkeypatch.setattr(rate_limits, "thread_time", lambda: processor)
    limiter = RateLimiter(Limits())
    for second, (took, really, charged) in enumerate(
        [(0.5, 0.5, 0.5), (0.8, 0.2, 0.8), (0.8, 0.8, 0.2), (0.8, 2.0, 0.8), (0.4, 0.1, 0.4)]
    ):
        before = limiter.seconds_spent
        wall, processor = 102.0 + 2 * second, processor + really
        limiter.charge_cpu_since(wall - took, "ann")
        assert limiter.seconds_spent - before == pytest.approx(charged), second


def test_what_is_metered_ends_as_it_would() -> None:
    """Results, errors and cancelling pass through the meter."""
    limiter = RateLimiter(Limits())

    async def result(value: int) -> int:
        await asyncio.sleep(0)
        if value < 0:
            raise ValueError(value)
        return value

    async def metered(value: int) -> int:
        found: int = await Metered(result(value), "a", limiter)
        return found

    async def run() -> None:
        assert await metered(7) == 7
        with pytest.raises(ValueError, match="-1"):
            await metered(-1)
        sleeper = asyncio.create_task(_forever(limiter))
        await asyncio.sleep(0)
        sleeper.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sleeper

    asyncio.run(run())


async def _forever(limiter: RateLimiter) -> None:
    await Metered(asyncio.Event().wait(), "a", limiter)


def test_tallies() -> None:
    """Each name has its share of the whole, and what is given back can be had again."""
    tally = ClientCounter(3, 2)
    assert [tally.enter("a") for _ in range(3)] == [True, True, False]
    assert [tally.enter("b") for _ in range(2)] == [True, False]
    tally.leave("a")
    assert tally.enter("b")
    assert tally.total == 3


def test_a_seat_that_uses_little_is_served_when_others_have_spent_the_rooms_budget() -> None:
    """Pupils who flood with several names leave every other seat its even part, and no more."""
    limiter = RateLimiter(Limits(requests_per_second=1e-6, burst=90, room_pupils=60))
    seats = [seat_name("BCDFGH", number, "owner") for number in range(5)]
    greedy, honest = seats[1:], seats[0]
    for name in greedy:
        while not limiter.admit_request(name):
            pass
    assert [limiter.admit_request(honest) > 0 for _ in range(5)] == [False] * 3 + [True] * 2
    assert all(limiter.admit_request(name) for name in greedy)
    newcomer = seat_name("BCDFGH", 60, "owner")
    limiter.charge_cpu(greedy[0], 1e3)
    assert not limiter.is_overdrawn(newcomer)
    assert limiter.is_overdrawn(greedy[1]), "its even part of the requests is spent"
    limiter.charge_cpu(newcomer, 1.0)
    assert limiter.is_overdrawn(newcomer), "its even part of the time is spent, and the room's"
