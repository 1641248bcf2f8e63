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
from collections.abc import Callable, Sequence
from time import monotonic, thread_time

import msgspec

from divisor_duel.engine.levels import Choice
from divisor_duel.errors import DuelError
from divisor_duel.web import clocks, tables, turns
from divisor_duel.web.changes import Change
from divisor_duel.web.clocks import due
from divisor_duel.web.limits import Limits
from divisor_duel.web.live import Hub
from divisor_duel.web.metrics import Metrics
from divisor_duel.web.seats import line_of
from divisor_duel.web.store import LOST_TRACK, Phase, Store, StoreBusyError, StoredGame
from divisor_duel.web.tables import Table
from divisor_duel.web.thinkers import BusyError, Thinkers, ThinkingError
from divisor_duel.web.thinking import query_to_move

REMEMBERED = 20_000
MOST_ATTEMPTS = 50
REFRESHED_AT_ONCE = 200
SWEEP_SECONDS = 3.0
"""How often games are looked for whose computer player seems forgotten."""

LOOK_SECONDS = 5.0
"""For how long a game between computers plays on after somebody has looked at it."""

CLOCK_SECONDS = 0.5
"""How often it is looked whose time has run out."""

TIDY_SECONDS = 3600.0
"""How often old games are dropped."""

TIDY_PAUSE = 0.2
RETRY_SECONDS = (0.5, 2.0)
"""How long to wait before a computer move is tried again that could not be worked out."""

TRY_AGAIN_SECONDS = 60.0
"""How long after that nobody may have looked until it is tried once more."""

TROUBLE = "The computer could not work out a move here. Take a move back, or come back later."

Operation = Callable[[Table], Change]
Charge = Callable[[float], None]
"""Is told how many seconds of the server's time somebody has used."""

_DECODER = msgspec.json.Decoder(Table)
_CHOICE = msgspec.json.Decoder(Choice)
_LOG = logging.getLogger("divisor_duel.web")


class _Format(msgspec.Struct):
    """All that is certain to be understood of a row."""

    format: int = 1


_FORMAT = msgspec.json.Decoder(_Format)


class NewerGameError(DuelError):
    """A server of a newer version wrote this game, and might lose what this one does not know."""


class UnknownGameError(DuelError):
    """There is no such game."""


