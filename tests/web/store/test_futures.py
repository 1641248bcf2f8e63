"""Futures of the stores: results and exceptions reach their callers."""

from __future__ import annotations

import asyncio

import pytest

from divisor_duel.web.store.futures import settle


def test_a_future_gets_its_result_or_its_exception() -> None:
    """A result is returned to the caller that awaits it; an exception is raised there."""

    async def run() -> None:
        loop = asyncio.get_running_loop()
        saved: asyncio.Future[bool] = loop.create_future()
        failed: asyncio.Future[bool] = loop.create_future()
        settle(saved, True)
        settle(failed, OSError("disk full"))
        assert await saved
        with pytest.raises(OSError, match="disk full"):
            await failed

    asyncio.run(run())


def test_a_caller_that_left_is_not_answered() -> None:
    """A future that its caller has cancelled stays cancelled."""

    async def run() -> None:
        left: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        left.cancel()
        settle(left, True)
        assert left.cancelled()

    asyncio.run(run())
