"""Frames that wait to be sent."""

from __future__ import annotations

import asyncio
from typing import Any

from divisor_duel.web.guard.limits import Limits
from divisor_duel.web.guard.rate_limits import RateLimiter
from divisor_duel.web.live.outbox import Outbox


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
