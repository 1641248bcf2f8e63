"""Two tracks."""

from __future__ import annotations

from divisor_duel.diagram import Track, Tracks
from divisor_duel.drawing.layouts.tracks import lay_out_tracks
from divisor_duel.game import Player


def test_a_bar_ends_the_track_of_the_player_who_runs_out() -> None:
    """Safe steps have their numbers, possible ones a question mark, and the last its choices."""
    tracks = Tracks(Track(Player.TWO, 27, (), (54, 81), 1), Track(Player.ONE, 36, (72,), (), 1))
    laid = lay_out_tracks(tracks, 320, str)
    texts = [mark.text for mark in laid.marks if mark.tag == "text"]
    assert texts == ["27", "?", "? is 54 or 81", "36", "72"]
    assert [mark.role for mark in laid.marks].count("bar") == 1


def test_steps_that_do_not_fit_are_left_out() -> None:
    """A long track is cut, and the note says so."""
    steps = tuple(1000 * 2**step for step in range(1, 12))
    tracks = Tracks(Track(Player.ONE, 999, (), (), 11), Track(Player.TWO, 1000, steps, (), 11))
    assert lay_out_tracks(tracks, 320, str).note == "The last steps are not drawn."
    assert lay_out_tracks(tracks, 1000, str).note == ""
