"""Mistakes come back on later days, and never the same position twice on one day."""

from __future__ import annotations

from datetime import date, timedelta

from divisor_duel import GAMES
from divisor_duel.learn.exercises import COUNT, MOST, exercise_sets, progress_name
from divisor_duel.learn.mistakes import Mistake
from divisor_duel.learn.practice import (
    due,
    missed,
    next_day,
    next_exercise,
    next_set,
    reviewed,
    tried,
)
from divisor_duel.learn.progress import Progress
from divisor_duel.learn.progress_codes import read_code, write_code
from divisor_duel.learn.review import review
from divisor_duel.play.record import Record

DAY = date(2026, 11, 18)
DIVIDER = GAMES["divider"](high=9)


def later(days: int) -> date:
    """A day after the first."""
    return DAY + timedelta(days=days)


def test_a_missed_exercise_comes_back_the_next_day_and_less_and_less_often() -> None:
    """It is due after one day, then after three; a miss starts again; a code carries it."""
    progress = missed(Progress(), [Record(DIVIDER, (5,))], DAY)
    assert due(progress.mistakes, DAY) == []
    assert next_day(progress.mistakes, DAY) == later(1)
    (mistake,) = due(progress.mistakes, later(1))
    progress = tried(progress, mistake, True, later(1))
    assert due(progress.mistakes, later(1)) == due(progress.mistakes, later(3)) == []
    progress = read_code(write_code(progress))
    (mistake,) = due(progress.mistakes, later(4))
    progress = tried(progress, mistake, False, later(4))
    assert next_day(progress.mistakes, later(4)) == later(5)


def test_a_position_reached_in_two_ways_comes_once_a_day() -> None:
    """Other moves to the same position do not make it another one."""
    progress = missed(Progress(), [Record(DIVIDER, (5, 7)), Record(DIVIDER, (7, 5))], DAY)
    assert len(progress.mistakes) == 2
    (first,) = due(progress.mistakes, later(1))
    progress = tried(progress, first, True, later(1))
    assert due(progress.mistakes, later(1)) == []
    assert len(due(progress.mistakes, later(2))) == 1


def test_positions_that_do_not_exist_are_left_out() -> None:
    """A game that is not installed, an illegal move and a finished game never come up."""
    strange = (
        Mistake("no such game", {}, (), DAY),
        Mistake("divider", {"high": 9}, (99,), DAY),
        Mistake("divider", {"high": 2}, (2,), DAY),
    )
    assert due(strange, later(9)) == []
    assert next_day(strange, DAY) is None


def test_a_reviewed_game_adds_the_mistakes_of_the_person_once() -> None:
    """Only one person's, only against a computer, and a second look at it changes nothing."""
    moves = (2, 3, 5, 7)
    game = Record(DIVIDER, moves, levels=("human", "easy"), date=f"{DAY}")
    progress = reviewed(Progress(), review(game), DAY)
    assert [mistake.moves for mistake in progress.mistakes] == [()]
    solved = tried(progress, progress.mistakes[0], True, later(1))
    assert reviewed(solved, review(game), later(2)) == solved
    again = Record(DIVIDER, moves, levels=("human", "easy"), date=f"{later(2)}")
    (mistake,) = reviewed(solved, review(again), later(2)).mistakes
    assert (mistake.last, mistake.stage) == (later(2), 0)
    assert reviewed(Progress(), review(Record(DIVIDER, moves, date=f"{DAY}")), DAY) == Progress()


def test_sets_are_done_one_after_the_other() -> None:
    """The next set is the first that is not finished; a finished set can be continued."""
    kind = GAMES["chain"]
    names = [chosen.name for chosen in exercise_sets(kind)]
    progress = Progress()
    assert (next_set(progress, kind), next_exercise(progress, kind, "end")) == (names[0], 1)
    progress = progress.after_exercise(progress_name(kind, names[0]), COUNT)
    assert (next_set(progress, kind), next_exercise(progress, kind, "end")) == (names[1], COUNT + 1)
    for name in names:
        progress = progress.after_exercise(progress_name(kind, name), MOST)
    assert (next_set(progress, kind), next_exercise(progress, kind, "end")) == (None, None)
