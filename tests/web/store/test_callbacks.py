"""Callbacks of the stores: results reach their callers, and no caller can stop another."""

from __future__ import annotations

import asyncio

import pytest

from divisor_duel.web.store.callbacks import call_all, settle


def test_a_future_gets_its_result_or_its_exception() -> None:
    """A callback made for a future sets its result; an exception is raised for its caller."""

    async def run() -> None:
        loop = asyncio.get_running_loop()
        saved: asyncio.Future[bool] = loop.create_future()
        failed: asyncio.Future[bool] = loop.create_future()
        settle(saved)(True)
        settle(failed)(OSError("disk full"))
        assert await saved
        with pytest.raises(OSError, match="disk full"):
            await failed

    asyncio.run(run())


def test_a_caller_that_left_is_not_answered() -> None:
    """A future that its caller has cancelled stays cancelled."""

    async def run() -> None:
        left: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        left.cancel()
        settle(left)(True)
        assert left.cancelled()

    asyncio.run(run())


def test_a_callback_that_fails_does_not_stop_the_others(caplog: pytest.LogCaptureFixture) -> None:
    """Each callback is called with its own result; one that raises is logged."""
    called: list[int] = []

    def fail(result: int) -> None:
        raise RuntimeError(f"no use for {result}")

    call_all([(called.append, 1), (fail, 2), (called.append, 3)])
    assert called == [1, 3]
    assert "no use for 2" in caplog.text
