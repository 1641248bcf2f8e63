"""The clock of remainders."""

from __future__ import annotations

from divisor_duel.diagram import Clock, Hour
from divisor_duel.drawing.layouts.clock import MOST_HOURS, lay_out_clock


def test_finishing_digits_are_outside_and_digits_that_lead_there_inside() -> None:
    """Beside each hour are its digits, further out those that end the game."""
    hours = (Hour(0, (), ()), Hour(1, (4,), (5,)), Hour(2, (), ()), Hour(3, (), ()))
    laid = lay_out_clock(Clock(4, hours, 3, 0, finishing_wins=True), 320, str)
    (outside,) = (mark for mark in laid.marks if "ends" in mark.role)
    (inside,) = (mark for mark in laid.marks if mark.role == "aside" and mark.about)
    assert (outside.text, inside.text) == ("4", "5")
    assert float(outside.at["x"]) > float(inside.at["x"]) > 160
    assert [mark.text for mark in laid.marks if mark.role == "number hour now"] == ["3"]


def test_of_too_many_hours_those_that_finish_stay() -> None:
    """The current remainder and those with a finishing digit are drawn first."""
    hours = tuple(Hour(number, (1,) if number > 40 else (), ()) for number in range(60))
    laid = lay_out_clock(Clock(999, hours, 7, 0, finishing_wins=False), 320, str)
    drawn = {int(mark.text) for mark in laid.marks if mark.role.startswith("number hour")}
    assert len(drawn) == MOST_HOURS
    assert {7, *range(41, 60)} <= drawn
    assert "Not everything fits" in laid.note
    assert any("spoils" in mark.role for mark in laid.marks)
