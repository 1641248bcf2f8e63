"""Lists of replies, and numbers that are searched."""

from __future__ import annotations

from divisor_duel.diagram import Replies, Searched
from divisor_duel.drawing.layouts.replies import MOST_ROWS, lay_out_replies, lay_out_searched


def test_each_reply_is_followed_by_its_answer() -> None:
    """A row has the replies and, after an arrow, the answer to them."""
    laid = lay_out_replies(Replies((((2, 3), (5,)), ((7,), (9,), (4,)))), 320, str)
    assert [mark.text for mark in laid.marks if mark.tag == "text"] == ["2 3", "5", "7", "9", "4"]
    assert sum(mark.role == "arrow" for mark in laid.marks) == 3
    assert laid.note == ""


def test_long_lists_say_what_is_left_out() -> None:
    """Rows that are too many or too long are cut, and the note says so."""
    long = Replies((((*range(2, 90),), (1,)), *((((number,), (2,))) for number in range(90, 110))))
    laid = lay_out_replies(long, 320, str)
    assert "Not all numbers are drawn." in laid.note
    assert f"{21 - MOST_ROWS} more lines are not drawn." in laid.note
    searched = lay_out_searched(Searched((*range(2, 62),), 2, 3), 320, str)
    assert searched.note == "20 more numbers are not drawn."
