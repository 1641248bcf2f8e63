"""Practice: exercises done, and mistakes that come back on later days.

What is missed in an exercise or in a reviewed game is stored with the progress and comes back
after some days (`mistakes`). A position comes back at most once a day, even if two games led to
it by different moves.

>>> from datetime import date
>>> from divisor_duel import GAMES
>>> from divisor_duel.learn.progress import Progress
>>> day, record = date(2026, 11, 18), Record(GAMES["divider"](high=9), (5,))
>>> progress = missed(Progress(), [record], day)
>>> [len(due(progress.mistakes, day + timedelta(days=days))) for days in (0, 1)]
[0, 1]
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from divisor_duel.errors import DuelError
from divisor_duel.game import AnyGame, Player, Position
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
from divisor_duel.learn.mistakes import Mistake, due_mistakes, mistake_in, mistakes_of
from divisor_duel.learn.progress import Progress
from divisor_duel.learn.review import Review
from divisor_duel.play.record import HUMAN, Record

QUESTION = "You missed this position before. Find a move that wins."
"""What is asked when a mistake comes back."""


def missed(progress: Progress, records: Iterable[Record], today: date) -> Progress:
    """Return the progress after the last positions of `records` were missed today."""
    mistakes = (mistake_in(record, today) for record in records)
    return progress.with_mistakes(mistake for mistake in mistakes if mistake)


def reviewed(progress: Progress, review: Review, today: date) -> Progress:
    """Return the progress after a review: the mistakes of the person, if just one played.

    A mistake that is known since the day of the game, or later, is not new: the review was
    opened again.
    """
    record = review.record
    people = [player for player in Player if record.levels[player - 1] == HUMAN]
    if len(people) != 1:
        return progress
    known = {mistake.position: mistake.last for mistake in progress.mistakes}
    found = (
        mistake
        for mistake in mistakes_of(review, people, today)
        if mistake.position not in known or f"{known[mistake.position]}" < record.date
    )
    return progress.with_mistakes(found)


def tried(progress: Progress, mistake: Mistake, solved: bool, today: date) -> Progress:
    """Return the progress after a mistake was practised."""
    return progress.with_mistakes([mistake.after_try(solved, today)])


def due(mistakes: Iterable[Mistake], today: date) -> list[Mistake]:
    """Return what to practise today, the longest due first: each position once, in any order.

    Positions seen today are left out, and those of games that are not installed.
    """
    mistakes = list(mistakes)
    seen = {_reached(mistake) for mistake in mistakes if mistake.last >= today}
    chosen = []
    for mistake in due_mistakes(mistakes, today):
        reached = _reached(mistake)
        if reached and reached not in seen:
            chosen.append(mistake)
            seen.add(reached)
    return chosen


def next_day(mistakes: Iterable[Mistake], today: date) -> date | None:
    """Return the next day after today on which a mistake comes back; None if none does."""
    days = (mistake.due for mistake in mistakes if _reached(mistake))
    coming = [max(day, today + timedelta(days=1)) for day in days if day]
    return min(coming, default=None)


def _reached(mistake: Mistake) -> tuple[AnyGame, Position] | None:
    """Return the game and the position of a mistake; None if there is no such position."""
    try:
        record = mistake.record
        position: Position = record.last_position()
        over = record.game.outcome(position)
    except DuelError:
        return None
    return None if over else (record.game, position)


def next_exercise(progress: Progress, kind: type[AnyGame], name: str) -> int | None:
    """Return the number of the next exercise of a set; None after the last one."""
    number = progress.exercises.get(progress_name(kind, name), 0) + 1
    return number if number <= MOST else None


def next_set(progress: Progress, kind: type[AnyGame]) -> str | None:
    """Return the first set of a game that is not finished; None if all are."""
    for chosen in exercise_sets(kind):
        if progress.exercises.get(progress_name(kind, chosen.name), 0) < COUNT:
            return chosen.name
    return None


@dataclass(frozen=True)
class Task:
    """An exercise to do now: the next one of a set, or a mistake that comes back."""

    exercise: AnyExercise
    """The position."""
    title: str
    """What is practised."""
    question: str
    """What is asked."""
    name: str = ""
    """The set, as progress names it; empty for a mistake."""
    number: int = 0
    """The number in the set."""
    mistake: Mistake | None = None
    """The mistake that comes back."""

    def after(self, progress: Progress, solved: bool, today: date) -> Progress:
        """Return the progress after the first try: only that one counts."""
        if self.mistake:
            return tried(progress, self.mistake, solved, today)
        progress = progress.after_exercise(self.name, self.number)
        return progress if solved else missed(progress, [self.exercise.record], today)


def next_task(progress: Progress, kind: type[AnyGame], name: str) -> Task | None:
    """Return the next exercise of a set; None after the last one."""
    chosen, number = exercise_set(kind, name), next_exercise(progress, kind, name)
    if number is None:
        return None
    count = f" of {COUNT}" if number <= COUNT else ""
    title = f"{kind.short_title}: {chosen.title}, exercise {number}{count}"
    exercise = exercise_of(kind, name, number)
    return Task(exercise, title, question(chosen, number), progress_name(kind, name), number)


def next_mistake(progress: Progress, today: date) -> Task | None:
    """Return the mistake to practise now; None if no more come back today."""
    waiting = due(progress.mistakes, today)
    for mistake in waiting:
        exercise = AnyExercise(mistake.record)
        if exercise.winning:
            game = exercise.game
            left = f"{len(waiting)} to practise today"
            title = f"{game.short_title}, {game.phrase()}: your mistakes, {left}"
            return Task(exercise, title, QUESTION, mistake=mistake)
    return None
