"""A learner's progress: puzzle results, exercises done, and mistakes to practise.

The terminal stores it as a small JSON file in the user's data folder, written atomically, so
that a crash leaves the old file or the new one. A damaged file counts as empty, so that it never
blocks a puzzle. The page stores the same in the browser; `progress_codes` carries it from one to
the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from divisor_duel.errors import SavedGameError
from divisor_duel.files import SETTINGS_FILE, data_folder, read_bounded, write_atomic
from divisor_duel.learn.daily import TRIES, Result
from divisor_duel.learn.mistakes import MOST_MISTAKES, Mistake
from divisor_duel.learn.puzzle import FIRST_RATING, new_rating

MOST_RESULTS = 1000
"""How many daily results a message or a code holds at most, the latest ones."""

MOST_THEMES = 100
"""How many themes of puzzles are counted at most."""

MOST_EXERCISES = 200
"""How many sets of exercises are counted at most."""

DayNumber = Annotated[str, Meta(pattern="^-?[0-9]{1,7}$", max_length=8)]
SetName = Annotated[str, Meta(max_length=80)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
TryList = Annotated[list[bool], Meta(max_length=TRIES)]
TryText = Annotated[str, Meta(pattern="^[01]*$", max_length=TRIES)]
WrongMove = Annotated[int, Meta(ge=0, le=10**18)]


class DayMessage(Struct, omit_defaults=True):
    """A result of a daily puzzle."""

    tries: TryList | TryText
    """For each try in order, whether it was right; browsers write it as in ``01``."""
    hints: Annotated[int, Meta(ge=0, le=100)]
    wrong: Annotated[tuple[WrongMove, ...], Meta(max_length=TRIES)] = ()


class ProgressMessage(Struct, omit_defaults=True):
    """Progress as it is written to files and sent to the page."""

    daily: Annotated[dict[DayNumber, DayMessage], Meta(max_length=10_000)]
    """The results of daily puzzles by number."""
    rating: Annotated[int, Meta(ge=-10_000, le=10_000)] | None
    """The rating; None before the first rated puzzle."""
    run: Count
    """How many puzzles of the endless run were solved in a row."""
    exercises: Annotated[dict[SetName, Count], Meta(max_length=MOST_EXERCISES)] = {}
    """How many exercises of each set are done."""
    mistakes: Annotated[tuple[Mistake, ...], Meta(max_length=MOST_MISTAKES)] = ()
    """The positions to practise."""
    themes: Annotated[dict[SetName, tuple[Count, Count]], Meta(max_length=MOST_THEMES)] = {}
    """For each theme, how many puzzles of the run were solved, of how many."""


@dataclass(frozen=True)
class Progress:
    """A player's puzzle results, exercises and mistakes."""

    results: Mapping[int, Result] = field(default_factory=dict)
    """The results of daily puzzles by number."""
    rating: int = FIRST_RATING
    """The rating, which only puzzles of the run change."""
    run: int = 0
    """How many puzzles of the run were solved in a row."""
    exercises: Mapping[str, int] = field(default_factory=dict)
    """How many exercises of each set are done, by the name of the set."""
    mistakes: tuple[Mistake, ...] = ()
    """The positions to practise, the latest first."""
    themes: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """For each theme, how many puzzles of the run were solved, of how many."""

    def with_result(self, result: Result) -> Progress:
        """Return the progress with this result added, or replaced."""
        return replace(self, results={**self.results, result.number: result})

    def after_puzzle(self, difficulty: int, solved: bool, theme: str) -> Progress:
        """Return the progress after a puzzle of the run: its streak, rating and theme."""
        rating = new_rating(self.rating, difficulty, solved)
        right, tried = self.themes.get(theme, (0, 0))
        themes = {**self.themes, theme: (right + solved, tried + 1)}
        return replace(self, run=self.run + 1 if solved else 0, rating=rating, themes=themes)

    def after_exercise(self, name: str, number: int) -> Progress:
        """Return the progress after exercise `number` of a set, counted from 1."""
        done = max(number, self.exercises.get(name, 0))
        return replace(self, exercises={**self.exercises, name: done})

    def with_mistakes(self, mistakes: Iterable[Mistake]) -> Progress:
        """Return the progress with these mistakes; each replaces an earlier one in its position."""
        by_position = {mistake.position: mistake for mistake in (*self.mistakes, *mistakes)}
        latest = sorted(by_position.values(), key=lambda mistake: mistake.last, reverse=True)
        return replace(self, mistakes=tuple(latest[:MOST_MISTAKES]))


