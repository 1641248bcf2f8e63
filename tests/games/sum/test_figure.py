"""The heaps of a sum as data."""

from __future__ import annotations

from typing import Any

from divisor_duel import Record
from divisor_duel.games.sum.figure import figure
from divisor_duel.games.sum.rules import Sum
from tests.games.subjects import no_default_engine, subject_of


def test_equal_heaps_are_lost_and_others_won() -> None:
    """Of every move it is drawn which heaps it leaves, and just those that leave equal ones win."""
    game: Any = Sum(one="divider:high=9", two="countdown:start=60")
    for texts in ((), ("1:2",), ("1:4", "2:15"), ("1:2", "1:3", "1:5", "1:7")):
        record = Record(game, tuple(game.parse_move(text) for text in texts))
        subject = subject_of(record)
        with no_default_engine():
            drawn, analysis = figure(subject), subject.analysis
        assert (drawn.now[0] != drawn.now[1]) == (analysis.value == "win")
        assert set(drawn.after) == {str(each.move) for each in analysis.moves}
        for each in analysis.moves:
            one, two = drawn.after[str(each.move)]
            assert (one == two) == (each.value == "win")
