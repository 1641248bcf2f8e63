"""Rooms for classes: save a change, publish it, and let the games follow.

A change is computed from the latest room in memory and saved with the new games that it makes.
If another process has saved a change first, the store says so and it is computed again.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable
from time import monotonic

import msgspec

from divisor_duel.errors import DuelError
from divisor_duel.web.classroom import changes
from divisor_duel.web.classroom import room as rooms
from divisor_duel.web.classroom.games import follow_room, table_of, table_of_class, winner_of
from divisor_duel.web.classroom.room import Room
from divisor_duel.web.classroom.view import Board, Now, board_of, view_for
from divisor_duel.web.game import clock
from divisor_duel.web.game.rematch import new_id
from divisor_duel.web.game.table import NewerGameError, Table, UnknownGameError
from divisor_duel.web.guard.rate_limits import TokenBucket
from divisor_duel.web.live.room_hub import RoomHub
from divisor_duel.web.play.room_memory import RoomMemory
from divisor_duel.web.play.service import MOST_ATTEMPTS, Service, as_row
from divisor_duel.web.schema.room_views import RoomGone, RoomMessage
from divisor_duel.web.schema.states import encode
from divisor_duel.web.store.port import MISSED, StoreBusyError, StoredRoom

TIDY_SECONDS = 30.0
"""Seconds between two removals of rooms whose time is over."""

RETRY_SECONDS = 1.0
"""Pause before a result is saved again after the database did not respond."""

GONE = "there is no such room; check the code"
"""The sentence for a code that belongs to no room."""

NOTICE = "room"
"""The kind of message that tells other processes of a changed room."""

Operation = Callable[[Room], Room]

_DECODER = msgspec.json.Decoder(Room)


class UnknownRoomError(UnknownGameError):
    """There is no such room."""


class _Format(msgspec.Struct):
    """The only field of a row that every version of the server can read."""

    format: int = 1


class Rooms:
    """All rooms of one server process."""

    def __init__(self, service: Service) -> None:
        self._service, self._limits = service, service.limits
        self._memory = RoomMemory()
        self.client_of = self._memory.client_of
        self.pupils_of = self._memory.pupils_of
        self.due_votes = self._memory.due_votes
        self._boards: dict[str, Board] = {}
        self._joins: dict[str, TokenBucket] = {}
        self.hub = RoomHub(service.hub, service.limits, self._message)
        service.on_room_game, service.is_followed = self._on_game, self.is_followed
        service.on_notice[NOTICE] = self._on_notice
        service.on_notice[MISSED] = self._on_missed

    # --- reading ----------------------------------------------------------------------------

    async def find(self, code: str, fresh: bool = False) -> Room:
        """Return a room, from memory if it is there and need not be `fresh`."""
        known = self._memory.get(code)
        if known and not fresh and known.expires > clock.now():
            return known
        row = await self._service.store.load_room(code)
        if row is None or row.expires <= clock.now():
            self._forget(code)
            raise UnknownRoomError(GONE)
        if msgspec.json.decode(row.body, type=_Format).format > rooms.FORMAT:
            raise NewerGameError("a newer server runs this room; reload the page")
        known = self._memory.get(code)
        if known and known.version >= row.version:
            return known
        room = _DECODER.decode(row.body)
        self._remember(room)
        if known is None:  # a result may have been saved just before a crash
            await self._let_games_follow(room)
            await self._record_results(room.current)
        return self._memory.get(code) or room

    def here(self, room: Room) -> frozenset[int]:
        """Return the pupils who are connected."""
        return self.hub.here(room.code, tuple(pupil.number for pupil in room.present))

    def is_here(self, table: Table, seat: int) -> bool:
        """Return True if a pupil is in the room, even if their device does not show their game."""
        room = self._memory.get(table.room)
        if room is None:
            return False
        pupils = {pair.game: (pair.one, pair.two) for pair in room.current}.get(table.id)
        return pupils is not None and pupils[seat - 1] in self.here(room)

    def view(self, room: Room, number: int) -> RoomMessage:
        """Return the room as someone sees it."""
        now = Now(self.here(room), self._boards, monotonic(), clock.now())
        return RoomMessage(view_for(room, number, now))

    def _message(self, code: str, number: int) -> bytes:
        room = self._memory.get(code)
        if room is None:
            return encode(RoomGone("this room has ended"))
        if number != rooms.TEACHER and room.pupils[number - 1].removed:
            return encode(RoomGone("your teacher has removed you from the room"))
        return encode(self.view(room, number))

    # --- changing ---------------------------------------------------------------------------

    def _remember(self, room: Room) -> None:
        oldest = self._memory.remember(room, self.hub.is_read)
        if oldest:
            self._forget(oldest, gone=False)

    async def open(self, room: Room) -> None:
        """Save a new room."""
        if not await self._service.store.save_room(_as_row(room), []):
            raise StoreBusyError("the code is taken; try again")
        self._remember(room)

    def admit_join(self, room: Room) -> float:
        """Return 0 if one more pupil may join now, else the seconds to wait."""
        limits = self._limits
        bucket = self._joins.get(room.code)
        if bucket is None:
            places = limits.room_pupils
            bucket = self._joins[room.code] = TokenBucket(limits.room_joins_per_second, places)
        return bucket.take()

    async def start_round(self, code: str, after: int) -> Room:
        """Start the next round for the pupils who are here."""
        room = await self.find(code)
        await self._record_results(room.current)
        ids = [new_id() for _ in room.present]
        return await self.change(
            code, lambda room: changes.next_round(room, after, tuple(self.here(room)), ids)
        )

    async def change(self, code: str, operation: Operation) -> Room:
        """Apply an operation to a room and return the changed room; its games follow."""
        fresh = code not in self._memory
        room = await self.find(code, fresh)
        for _ in range(MOST_ATTEMPTS):
            try:
                changed = operation(room)
            except DuelError:
                if fresh:
                    raise
                changed = room
            if changed is room and fresh:
                return room
            if changed is not room and await self._save(room, changed):
                await self._let_games_follow(changed)
                return self._memory.get(code) or changed
            room, fresh = await self.find(code, fresh=True), True
        raise StoreBusyError("too many changes at once; try again")

    async def _save(self, room: Room, changed: Room) -> bool:
        pairings = [pairing for played in changed.rounds[len(room.rounds) :] for pairing in played]
        tables = [table_of(changed, pairing) for pairing in pairings]
        if changed.class_game and len(changed.class_games) > len(room.class_games):
            tables.append(table_of_class(changed, changed.class_game))
        if tables and self._service.rows + len(tables) > self._limits.rows:
            raise StoreBusyError("the server has no room for more games")
        rows = [as_row(table) for table in tables]
        if not await self._service.store.save_room(_as_row(changed), rows):
            return False
        self._remember(changed)
        for table in tables:
            self._service.announce(table)
        self._service.rows += len(tables)
        self.hub.change(changed.code)
        self._service.start_task(f"notice {monotonic()}", self._notify(changed.code))
        return True

    async def _notify(self, code: str) -> None:
        with contextlib.suppress(StoreBusyError):
            await self._service.store.notify(NOTICE, code.encode())

    async def _let_games_follow(self, room: Room) -> None:
        """Change the latest games as the room says: its settings, and the votes of the class."""
        played = [pairing.game for pairings in room.rounds[-2:] for pairing in pairings]
        games = (*played, *room.class_games[-2:])
        await asyncio.gather(*(self._let_game_follow(game) for game in games))

    async def _let_game_follow(self, id: str) -> None:
        with contextlib.suppress(UnknownGameError, NewerGameError):
            table = await self._service.find(id, fresh=False)
            self._on_game(table)
            room = self._memory.get(table.room)
            if room and follow_room(room, table) is not table:
                await self._service.change(id, self._follower(table.room))

    def _follower(self, code: str) -> Callable[[Table], Table]:
        """Return an operation that applies the newest settings, whenever it runs."""

        def follow(table: Table) -> Table:
            room = self._memory.get(code)
            return follow_room(room, table) if room else table

        return follow

    async def end(self, code: str) -> None:
        """Remove a room and everything in it."""
        room = await self.find(code, fresh=True)
        await self._remove(room)
        await self._notify(code)

    async def _remove(self, room: Room) -> None:
        await self._service.store.remove_room(room.code, room.games)
        self._service.rows = max(0, self._service.rows - len(room.games))
        self._forget(room.code)

    def _forget(self, code: str, gone: bool = True) -> None:
        """Drop a room from memory; if it is `gone`, its games too, and everyone is notified."""
        room = self._memory.forget(code)
        self._joins.pop(code, None)
        for game in room.games if room else ():
            self._boards.pop(game, None)
            if gone:
                self._service.forget(game)
        if room and gone:
            self.hub.change(code)

    # --- games ------------------------------------------------------------------------------

    def is_followed(self, game: str) -> bool:
        """Return True if a reader here sees the board of a game."""
        return game in self._boards

    def _on_game(self, table: Table) -> None:
        """Note a changed game; save its result once it is over."""
        known = self._boards.get(table.id)
        if known and known.version >= table.version:
            return
        room = self._memory.get(table.room)
        if room is None:
            return
        self._boards[table.id] = board_of(table, known, monotonic())
        of_class = room.class_game is not None and room.class_game.game == table.id
        self.hub.change(room.code, everyone=of_class)
        if table.outcome:
            self._service.start_task(f"result {table.id}", self._record(table))

    async def _record(self, table: Table) -> None:
        """Save the winner of a game, however long the database does not respond."""
        while True:
            with contextlib.suppress(StoreBusyError):
                with contextlib.suppress(UnknownRoomError, NewerGameError):
                    await self._record_now(table)
                return
            await asyncio.sleep(RETRY_SECONDS)

    async def _record_now(self, table: Table) -> None:
        room = await self.find(table.room)
        pairing = next((pair for pair in room.current if pair.game == table.id), None)
        winner = winner_of(pairing, table) if pairing and not pairing.over else None
        if winner is not None:
            await self.change(room.code, lambda room: changes.record(room, table.id, winner))

    async def _record_results(self, pairings: Iterable[rooms.Pairing]) -> None:
        """Save the results of these games that are over but not recorded."""
        for pairing in pairings:
            if pairing.over:
                continue
            with contextlib.suppress(UnknownGameError, NewerGameError):
                table = await self._service.find(pairing.game, fresh=False)
                if table.outcome:
                    await self._record_now(table)

    # --- other processes --------------------------------------------------------------------

    def _on_notice(self, text: bytes) -> None:
        for code in text.decode().split():
            if code in self._memory:
                self._service.start_task(f"room {code} {monotonic()}", self._refresh([code]))

    def _on_missed(self, text: bytes) -> None:
        self._service.start_task("refresh rooms", self._refresh(self.hub.read()))

    async def _refresh(self, codes: Iterable[str]) -> None:
        for code in codes:
            with contextlib.suppress(StoreBusyError, UnknownRoomError, NewerGameError):
                room = await self.find(code, fresh=True)
                await self._let_games_follow(room)
                self.hub.change(code)

    # --- background work --------------------------------------------------------------------

    async def tidy(self) -> None:
        """Remove rooms whose time is over."""
        while True:
            with contextlib.suppress(StoreBusyError):
                await self.remove_expired()
            await asyncio.sleep(TIDY_SECONDS)

    async def remove_expired(self) -> None:
        """Remove rooms whose time is over, with all their games."""
        for row in await self._service.store.expired_rooms(clock.now()):
            if msgspec.json.decode(row.body, type=_Format).format <= rooms.FORMAT:
                await self._remove(_DECODER.decode(row.body))

    async def track_presence(self) -> None:
        """Notice pupils who come and go."""
        await self.hub.track_presence(self.pupils_of)


def _as_row(room: Room) -> StoredRoom:
    return StoredRoom(room.code, room.version, room.expires, msgspec.json.encode(room))
