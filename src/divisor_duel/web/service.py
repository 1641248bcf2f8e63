"""Games being played: what is asked of them, checked, kept, and told to all who watch.

A change is kept before anyone hears of it. It is worked out from what this process knows
last; if another process was quicker, the store says so and it is worked out again. A
refusal is given only after a look at the store, never from memory.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Callable
from random import Random

import msgspec

from divisor_duel.errors import DuelError
from divisor_duel.web import games
from divisor_duel.web.changes import Change
from divisor_duel.web.games import Table
from divisor_duel.web.live import Hub
from divisor_duel.web.store import LOST_TRACK, Row, Store, StoreBusyError
from divisor_duel.web.work import BusyError, Thinkers, ThinkingError
from divisor_duel.web.worker import job_to_move

REMEMBERED = 20_000
MOST_ATTEMPTS = 50
SWEEP_SECONDS = 5.0
"""How often games are looked for whose computer player seems forgotten."""

Operation = Callable[[Table], Change]
_DECODER = msgspec.json.Decoder(Table)
_LOG = logging.getLogger("divisor_duel.web")


class UnknownGameError(DuelError):
    """There is no such game."""


class Service:
    """All games of one server process."""

    def __init__(self, store: Store, hub: Hub, movers: Thinkers) -> None:
        self.store = store
        self.hub = hub
        self._movers = movers
        self._known: OrderedDict[str, Table] = OrderedDict()
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def start(self) -> None:
        """Open the store and take up what a crash may have left."""
        await self.store.open(self._hear)
        self._begin("sweep", self._sweep())

    async def close(self) -> None:
        """Stop thinking and let go of the store; all that was acknowledged is kept."""
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        await self.store.close()

    async def find(self, id: str, fresh: bool = True) -> Table:
        """A game as it stands; with `fresh` not from memory."""
        if not fresh and id in self._known:
            return self._known[id]
        row = await self.store.load(id) if _may_be_id(id) else None
        if row is None:
            raise UnknownGameError("there is no such game")
        return self._read(row)

    async def add(self, table: Table) -> None:
        """Keep a new game."""
        row = _as_row(table)
        await self.store.save([row])
        self._settle(table, row.waiting)

    async def change(self, id: str, operation: Operation) -> Table:
        """Do something to a game, and return it as it then is."""
        fresh = id not in self._known
        table = await self.find(id, fresh)
        for _ in range(MOST_ATTEMPTS):
            try:
                after = operation(table)
            except DuelError:
                if fresh:
                    raise
                after = table
            changed, added = after if isinstance(after, tuple) else (after, None)
            if changed is table:
                if fresh:
                    return table
            elif await self._keep(changed, added):
                return changed
            table, fresh = await self.find(id), True
        raise StoreBusyError("too many changes at once")

    async def _keep(self, changed: Table, added: Table | None) -> bool:
        tables = [changed, added] if added else [changed]
        rows = [_as_row(table) for table in tables]
        if not await self.store.save(rows):
            return False
        for table, row in zip(tables, rows, strict=True):
            self._settle(table, row.waiting)
        return True

    def _settle(self, table: Table, waiting: bool) -> None:
        """What follows when a change has been kept."""
        self._remember(table)
        self.hub.publish(table)
        if waiting:
            self._begin(table.id, self._think(table.id))

    def _remember(self, table: Table) -> None:
        known = self._known.get(table.id)
        if known is None or known.version < table.version:
            self._known[table.id] = table
            self._known.move_to_end(table.id)
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)

    def _read(self, row: Row) -> Table:
        known = self._known.get(row.id)
        if known and known.version == row.version:
            return known
        table = _DECODER.decode(row.body)
        self._remember(table)
        return table

    def _begin(self, name: str, work: object) -> None:
        """Run something in the background, once at a time for each name."""
        assert asyncio.iscoroutine(work)
        if name in self._tasks:
            work.close()
            return
        task = self._tasks[name] = asyncio.create_task(work, name=name)
        task.add_done_callback(lambda _: self._tasks.pop(name, None))

    # --- other processes --------------------------------------------------------------------

    def _hear(self, kind: str, text: bytes) -> None:
        """A message of another process on the same store."""
        if kind == "game":
            game, _, version = text.decode().partition(" ")
            known = self._known.get(game)
            if self.hub.is_watched(game) and (known is None or known.version < int(version)):
                self._begin(f"refresh {game} {version}", self._refresh(game))
        elif kind == "seen":
            self.hub.saw(text.decode().split())
        elif kind == LOST_TRACK:
            for game in self.hub.watched():
                self._begin(f"refresh {game}", self._refresh(game))

    async def _refresh(self, id: str) -> None:
        with contextlib.suppress(UnknownGameError, StoreBusyError):
            self.hub.publish(await self.find(id))

    # --- computer players -------------------------------------------------------------------

    async def _sweep(self) -> None:
        """Take up games whose computer player is to move: after a start, and for the fallen."""
        seconds = 0.0
        while True:
            with contextlib.suppress(StoreBusyError):
                for row in await self.store.waiting(seconds):
                    self._begin(row.id, self._think(row.id))
                seconds = SWEEP_SECONDS
            await asyncio.sleep(SWEEP_SECONDS)

    async def _think(self, id: str) -> None:
        """Make the computer's moves until a person is to move or the game is over."""
        try:
            table = await self.find(id)
            while games.is_waiting(table):
                table = await self._computer_move(table)
        except (StoreBusyError, UnknownGameError):
            _LOG.warning("a computer move waits for the database")

    async def _computer_move(self, table: Table) -> Table:
        ply, version = len(table.moves), table.version
        seat = int(table.position.to_move)
        if ply >= games.MOST_MOVES:
            return await self.change(table.id, games.give_up_for_computer)
        try:
            choice = int(await self._movers.run(job_to_move(table)))
        except (ThinkingError, BusyError):  # a weak move is better than none
            choice = Random(f"{table.seed}/{ply}").choice(table.legal)

        def operation(now: Table) -> Table:
            return now if now.version != version else games.move(now, seat, ply, choice)

        return await self.change(table.id, operation)


def _as_row(table: Table) -> Row:
    return Row(table.id, table.version, games.is_waiting(table), msgspec.json.encode(table))


def _may_be_id(id: str) -> bool:
    """Whether a game could be called that; spares the store odd characters."""
    return len(id) <= 64 and id.isascii() and id.replace("-", "").replace("_", "").isalnum()
