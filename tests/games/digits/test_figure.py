"""Digits' clock as data."""

from __future__ import annotations

import pytest

from divisor_duel import Record
from divisor_duel.games.digits.figure import MOST_HOURS, figure
from divisor_duel.games.digits.rules import Digits
from tests.games.subjects import subject_of


@pytest.mark.parametrize("target", [7, 12, 97])
def test_threats_are_the_digits_that_end_the_game(target: int) -> None:
    """A digit has answers exactly when some digit left wins at once after it."""
    record = Record(Digits(target=target), (6, 5))
    game = record.game
    *_, position = record.positions()
    drawn = figure(subject_of(record))
    assert set(drawn.swings) == {str(move) for move in game.legal_moves(position)}
    for move, swing in drawn.swings.items():
        after = game.play(position, int(move))
        wins = [
            reply
            for reply in game.legal_moves(after)
            if game.play(after, reply).number % target == 0
        ]
        assert swing.answers == wins
        assert swing.hour == after.number % target
        assert swing.hour in drawn.hours


def test_hours() -> None:
    """A small target has all its hours; of a large one those within reach, with 0."""
    for target in (MOST_HOURS, MOST_HOURS + 1):
        record = Record(Digits(target=target), (6,))
        hours = figure(subject_of(record)).hours
        assert hours == sorted(set(hours))
        assert hours[0] == 0
        assert (len(hours) == target) == (target <= MOST_HOURS)
