"""The values that diagrams are drawn from."""

from __future__ import annotations

from divisor_duel.diagram import Arcs, Clock, Copies, Hour, Track, Tracks
from divisor_duel.game import Player


def test_captions_name_only_what_is_drawn() -> None:
    """A caption explains thick arcs, safe steps and missing hours if there are any."""
    assert Arcs((2, 3), ((2, 3),)).caption == "Arcs join partners."
    assert "thick" in Arcs((2, 3), ((2, 3),), ((2, 3),)).caption
    loser = Track(Player.ONE, 27, (), (54, 81), 1)
    assert "Solid" in Tracks(loser, Track(Player.TWO, 36, (72,), (), 1)).caption
    assert "Solid" not in Tracks(loser, Track(Player.TWO, 36, (), (), 2)).caption
    clock = Clock(7, (Hour(0, (), ()), Hour(3, (5,), ())), 3, 0, finishing_wins=False)
    assert "loses from there" in clock.caption
    assert "Only" in clock.caption


def test_derived_fields() -> None:
    """Copies list their partners, and a track its steps that are not sure."""
    assert Copies((17, 34), (19, 38), ((0, 1),)).pairs == ((17, 19), (34, 38))
    assert Track(Player.ONE, 5, (10,), (), 4).open == 3
