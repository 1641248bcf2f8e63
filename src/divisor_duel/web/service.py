"""Games being played: what is asked of them, checked, kept, and told to all who watch.

A change is kept before anyone hears of it. It is worked out from what this process knows
last; if another process was quicker, the store says so and it is worked out again. A
refusal is given only after a look at the store, never from memory.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from time import monotonic

import msgspec

from divisor_duel.errors import DuelError
from divisor_duel.web import tables, turns
from divisor_duel.web.changes import Change
from divisor_duel.web.clocks import due
from divisor_duel.web.computers import Computers
from divisor_duel.web.limits import Limits
from divisor_duel.web.live import Hub
from divisor_duel.web.metrics import Metrics
from divisor_duel.web.presence import ANY_SEAT
from divisor_duel.web.store import LOST_TRACK, Phase, Store, StoreBusyError, StoredGame
from divisor_duel.web.tables import NewerGameError, Table, UnknownGameError
from divisor_duel.web.thinkers import Thinkers

REMEMBERED = 20_000
MOST_ATTEMPTS = 50
REFRESHED_AT_ONCE = 200

Operation = Callable[[Table], Change]
Charge = Callable[[float], None]
"""Is told how many seconds of the server's time somebody has used."""

_DECODER = msgspec.json.Decoder(Table)


class _Format(msgspec.Struct):
    """All that is certain to be understood of a row."""

    format: int = 1


_FORMAT = msgspec.json.Decoder(_Format)


