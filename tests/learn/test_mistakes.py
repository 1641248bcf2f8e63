"""Mistakes come back after days that grow, by a calendar that is passed in."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from divisor_duel import GAMES
from divisor_duel.brute_force import BruteForce, CountLimit
from divisor_duel.errors import DuelError
from divisor_duel.game import Player
from divisor_duel.learn.mistakes import (
    DAYS,
    LONGEST_GAME,
    Mistake,
    due_mistakes,
    mistake_in,
    mistakes_of,
)
from divisor_duel.learn.review import review
from divisor_duel.play.record import Record

TODAY = date(2026, 11, 18)
RECORD = Record(GAMES["divider"](high=9), (4,))


def new() -> Mistake:
    """A mistake made today."""
    made = mistake_in(RECORD, TODAY)
    assert made
    return made


def test_waits_grow_and_a_miss_starts_again() -> None:
    """Solved on its day each time, a position comes back after 1, 3, 7, 16 and 35 days."""
    mistake, waits = new(), list[int]()
    while mistake.due:
        waits.append((mistake.due - mistake.last).days)
        mistake = mistake.after_try(True, mistake.due)
    assert waits == list(DAYS) == [1, 3, 7, 16, 35]
    assert mistake.learned
    missed = mistake.after_try(False, TODAY)
    assert missed.due == TODAY + timedelta(days=1)


def test_only_what_is_due_is_listed_and_the_oldest_first() -> None:
    """A position appears on its day, not before, and learned ones never."""
    early = new()
    late = Mistake("chain", {}, (12,), TODAY, stage=1)
    learned = Mistake("chain", {}, (15,), TODAY, stage=5)
    all_three = [late, learned, early]
    assert due_mistakes(all_three, TODAY) == []
    assert due_mistakes(all_three, TODAY + timedelta(days=1)) == [early]
    assert due_mistakes(all_three, TODAY + timedelta(days=400)) == [early, late]
    assert due_mistakes([Mistake("chain", {}, (), date.max)], date.max) == []


def test_a_review_gives_the_positions_before_the_own_mistakes() -> None:
    """Each is a position that brute force calls won, and only those of the player given."""
    record = Record(GAMES["divider"](high=9), (5, 7, 9, 2, 3), first=Player.TWO)
    judged = review(record)
    both = mistakes_of(judged, Player, TODAY)
    assert both
    for player in Player:
        own = mistakes_of(judged, [player], TODAY)
        assert own == [each for each in both if each.record.last_position().to_move == player]
    exact = BruteForce(record.game, CountLimit())
    for mistake in both:
        position = mistake.record.last_position()
        assert not exact.is_lost(position)
        made = record.moves[len(mistake.moves)]
        assert not exact.is_lost(record.game.play(position, made))


def test_what_cannot_be_stored_or_set_up() -> None:
    """A very long game is not stored, and a position that does not exist is one sentence."""
    long = Record(GAMES["countdown"](start=10**9), (1,) * (LONGEST_GAME + 1))
    assert mistake_in(long, TODAY) is None
    with pytest.raises(DuelError):
        Mistake("no such game", {}, (), TODAY).record  # noqa: B018
    with pytest.raises(DuelError):
        Mistake("divider", {"high": 9}, (99,), TODAY).record.last_position()
