"""One player's puzzle results, stored in the user's data folder.

The web page stores the same in the browser. Here it is a small JSON file, written
atomically, so that a crash leaves the old file or the new one. A damaged file counts as
empty, so that it never blocks a puzzle.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from divisor_duel.errors import SavedGameError
from divisor_duel.files import SETTINGS_FILE, data_folder, read_bounded, write_atomic
from divisor_duel.learn.daily import Result
from divisor_duel.learn.puzzle import FIRST_RATING, new_rating


@dataclass(frozen=True)
class Progress:
    """A player's results in daily puzzles, and progress in the endless run of puzzles."""

    results: Mapping[int, Result] = field(default_factory=dict)
    """The results of daily puzzles by number."""
    rating: int = FIRST_RATING
    """The rating, which only puzzles of the run change."""
    run: int = 0
    """How many puzzles of the run were solved in a row."""

    def with_result(self, result: Result) -> Progress:
        """Return the progress with this result added, or replaced."""
        return replace(self, results={**self.results, result.number: result})

    def after_puzzle(self, difficulty: int, solved: bool) -> Progress:
        """Return the progress after a puzzle of the run: its streak and its rating."""
        rating = new_rating(self.rating, difficulty, solved)
        return replace(self, run=self.run + 1 if solved else 0, rating=rating)


def progress_path() -> Path:
    """Return the path of the file."""
    return data_folder() / "puzzles.json"


def read_progress() -> Progress:
    """Return the progress; empty if there is none or it cannot be read."""
    try:
        data = json.loads(read_bounded(progress_path(), SETTINGS_FILE))
        results = [
            Result(int(number), tuple(map(bool, entry["tries"])), int(entry["hints"]))
            for number, entry in data["daily"].items()
        ]
        by_number = {result.number: result for result in results}
        return Progress(by_number, int(data["rating"]), int(data["run"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return Progress()


def write_progress(progress: Progress) -> None:
    """Save the progress; SavedGameError if that fails."""
    daily = {
        str(result.number): {"tries": list(result.tries), "hints": result.hints}
        for result in progress.results.values()
    }
    text = json.dumps({"daily": daily, "rating": progress.rating, "run": progress.run})
    path = progress_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, text.encode(), private=True)
    except OSError as error:
        raise SavedGameError(f"cannot write {path}: {error.strerror}") from None