class Service:
    """All games of one server process."""

    def __init__(
        self, store: Store, hub: Hub, movers: Thinkers, limits: Limits, metrics: Metrics
    ) -> None:
        self.store = store
        self.hub = hub
        self.limits = limits
        self.metrics = metrics
        self.rows = 0
        self._known: OrderedDict[str, Table] = OrderedDict()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self.computers = Computers(self, movers)

    async def start(self) -> None:
        """Open the store and take up what a crash may have left."""
        await self.store.open(self._hear)
        self.rows = await self.store.count()

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
        return self.read(row)

    async def find_seated(self, id: str, token: str) -> Table:
        """A game from memory, unless the token may have got its seat on another server since."""
        table = await self.find(id, fresh=False)
        return table if table.seat_of(token) else await self.find(id)

    async def add(self, table: Table) -> None:
        """Keep a new game."""
        if self.rows >= self.limits.rows:
            raise StoreBusyError("the database holds all the games that it may")
        row = _as_row(table)
        await self.store.save([row])
        self.rows += 1
        self._settle(table)

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
        began = monotonic()
        if not await self.store.save(rows):
            return False
        self._kept(tables, began)
        return True

    def _kept(self, tables: Sequence[Table], began: float) -> None:
        self.metrics.commit.observe(monotonic() - began)
        self.metrics.moves += 1
        for table in tables:
            self._settle(table)

    def change_at_once(
        self, id: str, operation: Operation, instead: Callable[[], None], charge: Charge
    ) -> bool:
        """Do something to a game without waiting for it; False if it needs a second look.

        This is `change` for what nearly always happens: the game is in memory, the rules
        allow it, and nobody else was quicker. When the store says otherwise, `instead` is
        done. What telling all who watch takes is charged.
        """
        table = self._known.get(id)
        if table is None:
            return False
        try:
            changed = operation(table)
        except DuelError:
            return False
        if changed is table or isinstance(changed, tuple):
            return False
        made, began = changed, monotonic()

        def answered(kept: bool | Exception) -> None:
            busy = monotonic()
            if kept is True:
                self._kept((made,), began)
            else:
                instead()
            charge(busy)

        self.store.keep(_as_row(made, turns.told(made)), answered)
        return True

    def _settle(self, table: Table) -> None:
        """What follows when a change has been kept."""
        self._remember(table)
        began = monotonic()
        self.hub.publish(table)
        self.metrics.delivery.observe(monotonic() - began)
        self.computers.take_up(table)

    def _remember(self, table: Table) -> None:
        known = self._known.get(table.id)
        if known is None or known.version < table.version:
            self._known[table.id] = table
            self._known.move_to_end(table.id)
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)

    def read(self, row: StoredGame) -> Table:
        """The game in a row; NewerGameError if a newer server wrote it."""
        known = self._known.get(row.id)
        if known and known.version == row.version:
            return known
        if _FORMAT.decode(row.body).format > tables.FORMAT:
            raise NewerGameError("a newer server keeps this game; ask that one")
        table = tables.told_by(known, _DECODER.decode(row.body))
        self._remember(table)
        return table

    def note_presence(self, id: str, token: str, client: str, refused: bool) -> None:
        """Note a request about a game, its player's presence and whether it was refused.

        A game that is not in memory has no known players, but a refusal counts for it, too.
        """
        table = self._known.get(id)
        if table and table.mode != tables.LINK:
            return
        seat = table.seat_of(token) if table and token else None
        if seat:
            self.hub.note(id, seat, client)
        if refused and table:
            self.hub.sightings.refuse(id, seat or ANY_SEAT)
        elif refused:
            self.hub.sightings.refuse_unknown(id)

    def busy(self) -> list[str]:
        """The names of what runs in the background."""
        return list(self._tasks)

    def begin(self, name: str, work: object) -> None:
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
        if kind == "games":
            changed = [word.rpartition(":") for word in text.decode().split()]
            behind = [game for game, _, version in changed if self._is_behind(game, int(version))]
            if behind:
                self.begin(f"refresh {behind[0]} {monotonic()}", self._refresh(behind))
        elif kind == "moves":
            missed = list(filter(None, map(self._follow, text.decode().split())))
            if missed:
                self.begin(f"refresh {missed[0]} {monotonic()}", self._refresh(missed))
        elif kind == "seen":
            self.hub.saw(text.decode().split())
        elif kind == "refused":
            self.hub.heard_refused(text.decode().split())
        elif kind == LOST_TRACK:
            self.begin("refresh", self._refresh(self.hub.watched()))

    def _is_behind(self, id: str, version: int) -> bool:
        known = self._known.get(id)
        return self.hub.is_watched(id) and (known is None or known.version < version)

    def _follow(self, word: str) -> str | None:
        """Make a move that was kept elsewhere; the game's name if it must be read instead."""
        game, version, move = word.split(":", 2)
        if not self._is_behind(game, int(version)):
            return None
        known = self._known.get(game)
        if known is None or known.version + 1 != int(version) or not move:
            return game
        try:
            made = turns.follow(known, move)
        except DuelError:
            return game
        self._remember(made)
        self.hub.publish(made)
        return None

    async def _refresh(self, ids: Sequence[str]) -> None:
        for start in range(0, len(ids), REFRESHED_AT_ONCE):
            with contextlib.suppress(StoreBusyError):
                for row in await self.store.load_all(ids[start : start + REFRESHED_AT_ONCE]):
                    with contextlib.suppress(NewerGameError):
                        self.hub.publish(self.read(row))


_UNSTARTED, _PLAYING, _OVER = map(int, Phase)
_encode = msgspec.json.Encoder().encode


def _as_row(table: Table, move: str = "") -> StoredGame:
    over = table.outcome is not None
    stage = _OVER if over else _PLAYING if table.moves else _UNSTARTED
    waiting = tables.is_waiting(table) and not table.between_computers and not table.trouble
    return StoredGame(
        table.id,
        table.version,
        waiting,
        _encode(table),
        stage,
        table.open and not over,
        due(table),
        move,
    )


def _may_be_id(id: str) -> bool:
    """Whether a game could be called that; spares the store odd characters."""
    return len(id) <= 64 and id.isascii() and id.replace("-", "").replace("_", "").isalnum()
