"""The puzzle of the day: numbered, the same for everyone, and shared without giving it away."""

from __future__ import annotations

from datetime import date, timedelta

from divisor_duel import GAMES
from divisor_duel.learn.daily import (
    FIRST_DAY,
    TRIES,
    Result,
    daily,
    day_of,
    number_of,
    share,
    streak,
)

WEEK = [daily(FIRST_DAY + timedelta(days=days)) for days in range(7)]


def test_days_are_numbered_from_the_first() -> None:
    """The first day has number 1, each day the next, and a number leads back to its day."""
    assert [one.number for one in WEEK] == list(range(1, 8))
    assert all(day_of(one.number) == one.day and number_of(one.day) == one.number for one in WEEK)


def test_a_day_has_one_puzzle() -> None:
    """The same day gives the same puzzle, and other weeks other ones."""
    assert daily(FIRST_DAY) == WEEK[0]
    assert daily(FIRST_DAY + timedelta(days=7)).puzzle != WEEK[0].puzzle


def test_every_weekday_has_its_game() -> None:
    """No two days in a row have the same game, every game has a day, and weeks are alike."""
    games = [one.puzzle.record.game.id for one in WEEK]
    assert set(games) == set(GAMES)
    assert all(one != other for one, other in zip(games, [*games[1:], games[0]], strict=True))
    assert daily(date(2027, 3, 4)).puzzle.record.game.id == games[date(2027, 3, 4).weekday()]


def test_a_day_can_be_missed_and_no_try_gives_it_away() -> None:
    """Sixty days offer six moves or more, and no reply to a wrong try is the solution."""
    for days in range(60):
        puzzle = daily(FIRST_DAY + timedelta(days=days)).puzzle
        legal = puzzle.record.game.legal_moves(puzzle.position)
        assert len(legal) >= max(6, TRIES + 2)
        replies = [puzzle.refutation(move) for move in legal if move != puzzle.solution]
        assert puzzle.solution not in replies


def test_three_tries_and_it_is_over() -> None:
    """A result is over once it is solved or three moves have been tried."""
    assert not Result(1).over
    assert not Result(1, (False, False)).over
    assert Result(1, (False, True)).over
    assert Result(1, (False,) * TRIES).over
    assert not Result(1, (False,) * TRIES).solved


def test_the_text_to_share_gives_nothing_away() -> None:
    """It names the puzzle and the tries, but no number of the position and not the solution."""
    one = WEEK[3]
    game = one.puzzle.record.game
    text = share(one, Result(one.number, (False, True), hints=1))
    title = f"Divisor Duel 4: {game.id.title()}, {one.puzzle.grade}"
    assert text == f"{title}\n[-] [+] [ ]  solved on try 2 of 3, 1 hint"
    assert share(one, Result(4, (False,) * 3)).endswith("[-] [-] [-]  not solved")
    assert share(one, Result(4, (False,))).endswith("[-] [ ] [ ]  not finished")


def test_a_streak_counts_days_in_a_row() -> None:
    """Solved days in a row count, a missed or failed one ends it, today counts once it is over."""
    solved = [Result(number, (True,)) for number in (1, 3, 4, 5)]
    assert streak(solved, 5) == 3
    assert streak(solved, 6) == 3
    assert streak([*solved, Result(6, (False,))], 6) == 3
    assert streak([*solved, Result(6, (False,) * 3)], 6) == 0
    assert streak(solved, 7) == 0
    assert streak([], 1) == 0
