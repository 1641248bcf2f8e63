"""Rooms in memory: the newest version, the budgets of seats, and a bound."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from divisor_duel.web.classroom import changes
from divisor_duel.web.game.table import hash_token
from divisor_duel.web.play import room_memory
from divisor_duel.web.play.room_memory import RoomMemory
from tests.web.classroom.rooms import room_with


def unread(code: str) -> bool:
    """No room has a reader."""
    return False


def test_the_newest_version_is_remembered() -> None:
    """An older version neither replaces a newer one nor brings back its seats."""
    memory, room = RoomMemory(), room_with()
    joined = changes.join(room, "t" * 24, "Ann", 60)
    removed = changes.remove(joined, 1)
    for version in (joined, removed, joined):
        memory.remember(version, unread)
    assert memory.get(room.code) is removed
    assert memory.client_of("t" * 24) is None
    assert memory.pupils_of(room.code) == ()


def test_seats_have_budgets_while_their_room_is_in_memory() -> None:
    """A token names its seat's client until the room is forgotten."""
    memory = RoomMemory()
    room = replace(changes.join(room_with(), "t" * 24, "Ann", 60), teacher=hash_token("teacher"))
    memory.remember(room, unread)
    assert memory.client_of("t" * 24) == room_memory.client_in(room, 1)
    assert memory.client_of("teacher") == room_memory.client_in(room, 0)
    assert memory.forget(room.code) is room
    assert (memory.client_of("t" * 24), memory.get(room.code)) == (None, None)


def test_rooms_without_a_reader_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Above the limit the room that was used longest ago is to be forgotten, unless it is read."""
    monkeypatch.setattr(room_memory, "REMEMBERED", 2)
    memory = RoomMemory()

    def remember(code: str, **reading: Any) -> str | None:
        return memory.remember(replace(room_with(), code=code), lambda other: other in reading)

    assert [remember("A"), remember("B"), remember("C")] == [None, None, "A"]
    assert remember("D", A=True) == "B"
