"""Whether the server is ready, and what it says if it is not."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from divisor_duel.web.play.readiness import LATE_SECONDS, ReadinessCheck
from divisor_duel.web.store.port import StoreBusyError
from divisor_duel.web.store.sqlite import SQLiteStore
from tests.web.play.services import Movers, running


def test_a_database_that_fails_is_said() -> None:
    """What cannot be written to, or work that has stopped, makes the server not ready."""

    async def run() -> None:
        async with running(Movers()) as service:
            assert (await ReadinessCheck(service, 300.0).check()).ready
            service.computer_players.last_sweep -= 2 * LATE_SECONDS
            assert "computer moves" in (await ReadinessCheck(service, 300.0).check()).problems[0]
            store: Any = service.store
            assert isinstance(store, SQLiteStore)
            await store._ask(lambda file: file.execute("PRAGMA query_only = 1"), writes=False)
            broken = await ReadinessCheck(service, 300.0).check()
            assert not broken.ready
            assert "readonly" in broken.problems[0]

    asyncio.run(run())


class Unwell:
    """A store whose check never returns, or fails."""

    def __init__(self, error: Exception | None = None) -> None:
        self.checks = 0
        self._error = error

    async def check(self) -> float:
        """Fail, or wait for ever."""
        self.checks += 1
        if self._error:
            raise self._error
        await asyncio.Event().wait()
        return 0.0


def test_a_database_that_never_answers_is_reported_in_time() -> None:
    """The check stops waiting at its limit, says so, and leaves no second check waiting."""

    async def run() -> None:
        async with running(Movers()) as service:
            service.store, store = Unwell(), service.store  # type: ignore[assignment]
            readiness = ReadinessCheck(service, seconds=0.25)
            for _ in range(3):
                found = await readiness._find_problems()
                assert found.problems == ["the database does not work: no answer within 0.25 s"]
            assert service.store.checks == 1  # type: ignore[attr-defined]
            service.store = store

    asyncio.run(run())


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (StoreBusyError("disk is full"), "disk is full"),
        (TimeoutError(), "no answer in time"),
        (StoreBusyError(), "StoreBusyError"),
        (ConnectionResetError(), "ConnectionResetError"),
    ],
)
def test_a_database_that_fails_always_has_a_cause(error: Exception, cause: str) -> None:
    """Also an error without a text of its own is named in the list of problems."""

    async def run() -> None:
        async with running(Movers()) as service:
            service.store, store = Unwell(error), service.store  # type: ignore[assignment]
            found = await ReadinessCheck(service, seconds=300.0).check()
            assert found.problems == [f"the database does not work: {cause}"]
            service.store = store

    asyncio.run(run())
