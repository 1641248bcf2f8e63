"""Games being played: check changes, save them, publish them to all who watch.

A change is saved before anyone sees it. It is computed from the latest table in memory; if
another process has saved a change first, the store says so and it is computed again. A request
is refused only after the store was read, never from memory.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from time import monotonic

import msgspec

from divisor_duel.errors import DuelError
from divisor_duel.web.engine.pool import WorkerPool
from divisor_duel.web.game import moves
from divisor_duel.web.game import table as tables
from divisor_duel.web.game.actions import Change
from divisor_duel.web.game.table import NewerGameError, Table, UnknownGameError, due
from divisor_duel.web.guard.limits import Limits
from divisor_duel.web.live.hub import Hub
from divisor_duel.web.live.presence import ANY_SEAT
from divisor_duel.web.ops.metrics import Metrics
from divisor_duel.web.play.computer_players import ComputerPlayers
from divisor_duel.web.store.port import MISSED, Phase, Store, StoreBusyError, StoredGame

REMEMBERED = 20_000
"""Limit on the games in memory."""

MOST_ATTEMPTS = 50
"""Limit on the attempts to save one change while other changes come first."""

REFRESHED_AT_ONCE = 200
"""Limit on the games that one query reloads."""

Operation = Callable[[Table], Change]

_DECODER = msgspec.json.Decoder(Table)


class _Format(msgspec.Struct):
    """The only field of a row that every version of the server can read."""

    format: int


_FORMAT = msgspec.json.Decoder(_Format)


class Service:
    """All games of one server process."""

    def __init__(
        self, store: Store, hub: Hub, movers: WorkerPool, limits: Limits, metrics: Metrics
    ) -> None:
        self.store = store
        self.hub = hub
        self.limits = limits
        self.metrics = metrics
        self.rows = 0
        self._known: OrderedDict[str, Table] = OrderedDict()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self.computer_players = ComputerPlayers(self, movers)
        self.on_room_game: Callable[[Table], None] = lambda table: None
        """Called with every new version of a game that a class plays in a room."""
        self.is_followed: Callable[[str], bool] = lambda game: False
        """Returns True if a teacher here follows a game."""
        self.on_notice: dict[str, Callable[[bytes], None]] = {}
        """What else handles messages from other processes, by their kind."""

    async def start(self) -> None:
        """Open the store and count its games."""
        await self.store.open(self._receive)
        self.rows = await self.store.count()

    async def close(self) -> None:
        """Stop background tasks and close the store; acknowledged changes are saved."""
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        await self.store.close()

    async def find(self, id: str, fresh: bool = True) -> Table:
        """Return a game, from the store if `fresh` and otherwise from memory if possible."""
        if not fresh and id in self._known:
            return self._known[id]
        row = await self.store.load(id) if _may_be_id(id) else None
        if row is None:
            raise UnknownGameError("there is no such game")
        return self.read(row)

    async def find_seated(self, id: str, hashed: str) -> Table:
        """Return a game from memory, or from the store if no seat's token has this hash.

        The token may have taken its seat on another server since.
        """
        table = await self.find(id, fresh=False)
        return table if table.seat_of_hash(hashed) else await self.find(id)

    async def add(self, table: Table) -> None:
        """Save a new game."""
        if self.rows >= self.limits.rows:
            raise StoreBusyError("the server has no room for more games")
        row = as_row(table)
        await self.store.save([row])
        self.rows += 1
        self.announce(table)

    async def change(self, id: str, operation: Operation) -> Table:
        """Apply an operation to a game, and return the changed game."""
        fresh = id not in self._known
        table = await self.find(id, fresh)
        for _ in range(MOST_ATTEMPTS):
            try:
                change = operation(table)
            except DuelError:
                if fresh:
                    raise
                change = table
            changed, added = change if isinstance(change, tuple) else (change, None)
            if changed is table:
                if fresh:
                    return table
            elif await self._save(table, changed, added):
                return changed
            table, fresh = await self.find(id), True
        raise StoreBusyError("too many changes at once; try again")

    async def _save(self, table: Table, changed: Table, added: Table | None) -> bool:
        rows = [as_row(changed, moves.move_between(table, changed))]
        if added:
            rows.append(as_row(added))
        began = monotonic()
        if not await self.store.save(rows):
            return False
        self.metrics.commit.observe(monotonic() - began)
        self.metrics.moves += 1
        self._publish(changed)
        if added:
            self.announce(added)
        return True

    def announce(self, table: Table) -> None:
        """Publish a new game that was saved; its players count as seen just now."""
        if table.mode == tables.LINK:
            for seat in table.hashes:
                self.hub.record_request(table.id, seat, "")
        self._publish(table)

    def forget(self, id: str) -> None:
        """Drop a removed game from memory."""
        self._known.pop(id, None)

    def _publish(self, table: Table) -> None:
        """Remember and publish a saved game, and let its computer player move."""
        self._remember(table)
        began = monotonic()
        self.hub.publish(table)
        self.metrics.delivery.observe(monotonic() - began)
        self.computer_players.start_if_wanted(table)

    def _remember(self, table: Table) -> None:
        known = self._known.get(table.id)
        if known is None or known.version < table.version:
            self._known[table.id] = table
            self._known.move_to_end(table.id)
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
            if table.room:
                self.on_room_game(table)

    def read(self, row: StoredGame) -> Table:
        """Return the game in a row; NewerGameError if a newer server wrote it."""
        known = self._known.get(row.id)
        if known and known.version == row.version:
            return known
        if _FORMAT.decode(row.body).format > tables.FORMAT:
            raise NewerGameError("a newer server runs this game; reload the page")
        table = tables.continue_from(known, _DECODER.decode(row.body))
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
            self.hub.record_request(id, seat, client)
        if refused and table:
            self.hub.tracker.refuse(id, seat or ANY_SEAT)
        elif refused:
            self.hub.tracker.refuse_unknown(id)

    def busy(self) -> list[str]:
        """Return the names of the background tasks."""
        return list(self._tasks)

    def start_task(self, name: str, work: Coroutine[object, object, None]) -> None:
        """Start a background task, unless one of the same name is running."""
        if name in self._tasks:
            work.close()
            return
        task = self._tasks[name] = asyncio.create_task(work, name=name)
        task.add_done_callback(lambda _: self._tasks.pop(name, None))

    # --- other processes --------------------------------------------------------------------

    def _receive(self, kind: str, text: bytes) -> None:
        """Handle a message from another process on the same store."""
        if kind == "moves":
            missed = list(filter(None, map(self._follow, text.decode().split())))
            if missed:
                self.start_task(f"refresh {missed[0]} {monotonic()}", self._refresh(missed))
        elif kind == "games":  # a server of version 0.1.0 names no moves
            self._receive("moves", b" ".join(word + b":" for word in text.split()))
        elif kind == "seen":
            self.hub.record_seen(text.decode().split())
        elif kind == "refused":
            self.hub.record_refused(text.decode().split())
        elif kind == MISSED:
            self.start_task("refresh", self._refresh(self.hub.watched()))
        if kind in self.on_notice:
            self.on_notice[kind](text)

    def _is_behind(self, id: str, version: int) -> bool:
        known = self._known.get(id)
        return known is None or known.version < version

    def _follow(self, word: str) -> str | None:
        """Make a move that another process saved; return the id if it must be read."""
        game, version, move = word.split(":", 2)
        followed = self.hub.is_watched(game) or self.is_followed(game)
        if not followed or not self._is_behind(game, int(version)):
            return None
        known = self._known.get(game)
        if known is None or known.version + 1 != int(version) or not move:
            return game
        try:
            table = moves.replay(known, move)
        except DuelError:
            return game
        self._remember(table)
        self.hub.publish(table)
        return None

    async def _refresh(self, ids: Sequence[str]) -> None:
        for start in range(0, len(ids), REFRESHED_AT_ONCE):
            with contextlib.suppress(StoreBusyError):
                for row in await self.store.load_all(ids[start : start + REFRESHED_AT_ONCE]):
                    with contextlib.suppress(NewerGameError):
                        self.hub.publish(self.read(row))


_UNSTARTED, _PLAYING, _OVER = map(int, Phase)
_encode = msgspec.json.Encoder().encode


def as_row(table: Table, move: str = "") -> StoredGame:
    """Return a game as it is stored; `move` is the plain move that led to it, if any."""
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
    """Return True if a game could have this id; spares the store odd characters."""
    return len(id) <= 64 and id.isascii() and id.replace("-", "").replace("_", "").isalnum()
