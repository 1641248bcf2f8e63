"""The zigzag between two rails."""

from __future__ import annotations

from divisor_duel.diagram import Stop, Zigzag
from divisor_duel.drawing.layouts.zigzag import RAILS, lay_out_zigzag
from divisor_duel.game import Player

WAY = Zigzag(
    (Stop(12, False, ""), Stop(9, True, "", 3), Stop(6, False, "", 3), Stop(3, True, "prime", 3)),
    Player.ONE,
    ("even", "odd"),
)


def test_stops_alternate_between_the_rails_in_their_players_colours() -> None:
    """Numbers that lose are on the lower rail, in the frame of the player who gets them."""
    laid = lay_out_zigzag(WAY, 320, str)
    stops = [mark for mark in laid.marks if mark.tag == "rect"]
    assert [mark.about for mark in stops] == [(12,), (9,), (6,), (3,)]
    assert [mark.role for mark in stops] == ["own p1", "sure p2", "sure p1", "sure p2"]
    middles = [float(mark.at["y"]) + 14 for mark in stops]
    assert middles == [RAILS[0], RAILS[1], RAILS[0], RAILS[1]]
    assert laid.note == ""


def test_a_long_way_is_cut() -> None:
    """If not every stop fits, the note says so; long numbers keep both ends."""
    stops = tuple(Stop(10**18 + index, index % 2 == 1, "", 1) for index in range(8))
    laid = lay_out_zigzag(Zigzag(stops, Player.ONE, ("", "")), 320, str)
    assert laid.note == "The game continues from there."
    assert "10000…0000" in [mark.text for mark in laid.marks]
