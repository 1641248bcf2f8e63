"""How large the parts of this section are, and what all of them use."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from statistics import quantiles
from typing import NamedTuple, TypeVar

import uvloop

Answer = TypeVar("Answer")


class Size(NamedTuple):
    """How large a part is."""

    games: int
    """Games measured against the echo, two players each."""
    seconds: float
    """How long they are played: by the end half of them are over."""
    storm: int
    """Connections that are cut at once."""
    crowd: int
    """Players of the run with a kill."""
    pause: float
    """Seconds between two moves of a game in that run, on average."""


FULL = Size(games=1000, seconds=3.0, storm=4000, crowd=10_000, pause=5.0)
SMALL = Size(games=20, seconds=1.0, storm=80, crowd=200, pause=0.5)


def on_a_loop(work: Awaitable[Answer]) -> Answer:
    """Run a part's own work on the quickest loop there is."""

    async def run() -> Answer:
        return await work

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(run())


def ninety_nine_of_100(delays: Sequence[float]) -> float:
    """The time within which 99 of 100 came."""
    return quantiles(delays, n=100)[98] if len(delays) > 1 else 0.0
