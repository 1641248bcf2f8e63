"""Exercises and mistakes to practise, as queries for a worker and as their answers.

The API's handlers and the static site share these functions. A browser stores its mistakes and
sends them along; which of them come back today is decided here.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

import msgspec
from msgspec import Struct

from divisor_duel.errors import DuelError
from divisor_duel.games.registry import find_game
from divisor_duel.learn import practice
from divisor_duel.learn.exercises import (
    COUNT,
    MOST,
    AnyExercise,
    exercise_of,
    exercise_set,
    exercise_sets,
    progress_name,
    question,
)
from divisor_duel.learn.mistakes import Mistake
from divisor_duel.learn.progress import Progress
from divisor_duel.play.record import Record
from divisor_duel.web.engine.learning import state_of_record
from divisor_duel.web.engine.query import Query
from divisor_duel.web.game.query_string import read_query
from divisor_duel.web.game.setup_limits import set_up_limited
from divisor_duel.web.game.table import RefusedError
from divisor_duel.web.schema.queries import ExerciseQuery
from divisor_duel.web.schema.requests import PracticeRequest
from divisor_duel.web.schema.states import State


class ExerciseSetMessage(Struct):
    """A set of exercises."""

    name: str
    title: str
    idea: str
    progress: str
    """The name under which the page stores how many are done."""


class ExerciseMessage(Struct):
    """A position to practise."""

    game: str
    title: str
    question: str
    state: State
    winning: tuple[int, ...]
    """The moves that win."""
    solution: int | None
    """The winning move that is easiest to explain."""


class SetExerciseMessage(ExerciseMessage):
    """An exercise of a set."""

    name: str
    """The name of the set."""
    number: int
    count: int
    """How many exercises the set has; it can be continued up to `most`."""
    most: int
    sets: list[ExerciseSetMessage]
    """All sets of the game."""


class AssignedMessage(Struct):
    """A position that a teacher gives everyone to solve."""

    grade: str
    state: State
    winning: tuple[int, ...]
    solution: int
    """The winning move that is easiest to explain."""
    reason: str


class PracticeMessage(Struct):
    """The mistakes to store, and the one to practise now."""

    mistakes: tuple[Mistake, ...]
    due: int
    """How many are to be practised today."""
    next_day: date | None
    """The next day on which one comes back."""
    mistake: Mistake | None
    """The mistake to practise now."""
    exercise: ExerciseMessage | None
    """Its position."""


def exercise_query(params: Mapping[str, str]) -> Query:
    """Ask for an exercise: ``game=chain&set=partner&number=3``."""
    asked = read_query(params, ExerciseQuery)
    return Query("exercise", find_game(asked.game).id, theme=asked.set or None, step=asked.number)


def exercise_for(query: Query) -> SetExerciseMessage:
    """Return an exercise of a set."""
    assert query.game
    kind = find_game(query.game)
    known = exercise_sets(kind)
    chosen = exercise_set(kind, query.theme) if query.theme else known[0]
    exercise = exercise_of(kind, chosen.name, query.step)
    sets = [
        ExerciseSetMessage(each.name, each.title, each.idea, progress_name(kind, each.name))
        for each in known
    ]
    return SetExerciseMessage(
        kind.id,
        chosen.title,
        question(chosen, query.step),
        state_of_record(exercise.record),
        exercise.winning,
        exercise.solution,
        chosen.name,
        query.step,
        COUNT,
        MOST,
        sets,
    )


def assigned_for(record: Record) -> AssignedMessage:
    """Return a position to solve; RefusedError unless some moves are known to win and some lose."""
    exercise = AnyExercise(record)
    if record.game.outcome(exercise.position):
        raise RefusedError("the game is over in this position")
    if None in exercise.values.values():
        raise RefusedError("it is not known which moves win in this position")
    if not exercise.winning:
        raise RefusedError("no move wins in this position, so there is nothing to find")
    if all(exercise.values.values()):
        raise RefusedError("every move wins in this position, so there is nothing to find")
    solution = exercise.solution
    assert solution is not None
    state, reason = state_of_record(record), exercise.analysis.reason
    return AssignedMessage("from your teacher", state, exercise.winning, solution, reason)


def practice_query(request: PracticeRequest) -> Query:
    """Ask for a browser's mistakes after a change, and for the one to practise now."""
    return Query("practice", text=msgspec.json.encode(request).decode())


def practice_for(text: str) -> PracticeMessage:
    """Answer a ``PracticeRequest``."""
    asked = msgspec.json.decode(text, type=PracticeRequest)
    today, progress = asked.today, Progress(mistakes=asked.mistakes)
    if asked.tried:
        progress = practice.tried(progress, asked.tried, asked.solved, today)
    records = [mistake.record for mistake in asked.missed if _fits(mistake)]
    progress = practice.missed(progress, records, today)
    shown = [mistake for mistake in progress.mistakes if _fits(mistake)]
    due = practice.due(shown, today)
    for mistake in due:
        exercise = AnyExercise(mistake.record)
        if exercise.winning:
            message = ExerciseMessage(
                mistake.game,
                "Your mistakes",
                practice.QUESTION,
                state_of_record(exercise.record),
                exercise.winning,
                exercise.solution,
            )
            next_day = practice.next_day(shown, today)
            return PracticeMessage(progress.mistakes, len(due), next_day, mistake, message)
    next_day = practice.next_day(shown, today)
    return PracticeMessage(progress.mistakes, 0, next_day, None, None)


def _fits(mistake: Mistake) -> bool:
    """Return whether a board can show the set-up of a mistake."""
    try:
        set_up_limited(mistake.game, mistake.options)
        mistake.record.last_position()
    except DuelError:
        return False
    return True