class Service:
    """All games of one server process."""

    def __init__(
        self, store: Store, hub: Hub, movers: Thinkers, limits: Limits, metrics: Metrics
    ) -> None:
        self.store = store
        self.hub = hub
        self.limits = limits
        self.movers = movers
        self.metrics = metrics
        self.rows = 0
        self.swept = monotonic()
        self._known: OrderedDict[str, Table] = OrderedDict()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._looked: OrderedDict[str, float] = OrderedDict()

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
            busy = thread_time()
            if kept is True:
                self._kept((made,), began)
            else:
                instead()
            charge(thread_time() - busy)

        self.store.keep(_as_row(made, turns.told(made)), answered)
        return True

    def _settle(self, table: Table) -> None:
        """What follows when a change has been kept."""
        self._remember(table)
        began = monotonic()
        self.hub.publish(table)
        self.metrics.delivery.observe(monotonic() - began)
        if self._is_wanted(table):
            self.begin(table.id, self._think(table.id))

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

    # --- computer players -------------------------------------------------------------------

    def looked_at(self, table: Table) -> None:
        """Somebody looks at a game: for a while its computers play on, and try again."""
        if not tables.is_waiting(table):
            return
        now, before = monotonic(), self._looked.get(table.id, -TRY_AGAIN_SECONDS)
        self._looked[table.id] = now
        self._looked.move_to_end(table.id)
        if len(self._looked) > REMEMBERED:
            self._looked.popitem(last=False)
        if self._is_wanted(table) or (table.trouble and now - before > TRY_AGAIN_SECONDS):
            self.begin(table.id, self._think(table.id))

    def _is_wanted(self, table: Table) -> bool:
        """Whether a computer is to move and somebody wants to see it: a player, or a watcher."""
        if not tables.is_waiting(table) or table.trouble:
            return False
        looked = monotonic() - self._looked.get(table.id, -LOOK_SECONDS) < LOOK_SECONDS
        return not table.between_computers or looked or self.hub.is_watched(table.id)

    def is_alone(self, table: Table, seat: int) -> bool:
        """Whether the other player of a game by link has been gone for long."""
        return self.hub.is_gone(table, 3 - seat)

    async def run_out(self) -> None:
        """End games in which somebody's time has run out."""
        while True:
            with contextlib.suppress(StoreBusyError, NewerGameError):
                for name in await self.store.due(clocks.now()):
                    with contextlib.suppress(UnknownGameError):
                        await self.change(name, lambda now: turns.flag(now, clocks.now()))
            await asyncio.sleep(CLOCK_SECONDS)

    async def sweep(self) -> None:
        """Take up games whose computer player is to move: after a start, and for the fallen."""
        while True:
            with contextlib.suppress(StoreBusyError):
                for row in await self.store.waiting(list(self._tasks)):
                    self.begin(row.id, self._think(row.id))
                self.swept = monotonic()
            await asyncio.sleep(SWEEP_SECONDS)

    async def tidy(self) -> None:
        """Forget games that nobody has touched for a long time."""
        periods = {
            Phase.UNSTARTED: self.limits.unstarted_days,
            Phase.PLAYING: self.limits.abandoned_days,
            Phase.OVER: self.limits.finished_days,
        }
        while True:
            with contextlib.suppress(StoreBusyError):
                for stage, days in periods.items():
                    while await self.store.drop(stage, days):
                        await asyncio.sleep(TIDY_PAUSE)
                self.rows = await self.store.count()
            await asyncio.sleep(TIDY_SECONDS)

    async def _think(self, id: str) -> None:
        """Make the computer's moves until a person is to move or the game is over."""
        try:
            table = await self.find(id)
            if table.trouble:
                table = await self._computer_move(table)
            while self._is_wanted(table):
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
            return await self.change(table.id, turns.give_up_for_computer)
        try:
            choice = await self._choice(table)
        except ThinkingError as error:
            _LOG.warning("no computer move: %s", error)
            return await self.change(
                table.id,
                lambda now: now if now.version != version else turns.say_trouble(now, TROUBLE),
            )

        def operation(now: Table) -> Table:
            if now.version != version:
                return now
            return turns.move(now, seat, ply, choice.move, unsure=choice.sure is False)

        return await self.change(table.id, operation)

    async def _choice(self, table: Table) -> Choice:
        """The move that the level makes; never one by chance because something failed."""
        query = query_to_move(table)
        for pause in RETRY_SECONDS:
            try:
                return _CHOICE.decode(await self.movers.run(query, table.owner))
            except ThinkingError:
                await asyncio.sleep(pause)
        return _CHOICE.decode(await self.movers.run(query, table.owner))


_UNSTARTED, _PLAYING, _OVER = map(int, Phase)
_encode = msgspec.json.Encoder().encode


def _as_row(table: Table, move: str = "") -> StoredGame:
    over = table.outcome is not None
    stage = _OVER if over else _PLAYING if table.moves else _UNSTARTED
    waiting = tables.is_waiting(table) and not table.between_computers and not table.trouble
    far_apart = table.mode == tables.LINK and stage == _PLAYING
    return StoredGame(
        table.id,
        table.version,
        waiting,
        _encode(table),
        stage,
        line_of(table.rules, table.position) if far_apart else None,
        table.open and not over,
        due(table),
        move,
    )


def _may_be_id(id: str) -> bool:
    """Whether a game could be called that; spares the store odd characters."""
    return len(id) <= 64 and id.isascii() and id.replace("-", "").replace("_", "").isalnum()
