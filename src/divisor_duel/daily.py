"""The puzzle of the day: one number, the same for everyone, a different game each weekday.

A day is a day in UTC. Three tries; the result is a line of text to pass on that gives
nothing away. Faces keep results where they keep things; how a streak is counted is here.

>>> from datetime import date
>>> from divisor_duel.daily import Result, daily, share
>>> today = daily(date(2026, 11, 19))
>>> today.number, today.puzzle.record.game.id
(4, 'chain')
>>> print(share(today, Result(today.number, (False, True))))
Divisor Duel 4: Chain, easy
- +  solved at try 2 of 3
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from divisor_duel.game import Game
from divisor_duel.games.registry import GAMES
from divisor_duel.puzzle import Puzzle, make_puzzle

FIRST_DAY = date(2026, 11, 16)
"""The day of puzzle 1."""

TRIES = 3
"""How many moves may be tried; there are more to choose from, so a day can be missed."""


@dataclass(frozen=True)
class Daily:
    """The puzzle of one day."""

    number: int
    """Its number, from 1."""
    day: date
    """Its day, in UTC."""
    puzzle: Puzzle
    """The puzzle."""


@dataclass(frozen=True)
class Result:
    """How one person fared with one puzzle."""

    number: int
    """The puzzle's number."""
    tries: tuple[bool, ...] = ()
    """The moves that were tried, in order: whether each was right."""
    hints: int = 0
    """How many steps of help were asked for."""

    @property
    def solved(self) -> bool:
        """Whether the right move was found."""
        return any(self.tries)

    @property
    def over(self) -> bool:
        """Whether there is nothing left to try."""
        return self.solved or len(self.tries) >= TRIES


def today() -> date:
    """The day that it is now."""
    return datetime.now(UTC).date()


def number_of(day: date) -> int:
    """The number of a day's puzzle; days before the first have none, 0 or less."""
    return (day - FIRST_DAY).days + 1


def day_of(number: int) -> date:
    """The day of a puzzle."""
    return FIRST_DAY + timedelta(days=number - 1)


def daily(day: date) -> Daily:
    """The puzzle of a day."""
    games = [kind.id for kind in GAMES.values() if _everyones(kind)]
    game = games[day.weekday() % len(games)]
    puzzle = make_puzzle(f"daily/{day.isoformat()}", game)
    return Daily(number_of(day), day, puzzle)


def _everyones(kind: type[Game]) -> bool:  # type: ignore[type-arg]
    """Whether a game comes with this package: others may not be there for everyone."""
    return kind.__module__.startswith(f"{__package__}.")


def share(daily: Daily, result: Result) -> str:
    """The result as text to pass on, which gives nothing away."""
    puzzle = daily.puzzle
    return told(daily.number, f"{puzzle.record.game.id.title()}, {puzzle.grade}", result)


def told(number: int, title: str, result: Result) -> str:
    """The same, where the puzzle is known only by its number and title."""
    marks = " ".join("+" if right else "-" for right in result.tries)
    return f"Divisor Duel {number}: {title}\n{marks}  {ended(result)}"


def ended(result: Result) -> str:
    """How it went, in words."""
    if result.solved:
        words = f"solved at try {len(result.tries)} of {TRIES}"
    else:
        words = "not solved" if result.over else "not finished"
    helped = f", {result.hints} hint{'' if result.hints == 1 else 's'}" if result.hints else ""
    return f"{words}{helped}"


def streak(results: Iterable[Result], number: int) -> int:
    """How many puzzles in a row were solved up to `number`, or up to the one before it.

    Today's puzzle, while it is not over, does not break a streak yet.
    """
    by_number = {result.number: result for result in results}
    last = by_number.get(number)
    if last is None or not last.over:
        number -= 1
    count = 0
    while number in by_number and by_number[number].solved:
        count += 1
        number -= 1
    return count
