"""The sizes of the parts of this section, and the tools they share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from statistics import quantiles
from typing import NamedTuple, TypeVar

import uvloop

Answer = TypeVar("Answer")


class Size(NamedTuple):
    """The sizes of all parts."""

    games: int
    """Games compared with the echo, two players each."""
    seconds: float
    """Time of play, in seconds; at its end half of the games are over."""
    storm: int
    """Connections cut at once."""
    crowd: int
    """Players of the part that kills the server."""
    pause: float
    """Average seconds between two moves of a game in that part."""


FULL = Size(games=1000, seconds=3.0, storm=4000, crowd=10_000, pause=5.0)
SMALL = Size(games=20, seconds=1.0, storm=80, crowd=200, pause=0.5)


def on_a_loop(work: Awaitable[Answer]) -> Answer:
    """Run the work of a part on the fastest event loop, uvloop."""

    async def run() -> Answer:
        return await work

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(run())


def ninety_nine_of_100(delays: Sequence[float]) -> float:
    """Return the 99th percentile; 0 for fewer than two delays."""
    return quantiles(delays, n=100)[98] if len(delays) > 1 else 0.0
