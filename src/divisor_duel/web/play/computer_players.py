"""Computer players: when they move, and what happens when they cannot."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from time import monotonic
from typing import Protocol

import msgspec

from divisor_duel.engine.levels import Choice
from divisor_duel.web.engine.pool import BusyError, WorkerError, WorkerPool
from divisor_duel.web.engine.query import query_to_move
from divisor_duel.web.game import moves
from divisor_duel.web.game import table as tables
from divisor_duel.web.game.actions import Change
from divisor_duel.web.game.table import NewerGameError, Table, UnknownGameError
from divisor_duel.web.live.hub import Hub
from divisor_duel.web.store.port import Store, StoreBusyError

MOST_VIEWED = 20_000
"""Limit on the games whose last view is remembered."""

SWEEP_SECONDS = 3.0
"""Seconds between two searches for games whose computer move was forgotten."""

VIEW_SECONDS = 5.0
"""Seconds for which a game between computers continues after a client has viewed it."""

RETRY_SECONDS = (0.5, 2.0)
"""Seconds to wait before each retry of a computer move that failed."""

RETRY_ON_VIEW_SECONDS = 60.0
"""Seconds without a view after which the next view retries a move whose retries all failed."""

TROUBLE = "The computer could not find a move. Undo a move, or come back later."

_CHOICE = msgspec.json.Decoder(Choice)
_LOG = logging.getLogger("divisor_duel.web")


class Games(Protocol):
    """What computer players need of the service that runs the games."""

    hub: Hub
    store: Store

    def start_task(self, name: str, work: Coroutine[object, object, None]) -> None:
        """Start a background task, unless one of the same name is running."""

    def busy(self) -> list[str]:
        """Return the names of the background tasks."""

    async def find(self, id: str) -> Table:
        """Return a game."""

    async def change(self, id: str, operation: Callable[[Table], Change]) -> Table:
        """Apply an operation to a game, and return the changed game."""


class ComputerPlayers:
    """All computer players of one server process."""

    def __init__(self, service: Games, movers: WorkerPool) -> None:
        self._service, self._move_workers = service, movers
        self._viewed: OrderedDict[str, float] = OrderedDict()
        self.last_sweep = monotonic()
        """When the last search for forgotten moves ended, on `time.monotonic`."""

    def start_if_wanted(self, table: Table) -> None:
        """Start thinking if a computer is to move and the move is wanted."""
        if self.is_wanted(table):
            self._service.start_task(table.id, self.make_moves(table.id))

    def record_view(self, table: Table) -> None:
        """Record that a client views a game, so that its computers continue or try again."""
        if not tables.is_waiting(table):
            return
        now, before = monotonic(), self._viewed.get(table.id, -RETRY_ON_VIEW_SECONDS)
        self._viewed[table.id] = now
        self._viewed.move_to_end(table.id)
        if len(self._viewed) > MOST_VIEWED:
            self._viewed.popitem(last=False)
        if self.is_wanted(table) or (table.trouble and now - before > RETRY_ON_VIEW_SECONDS):
            self._service.start_task(table.id, self.make_moves(table.id))

    def is_wanted(self, table: Table) -> bool:
        """Return True if a computer is to move and a client wants to see the move.

        A game between two computers continues only while it is watched or was viewed recently.
        """
        if not tables.is_waiting(table) or table.trouble:
            return False
        viewed = monotonic() - self._viewed.get(table.id, -VIEW_SECONDS) < VIEW_SECONDS
        return not table.between_computers or viewed or self._service.hub.is_watched(table.id)

    async def sweep(self) -> None:
        """Resume computer moves left over from a restart or a dead server."""
        while True:
            with contextlib.suppress(StoreBusyError):
                for row in await self._service.store.waiting(self._service.busy()):
                    self._service.start_task(row.id, self.make_moves(row.id))
                self.last_sweep = monotonic()
            await asyncio.sleep(SWEEP_SECONDS)

    async def make_moves(self, id: str) -> None:
        """Make the computer's moves until a person is to move or the game is over."""
        try:
            table = await self._service.find(id)
            if table.trouble:
                table = await self._computer_move(table)
            while self.is_wanted(table):
                table = await self._computer_move(table)
        except (NewerGameError, UnknownGameError):
            return
        except StoreBusyError:
            _LOG.warning("a computer move waits for the database")
        except BusyError:
            await asyncio.sleep(SWEEP_SECONDS)  # then the sweep resumes it

    async def _computer_move(self, table: Table) -> Table:
        ply, version = len(table.moves), table.version
        seat = int(table.position.to_move)
        if ply >= tables.MOST_MOVES:
            return await self._service.change(table.id, moves.resign_for_computer)
        try:
            choice = await self._choice(table)
        except WorkerError as error:
            _LOG.warning("no computer move: %s", error)
            return await self._service.change(
                table.id,
                lambda table: (
                    table if table.version != version else moves.with_trouble(table, TROUBLE)
                ),
            )

        def operation(table: Table) -> Table:
            if table.version != version:
                return table
            unsure = choice.sure is False
            return moves.move(table, seat, ply, choice.move, unsure=unsure, said=choice.reason)

        return await self._service.change(table.id, operation)

    async def _choice(self, table: Table) -> Choice:
        """Return the move of the computer's level; a failure never leads to a random move."""
        query = query_to_move(table)
        for pause in RETRY_SECONDS:
            try:
                return _CHOICE.decode(await self._move_workers.run(query, table.owner))
            except WorkerError:
                await asyncio.sleep(pause)
        return _CHOICE.decode(await self._move_workers.run(query, table.owner))
