"""Exercises and mistakes for the page: what is right is decided here, and what comes back."""

from __future__ import annotations

from datetime import date, timedelta

import msgspec
import pytest

from divisor_duel.games.registry import GAMES
from divisor_duel.learn.exercises import MOST, exercise_of, exercise_sets
from divisor_duel.learn.mistakes import Mistake
from divisor_duel.web.engine.exercise_queries import (
    PracticeMessage,
    exercise_for,
    exercise_query,
    practice_for,
    practice_query,
)
from divisor_duel.web.game.table import RefusedError
from divisor_duel.web.schema.requests import PracticeRequest

DAY = date(2026, 11, 18)


def practise(**asked: object) -> PracticeMessage:
    """The answer to a request."""
    request = msgspec.convert({"mistakes": (), "today": DAY, **asked}, PracticeRequest)
    return practice_for(practice_query(request).text)


def test_an_exercise_is_that_of_its_number() -> None:
    """It has the set's idea, the winning moves and the links to the other sets."""
    message = exercise_for(exercise_query({"game": "ladder", "set": "count", "number": "2"}))
    exercise = exercise_of(GAMES["ladder"], "count", 2)
    assert message.winning == exercise.winning
    assert message.state.played == exercise.record.moves
    assert message.solution in message.winning
    assert (message.name, message.number) == ("count", 2)
    names = [chosen.name for chosen in exercise_sets(GAMES["ladder"])]
    assert [each.name for each in message.sets] == names
    assert [each.progress for each in message.sets] == [f"ladder/{name}" for name in names]


def test_without_a_set_it_is_the_first() -> None:
    """A position set up by hand is part of the state."""
    message = exercise_for(exercise_query({"game": "divider"}))
    assert (message.name, message.number) == ("end", 1)
    assert message.state.start == exercise_of(GAMES["divider"], "end", 1).record.start


@pytest.mark.parametrize("number", ["0", str(MOST + 1), "x"])
def test_a_number_out_of_range_is_refused(number: str) -> None:
    """One sentence says what it must be."""
    with pytest.raises(RefusedError, match="number must be"):
        exercise_query({"game": "chain", "number": number})


def test_what_was_missed_comes_back_and_is_noted() -> None:
    """A miss is due the next day; solved, it waits longer; strange mistakes are skipped."""
    strange = Mistake("divider", {"high": 10**6}, (), DAY - timedelta(days=9))
    missed = Mistake("divider", {"low": 2, "high": 9}, (5,), DAY)
    noted = practise(mistakes=(strange,), missed=(missed,))
    assert (noted.due, noted.exercise) == (0, None)
    assert noted.next_day == DAY + timedelta(days=1)
    tomorrow = DAY + timedelta(days=1)
    back = practise(mistakes=noted.mistakes, today=tomorrow)
    assert back.due == 1
    assert back.mistake == missed
    assert back.exercise
    assert back.exercise.winning
    assert back.exercise.question.startswith("You missed this position before.")
    solved = practise(mistakes=back.mistakes, today=tomorrow, tried=back.mistake, solved=True)
    assert solved.due == 0
    assert solved.next_day == tomorrow + timedelta(days=3)