def merge(one: Progress, two: Progress) -> Progress:
    """Return what both know; the order does not matter, and no streak gets shorter."""
    results = dict(one.results)
    for number, result in two.results.items():
        results[number] = max(results.get(number, result), result, key=_result_rank)
    names = {*one.exercises, *two.exercises}
    exercises = {
        name: max(one.exercises.get(name, 0), two.exercises.get(name, 0)) for name in sorted(names)
    }
    by_position: dict[object, Mistake] = {}
    for mistake in (*one.mistakes, *two.mistakes):
        known = by_position.get(mistake.position, mistake)
        by_position[mistake.position] = max(known, mistake, key=lambda each: each.rank)
    rating = max(one.rating, two.rating, key=lambda rating: (rating != FIRST_RATING, rating))
    themes = {
        theme: max(one.themes.get(theme, (0, 0)), two.themes.get(theme, (0, 0)), key=_count_rank)
        for theme in sorted({*one.themes, *two.themes})
    }
    both = Progress(results, rating, max(one.run, two.run), exercises, themes=themes)
    return both.with_mistakes(sorted(by_position.values(), key=lambda mistake: mistake.rank))


def _count_rank(counts: tuple[int, int]) -> tuple[int, int]:
    """Return a key that is largest for the counts to keep: of the most puzzles."""
    right, tried = counts
    return tried, right


def _result_rank(result: Result) -> tuple[bool, int, int, tuple[bool, ...], tuple[int, ...]]:
    """Return a key that is largest for the result to keep: solved, soon, with few hints."""
    order = -1 if result.solved else 1
    return (
        result.solved,
        order * len(result.tries),
        order * result.hints,
        result.tries,
        result.wrong,
    )


def to_message(progress: Progress) -> ProgressMessage:
    """Return the progress as it is written."""
    daily = {
        str(result.number): DayMessage(list(result.tries), result.hints, result.wrong)
        for result in progress.results.values()
    }
    exercises = dict(progress.exercises)
    themes = dict(progress.themes)
    return ProgressMessage(
        daily, progress.rating, progress.run, exercises, progress.mistakes, themes
    )


def from_message(message: ProgressMessage) -> Progress:
    """Return the progress that was written; a browser may write tries as in ``01``."""
    results = {}
    for number, day in message.daily.items():
        tries = tuple(mark in (True, "1") for mark in day.tries)
        results[int(number)] = Result(int(number), tries, day.hints, day.wrong)
    rating = FIRST_RATING if message.rating is None else message.rating
    exercises, themes = dict(message.exercises), dict(message.themes)
    return Progress(results, rating, message.run, exercises, message.mistakes, themes)


def progress_path() -> Path:
    """Return the path of the file."""
    return data_folder() / "puzzles.json"


def read_progress() -> Progress:
    """Return the progress; empty if there is none or it cannot be read."""
    try:
        data = read_bounded(progress_path(), SETTINGS_FILE)
        return from_message(msgspec.json.decode(data, type=ProgressMessage))
    except (OSError, ValueError, RecursionError):
        return Progress()


def write_progress(progress: Progress) -> None:
    """Save the progress; SavedGameError if that fails."""
    path = progress_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, msgspec.json.encode(to_message(progress)), private=True)
    except OSError as error:
        raise SavedGameError(f"cannot write {path}: {error.strerror}") from None
