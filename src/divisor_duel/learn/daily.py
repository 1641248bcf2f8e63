"""The daily puzzle: the same for everyone, a different game each weekday.

Days are in UTC. A player has three tries, and can share the result as a text without
spoilers. The interfaces store the results; this module counts streaks.

>>> from datetime import date
>>> from divisor_duel.learn.daily import Result, daily, share
>>> today = daily(date(2026, 11, 19))
>>> today.number, today.puzzle.record.game.id
(4, 'chain')
>>> print(share(today, Result(today.number, (False, True))))
Divisor Duel 4: Chain, easy
[-] [+] [ ]  solved on try 2 of 3
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from divisor_duel.engine import DEFAULT, Engine
from divisor_duel.game import Value
from divisor_duel.games.registry import OWN_GAMES
from divisor_duel.learn.puzzle import Puzzle, make_puzzle
from divisor_duel.text import plural

FIRST_DAY = date(2026, 11, 16)
"""The day of puzzle 1."""

TRIES = 3
"""Number of tries; puzzles have so many moves that trying them in turn can fail."""


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
    """One player's result in one puzzle."""

    number: int
    """The puzzle's number."""
    tries: tuple[bool, ...] = ()
    """For each try in order, whether it was right."""
    hints: int = 0
    """Number of hints used."""
    wrong: tuple[int, ...] = ()
    """The moves of the wrong tries, where the interface stores them."""

    @property
    def solved(self) -> bool:
        """Whether a try was right."""
        return any(self.tries)

    @property
    def started(self) -> bool:
        """Whether the player has tried a move or taken a hint."""
        return bool(self.tries or self.hints)

    @property
    def rated_solved(self) -> bool:
        """Whether it counts as solved in a rating: on the first try, without hints."""
        return self.tries[:1] == (True,) and not self.hints

    @property
    def over(self) -> bool:
        """Whether the puzzle is solved or no tries are left."""
        return self.solved or len(self.tries) >= TRIES


def today() -> date:
    """Return the current day in UTC."""
    return datetime.now(UTC).date()


def number_of(day: date) -> int:
    """Return the number of a day's puzzle; 0 or less before the first."""
    return (day - FIRST_DAY).days + 1


def day_of(number: int) -> date:
    """Return the day of a puzzle."""
    return FIRST_DAY + timedelta(days=number - 1)


def game_of(day: date) -> str:
    """Return the id of the game of a day's puzzle."""
    games = [*OWN_GAMES]
    return games[day.weekday() % len(games)]


def daily(day: date, engine: Engine = DEFAULT) -> Daily:
    """Return the puzzle of a day."""
    puzzle = make_puzzle(f"daily/{day.isoformat()}", game_of(day), engine=engine)
    return Daily(number_of(day), day, puzzle)


def share(daily: Daily, result: Result) -> str:
    """Return the result as a text to share, without spoilers."""
    puzzle = daily.puzzle
    return share_text(daily.number, f"{puzzle.record.game.id.title()}, {puzzle.grade}", result)


def share_text(number: int, title: str, result: Result) -> str:
    """Return the text to share, given only the number and the title of the puzzle.

    The row has a box for each try, so that several results below each other can be compared.
    """
    tried = (Value.of(right).mark for right in result.tries)
    marks = " ".join(f"[{mark}]" for mark in (*tried, *" " * (TRIES - len(result.tries))))
    return f"Divisor Duel {number}: {title}\n{marks}  {result_in_words(result)}"


def result_in_words(result: Result) -> str:
    """Return the result in words."""
    if result.solved:
        words = f"solved on try {len(result.tries)} of {TRIES}"
    else:
        words = "not solved" if result.over else "not finished"
    helped = f", {plural(result.hints, 'hint')}" if result.hints else ""
    return f"{words}{helped}"


def streak(results: Iterable[Result], number: int) -> int:
    """Return how many puzzles in a row were solved, up to puzzle `number`.

    If that puzzle is not over, it does not break the streak, which then ends at the one before.
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
