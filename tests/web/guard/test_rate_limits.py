"""What clients may spend: nothing is unbounded, and nobody pays for another."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from divisor_duel.errors import OptionsError
from divisor_duel.web.engine.fair_queue import FairQueue
from divisor_duel.web.guard import rate_limits
from divisor_duel.web.guard.addresses import AddressList
from divisor_duel.web.guard.limits import Limits, read_limits, settings
from divisor_duel.web.guard.rate_limits import ClientCounter, Metered, RateLimiter
from divisor_duel.web.live.outbox import Outbox


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
        limiter.charge_cpu_since(wall - took, "ann", "ben")
        assert limiter.seconds_spent - before == pytest.approx(charged), second


def test_frames_go_out_together_and_are_charged_to_their_readers() -> None:
    """In the order in which they were made; one that cannot be sent harms no other."""
    limiter = RateLimiter(Limits(busy_seconds=1e-9, busy_share=1e-9))
    outbox, sent = Outbox(limiter), list[tuple[str, bytes]]()

    class Reader:
        def __init__(self, name: str) -> None:
            self.client_name, self.loop = name, asyncio.get_running_loop()

        def put_now(self, frame: bytes) -> None:
            if self.client_name == "broken":
                raise RuntimeError("it fell")
            sent.append((self.client_name, frame))

    async def run() -> None:
        readers: Any = Reader("ann"), Reader("broken"), Reader("ben")
        for text in (b"1", b"2"):
            for reader in readers:
                outbox.put(reader, text)
        assert not sent
        await asyncio.sleep(0)
        assert sent == [("ann", b"1"), ("ben", b"1"), ("ann", b"2"), ("ben", b"2")]
        assert limiter.is_overdrawn("ann")
        assert limiter.is_overdrawn("ben")
        assert not limiter.is_overdrawn("carl")

    asyncio.run(run())


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


def test_the_queue_is_fair() -> None:
    """Who asks for one thing is served at once, however much somebody else has asked for."""
    queue: FairQueue[int] = FairQueue()
    for number in range(1000):
        queue.put("greedy", number)
    assert queue.get() == ("greedy", 0)
    queue.charge("greedy", 1.0)
    for name in ("ann", "ben"):
        queue.put(name, 0)
    served = [queue.get()[0] for _ in range(2)]
    assert sorted(served) == ["ann", "ben"]
    assert queue.get() == ("greedy", 1)
    queue.charge("greedy", 1.0)
    for number in range(3):
        queue.put("ann", number)
    assert [queue.get()[0] for _ in range(3)] == ["ann", "ann", "ann"]
    assert (queue.size, queue.waits("greedy"), queue.waits("ann")) == (998, 998, 0)


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("9.9.9.9", ["1.2.3.4"], "9.9.9.9"),
        ("127.0.0.1", ["6.6.6.6, 1.2.3.4"], "1.2.3.4"),
        ("127.0.0.1", ["1.2.3.4", "5.6.7.8"], "5.6.7.8"),
        ("127.0.0.1", ["1.2.3.4", ""], "1.2.3.4"),
        ("127.0.0.1", ["5.6.7.8, 10.1.1.1"], "5.6.7.8"),
        ("127.0.0.1", ["1.2.3.4:5678"], "1.2.3.4"),
        ("127.0.0.1", ["[2001:db8:1:2::9]:443"], "2001:db8:1:2::/64"),
        ("::ffff:127.0.0.1", ["::ffff:1.2.3.4"], "1.2.3.4"),
        ("::1", ["2001:db8::1"], "2001:db8::/64"),
        ("127.0.0.1", ["1.2.3.4, nonsense"], "127.0.0.1"),
        ("127.0.0.1", [], "127.0.0.1"),
        ("::ffff:9.9.9.9", ["1.2.3.4"], "9.9.9.9"),
    ],
)
def test_who_a_client_is(peer: str, forwarded: list[str], client: str) -> None:
    """Only trusted proxies are believed, and only about the address that they add at the end."""
    assert AddressList("loopback, 10.0.0.0/8").client_of(peer, forwarded) == client


def test_proxies_must_be_addresses() -> None:
    """What is no address or network is refused in a sentence."""
    with pytest.raises(OptionsError, match="addresses or networks"):
        AddressList("example.org")


def test_limits_come_from_flags_then_the_environment() -> None:
    """Each limit has a flag and a variable; the flag wins; nonsense is refused in a sentence."""
    assert read_limits({}, {}) == Limits()
    for setting in settings():
        raised = setting.kind(setting.default + 1)
        flagged = read_limits({setting.name: str(raised)}, {setting.variable: "1"})
        assert getattr(flagged, setting.name) == raised
        assert getattr(read_limits({}, {setting.variable: "1"}), setting.name) == 1
    for text in ("many", "-1", "0", "1e99", "nan"):
        with pytest.raises(OptionsError, match=r"--burst must be a whole number above 0"):
            read_limits({"burst": text}, {})
    with pytest.raises(OptionsError, match="DUEL_BUSY_SHARE must be a number"):
        read_limits({}, {"DUEL_BUSY_SHARE": "half"})


def test_every_limit_is_documented() -> None:
    """docs/web.md lists every limit with its flag, variable, default and meaning."""
    text = (Path(__file__).parents[3] / "docs/web.md").read_text()
    for one in settings():
        line = f"| `{one.flag}` | `{one.variable}` | {one.default:,.10g} | {one.about} |"
        assert line in text
