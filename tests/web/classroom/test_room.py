"""A room as a value: stored and read back, and who is who."""

from __future__ import annotations

import msgspec
import pytest

from divisor_duel.web.classroom.changes import remove
from divisor_duel.web.classroom.room import COMPUTER, TEACHER, Pairing, Room
from divisor_duel.web.game.table import NotAllowedError
from tests.web.classroom.rooms import play_round, room_with, token_of


def test_a_room_is_read_back_as_it_was() -> None:
    """Stored as bytes after a round, a room is the same value."""
    room = play_round(room_with(5), (1, 2, 3, 4, 5), max)
    assert msgspec.json.decode(msgspec.json.encode(room), type=Room) == room


def test_a_token_names_one_person() -> None:
    """The teacher and each pupil have their own token; a removed pupil has none."""
    room = remove(room_with(3), 2)
    assert [room.number_of(token_of(number)) for number in range(5)] == [TEACHER, 1, None, 3, None]
    assert room.number_of("") is None
    with pytest.raises(NotAllowedError):
        room.pupil(2)
    assert [pupil.number for pupil in room.present] == [1, 3]
    assert (room.name_of(2), room.name_of(COMPUTER)) == ("Ben", "Computer")


def test_a_pairing_knows_both_sides() -> None:
    """The two players are each other's opponents; the computer does not count as a pupil."""
    pairing = Pairing("id", 4, COMPUTER)
    assert (pairing.opponent(4), pairing.opponent(COMPUTER)) == (COMPUTER, 4)
    assert pairing.pupils == (4,)
