"""Computer players: when they move, and what is done when they cannot."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from time import monotonic
from typing import TYPE_CHECKING

import msgspec

from divisor_duel.engine.levels import Choice
from divisor_duel.web import tables, turns
from divisor_duel.web.store import StoreBusyError
from divisor_duel.web.tables import NewerGameError, Table, UnknownGameError
from divisor_duel.web.thinkers import BusyError, Thinkers, ThinkingError
from divisor_duel.web.thinking import query_to_move

if TYPE_CHECKING:
    from divisor_duel.web.service import Service

REMEMBERED = 20_000
SWEEP_SECONDS = 3.0
"""How often games are looked for whose computer player seems forgotten."""

LOOK_SECONDS = 5.0
"""For how long a game between computers plays on after somebody has looked at it."""

RETRY_SECONDS = (0.5, 2.0)
"""How long to wait before a computer move is tried again that could not be worked out."""

TRY_AGAIN_SECONDS = 60.0
"""How long after that nobody may have looked until it is tried once more."""

TROUBLE = "The computer could not work out a move here. Take a move back, or come back later."

_CHOICE = msgspec.json.Decoder(Choice)
_LOG = logging.getLogger("divisor_duel.web")


class Computers:
    """All computer players of one server process."""

    def __init__(self, service: Service, movers: Thinkers) -> None:
        self._service, self._movers = service, movers
        self._looked: OrderedDict[str, float] = OrderedDict()
        self.swept = monotonic()
        """When forgotten moves were looked for."""

    def take_up(self, table: Table) -> None:
        """Begin to think if a computer is to move and somebody wants to see it."""
        if self.is_wanted(table):
            self._service.begin(table.id, self.think(table.id))

    def looked_at(self, table: Table) -> None:
        """Somebody looks at a game: for a while its computers play on, and try again."""
        if not tables.is_waiting(table):
            return
        now, before = monotonic(), self._looked.get(table.id, -TRY_AGAIN_SECONDS)
        self._looked[table.id] = now
        self._looked.move_to_end(table.id)
        if len(self._looked) > REMEMBERED:
            self._looked.popitem(last=False)
        if self.is_wanted(table) or (table.trouble and now - before > TRY_AGAIN_SECONDS):
            self._service.begin(table.id, self.think(table.id))

    def is_wanted(self, table: Table) -> bool:
        """Whether a computer is to move and somebody wants to see it: a player, or a watcher."""
        if not tables.is_waiting(table) or table.trouble:
            return False
        looked = monotonic() - self._looked.get(table.id, -LOOK_SECONDS) < LOOK_SECONDS
        return not table.between_computers or looked or self._service.hub.is_watched(table.id)

    async def sweep(self) -> None:
        """Take up games whose computer player is to move: after a start, and for the fallen."""
        while True:
            with contextlib.suppress(StoreBusyError):
                for row in await self._service.store.waiting(self._service.busy()):
                    self._service.begin(row.id, self.think(row.id))
                self.swept = monotonic()
            await asyncio.sleep(SWEEP_SECONDS)

    async def think(self, id: str) -> None:
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
            await asyncio.sleep(SWEEP_SECONDS)  # then it is taken up again

    async def _computer_move(self, table: Table) -> Table:
        ply, version = len(table.moves), table.version
        seat = int(table.position.to_move)
        if ply >= tables.MOST_MOVES:
            return await self._service.change(table.id, turns.give_up_for_computer)
        try:
            choice = await self._choice(table)
        except ThinkingError as error:
            _LOG.warning("no computer move: %s", error)
            return await self._service.change(
                table.id,
                lambda now: now if now.version != version else turns.say_trouble(now, TROUBLE),
            )

        def operation(now: Table) -> Table:
            if now.version != version:
                return now
            return turns.move(now, seat, ply, choice.move, unsure=choice.sure is False)

        return await self._service.change(table.id, operation)

    async def _choice(self, table: Table) -> Choice:
        """The move that the level makes; never one by chance because something failed."""
        query = query_to_move(table)
        for pause in RETRY_SECONDS:
            try:
                return _CHOICE.decode(await self._movers.run(query, table.owner))
            except ThinkingError:
                await asyncio.sleep(pause)
        return _CHOICE.decode(await self._movers.run(query, table.owner))
