"""Background work that fails, and its end."""

from __future__ import annotations

import asyncio

import pytest

from divisor_duel.web.ops.restarts import Restarts, end_tasks
from tests.web.servers import until


def test_work_that_fails_begins_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Background work goes on after errors of any kind, and each is counted."""
    monkeypatch.setattr("divisor_duel.web.ops.restarts.PAUSE_SECONDS", 0.0)
    done: list[int] = []
    restarts = Restarts()

    async def work() -> None:
        done.append(1)
        if len(done) < 4:
            raise KeyError("a library's own error")
        await asyncio.Event().wait()

    async def run() -> None:
        task = asyncio.create_task(restarts.keep_running("work", work))
        await until(lambda: len(done) == 4)
        task.cancel()

    asyncio.run(run())
    assert restarts.count == 3


def test_work_that_swallows_a_cancellation_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work is cancelled until it has ended, as database clients may swallow a cancellation."""
    monkeypatch.setattr("divisor_duel.web.ops.restarts.CANCEL_SECONDS", 0.01)
    begun: list[int] = []

    async def work() -> None:
        while True:
            begun.append(1)
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                if len(begun) == 3:
                    raise

    async def run() -> None:
        task = asyncio.create_task(Restarts().keep_running("work", work))
        await until(lambda: bool(begun))
        await end_tasks([task])
        assert task.cancelled()

    asyncio.run(run())
