"""The rooms in the memory of one server process, and whose budget each seat in them has."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from divisor_duel.web.classroom import votes
from divisor_duel.web.classroom.room import TEACHER, Room
from divisor_duel.web.game.table import hash_token
from divisor_duel.web.guard.addresses import seat_name

REMEMBERED = 2000
"""Limit on the rooms in memory without a reader."""


def client_in(room: Room, number: int) -> str:
    """Return the name of the client that a person's budget belongs to."""
    return seat_name(room.code, number, room.owner)


class RoomMemory:
    """The newest known version of each room."""

    def __init__(self) -> None:
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._seats: dict[str, str] = {}
        """For the hash of each token, the name of the client that its budget belongs to."""

    def __contains__(self, code: str) -> bool:
        return code in self._rooms

    def get(self, code: str) -> Room | None:
        """Return a room, or None if it is not in memory."""
        return self._rooms.get(code)

    def remember(self, room: Room, is_read: Callable[[str], bool]) -> str | None:
        """Remember a room, unless a newer version is known.

        Return the code of a room without a reader to forget, if there are too many.
        """
        known = self._rooms.get(room.code)
        if known and known.version >= room.version:
            return None
        self._drop_seats(known)
        self._rooms[room.code] = room
        self._rooms.move_to_end(room.code)
        self._seats[room.teacher] = client_in(room, TEACHER)
        for pupil in room.present:
            if pupil.hashed:
                self._seats[pupil.hashed] = client_in(room, pupil.number)
        if len(self._rooms) <= REMEMBERED:
            return None
        oldest = next((code for code in self._rooms if not is_read(code)), None)
        return None if oldest == room.code else oldest

    def forget(self, code: str) -> Room | None:
        """Drop a room, and return it if it was in memory."""
        room = self._rooms.pop(code, None)
        self._drop_seats(room)
        return room

    def _drop_seats(self, room: Room | None) -> None:
        for hashed in (room.teacher, *(pupil.hashed for pupil in room.pupils)) if room else ():
            self._seats.pop(hashed, None)

    def client_of(self, token: str) -> str | None:
        """Return the name of the client that a token's budget belongs to, if the room is known."""
        return self._seats.get(hash_token(token))

    def pupils_of(self, code: str) -> tuple[int, ...]:
        """Return the numbers of a room's pupils, if it is in memory."""
        room = self._rooms.get(code)
        return tuple(pupil.number for pupil in room.present) if room else ()

    def due_votes(self, now: float) -> list[str]:
        """Return the codes of the rooms in memory whose vote is to be closed."""
        return [code for code, room in self._rooms.items() if votes.is_due(room, now)]
