"""A service for tests, and computer players that move at once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from msgspec.structs import replace

from divisor_duel.web.engine.pool import WorkerError
from divisor_duel.web.engine.query import Query
from divisor_duel.web.game.table import Table
from divisor_duel.web.guard.limits import Limits
from divisor_duel.web.live.hub import Hub
from divisor_duel.web.ops.metrics import Metrics
from divisor_duel.web.play.service import Service
from divisor_duel.web.store.choice import open_store
from tests.web.game.tables import table_of


class Movers:
    """Answers at once with the smallest legal move, or fails."""

    def __init__(self, failures: int = 0, sure: bytes = b"true") -> None:
        self.asked: list[tuple[Query, str]] = []
        self.sure = sure
        self.failures = failures

    async def run(self, query: Query, client: str) -> bytes:
        """The answer."""
        self.asked.append((query, client))
        if self.failures:
            self.failures -= 1
            raise WorkerError("no")
        return b"[%d,%s]" % (_position(query).legal[0], self.sure)


def _position(query: Query) -> Table:
    return replace(table_of(str(query.game), options=query.options), moves=query.moves)


@asynccontextmanager
async def running(movers: Any, **limits: Any) -> AsyncIterator[Service]:
    """A service on an empty database."""
    made = Limits(**limits)
    service = Service(open_store(":memory:"), Hub(made), movers, made, Metrics({}))
    await service.start()
    try:
        yield service
    finally:
        await service.close()
