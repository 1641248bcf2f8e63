"""Requests about rooms: their exact JSON, and what is refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from divisor_duel.web.schema import room_requests as rooms

TOKEN = "abcdefghijklmnopqrst"

CHANGES: dict[bytes, rooms.AnyChange] = {
    b'{"type":"round","after":2}': rooms.StartRound(2),
    b'{"type":"settings","paused":true}': rooms.ChangeSettings(paused=True),
    b'{"type":"rename","pupil":3,"name":"Ann"}': rooms.RenamePupil(3, "Ann"),
    b'{"type":"remove","pupil":3}': rooms.RemovePupil(3),
    b'{"type":"free","pupil":3}': rooms.FreePlace(3),
    b'{"type":"newcomers"}': rooms.RemoveNewcomers(),
    b'{"type":"project","game":"id","revealed":true}': rooms.Project("id", revealed=True),
    b'{"type":"puzzles","count":3}': rooms.SetPuzzles(3),
    b'{"type":"end"}': rooms.EndRoom(),
}


@pytest.mark.parametrize("text", CHANGES)
def test_a_change_is_named_by_its_type(text: bytes) -> None:
    """Every kind of change is read from its JSON."""
    body = b'{"what":%b}' % text
    assert msgspec.json.decode(body, type=rooms.ChangeRoom).what == CHANGES[text]


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (rooms.NewRoom, {"game": "chain"}),
        (rooms.NewRoom, {"game": "chain", "token": "short"}),
        (rooms.NewRoom, {"game": "chain", "token": TOKEN, "pairs": "nobody"}),
        (rooms.NewRoom, {"game": "chain", "token": TOKEN, "more": 1}),
        (rooms.JoinRoom, {"token": TOKEN, "name": "x" * 201}),
        (rooms.ChangeRoom, {"what": {"type": "other"}}),
        (rooms.ChangeRoom, {"what": {"type": "remove", "pupil": 0}}),
        (rooms.ChangeRoom, {"what": {"type": "settings", "help": "some"}}),
    ],
)
def test_what_does_not_fit_is_refused(kind: type, fields: dict[str, Any]) -> None:
    """Missing, unknown, too long and out of range: none of it is read."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(fields, kind)
