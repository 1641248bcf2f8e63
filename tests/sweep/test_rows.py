"""Rows of a sweep: what they prove, how they are written, and when they are computed again."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from divisor_duel import GAMES
from divisor_duel.sweep import (
    Plan,
    Row,
    Task,
    compute,
    run_serially,
)

COUNTDOWN = Plan(GAMES["countdown"], {}, "start", range(1, 41))
TIMED_OUT = Row(9, "unknown", None, None, (), 4, 0.5)


def test_rows_of_countdown_agree_with_its_theorem() -> None:
    """The second player wins exactly from odd numbers and odd powers of two."""
    lost = [row.size for row in run_serially(COUNTDOWN.tasks()) if row.winner == "second"]
    assert lost == [n for n in range(1, 41) if n % 2 or n in (2, 8, 32)]


def test_rows_of_divider_have_the_known_nim_values() -> None:
    """Divider's nim-values on 2..2 to 2..14 are those that two other programs found."""
    plan = Plan(GAMES["divider"], {}, "high", range(2, 15))
    values = [row.grundy for row in run_serially(plan.tasks())]
    assert values == [1, 0, 3, 2, 1, 0, 4, 5, 1, 0, 7, 6, 4]


def test_a_set_up_that_is_over_at_once_is_lost_by_the_first_player() -> None:
    """From a prime there is no move: the second player wins in 0 moves, and the nim-value is 0."""
    row = compute(Task("countdown", {"start": 7}, 7, None))
    assert (row.winner, row.remoteness, row.grundy, row.openings) == ("second", 0, 0, ())


def test_rows_survive_being_written() -> None:
    """A row read from its own line is the same row."""
    for row in [*run_serially(COUNTDOWN.tasks(2)), TIMED_OUT]:
        assert Row.from_line(row.to_line()) == row


@given(st.binary() | st.builds(lambda text: TIMED_OUT.to_line().replace(b"9", text), st.binary()))
def test_damaged_lines_are_no_rows(line: bytes) -> None:
    """Whatever is in a line, it is a row or nothing, never an exception."""
    row = Row.from_line(line)
    assert row is None or Row.from_line(row.to_line()) == row


def test_unknown_rows_are_tried_again_only_with_more_time() -> None:
    """Time that already ran out is not spent twice; more time, or all there is, is."""
    assert [TIMED_OUT.is_good_enough(time, True) for time in (0.1, 0.5, 0.6, None)] == [
        True,
        True,
        False,
        False,
    ]
    won = replace(TIMED_OUT, winner="first", undecided=0)
    assert [won.is_good_enough(time, True) for time in (0.5, 0.6, None)] == [True, False, False]
    whole = replace(won, remoteness=3)
    assert whole.is_good_enough(9, impartial=False)
    assert not whole.is_good_enough(9, impartial=True)


def test_a_second_try_never_loses_what_the_first_proved() -> None:
    """If a try on a busier machine proves less, the earlier proof stays."""
    proved = replace(TIMED_OUT, winner="first", openings=(4,), undecided=1)
    later = replace(TIMED_OUT, seconds=2.0)
    assert later.choose_better(proved) == replace(proved, seconds=2.0)
    assert proved.choose_better(later) == proved
