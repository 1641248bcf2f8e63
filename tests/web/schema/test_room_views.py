"""Rooms as they are sent: their exact JSON."""

from __future__ import annotations

from divisor_duel.web.schema.room_views import RoomGone, VoteMessage
from divisor_duel.web.schema.states import encode


def test_a_room_that_is_gone() -> None:
    """A live connection tells this message from a room by its type."""
    assert encode(RoomGone("over")) == b'{"type":"gone","error":"over"}'


def test_an_open_vote_has_no_split() -> None:
    """Its fields are in the order of the type, and what is unknown is null."""
    vote = VoteMessage(0, True, 1, 2, None, [], None)
    assert encode(vote) == (
        b'{"ply":0,"open":true,"voted":1,"voters":2,"left":null,"tally":[],"chosen":null}'
    )
