"""A bench asks every player about every position, and a fault is a wrong answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

import msgspec
import pytest
from msgspec.structs import replace

from divisor_duel.arena.bench.run import JOB, BenchPlan, QuestionTask, question_of, steps, unasked
from divisor_duel.arena.players.entries import read_players
from divisor_duel.arena.players.protocol import Answer, PlayerUnreachable
from divisor_duel.arena.players.terms import Terms
from divisor_duel.arena.run.rows import AnswerRow, Outage
from divisor_duel.questions.bench_positions import HASHES, OPEN
from divisor_duel.questions.question import TIMEOUT, Exchange, Fault

PLAN = BenchPlan(read_players(["one=hard", "two=random"]), times=2)


@cache
def tasks() -> list[QuestionTask]:
    """All tasks of the plan, whose positions take seconds to draw."""
    return PLAN.tasks()


def first_task() -> QuestionTask:
    """The first of them."""
    return tasks()[0]


def row_of(answer: Answer | Fault) -> AnswerRow:
    """The row of the first question, answered like this."""
    asking = steps(first_task())
    assert next(asking).entry.name == "one"
    respond: Callable[[], object]
    if isinstance(answer, Fault):
        respond = partial(asking.throw, answer)
    else:
        respond = partial(asking.send, answer)
    with pytest.raises(StopIteration) as end:
        respond()
    row: AnswerRow = end.value.value
    return row


def test_every_position_is_asked_as_often_as_planned() -> None:
    """The bench asks all players about a position before the next one; every key is unique."""
    every = tasks()
    assert len({task.key for task in every}) == len(every) == 2 * 90 * 2
    assert [task.players[0].name for task in every[:4]] == ["one", "two"] * 2
    assert [task.time for task in (every[0], every[-1])] == [0, 1]


def test_settings_name_the_set_by_its_hash() -> None:
    """Benches on other positions, or asked on other terms, cannot be compared."""
    settings = PLAN.settings()
    assert settings["set"] == {"seed": OPEN, "hash": HASHES["small", OPEN]}
    assert settings["rounds"] == 2
    other = BenchPlan(PLAN.players, "small", OPEN, 2, Terms(show_legal=False)).settings()
    assert (settings["show_legal"], other["show_legal"]) == (True, False)


def test_a_question_is_the_position_with_a_seed_of_its_own() -> None:
    """The same task asks the same question; another time has another seed."""
    one, again, later = (question_of(task) for task in (first_task(), first_task(), tasks()[180]))
    assert one == again
    assert later._replace(seed=one.seed) == one
    assert later.seed != one.seed
    assert one.played == first_task().item.played


def test_answers_are_saved_with_their_faults() -> None:
    """A legal move is saved as it is, an illegal one with a fault, and a fault without a move."""
    right = row_of(Answer(first_task().item.winning[0]))
    assert (right.move, right.faults) == (first_task().item.winning[0], [])
    wrong = row_of(Answer(0, (Exchange(reply="move: 0", kind="ok"),)))
    saved = msgspec.to_builtins(wrong)
    assert saved["faults"] == [{"kind": "illegal", "detail": "0 is not legal"}]
    assert saved["exchanges"] == [{"reply": "move: 0", "class": "illegal"}]
    late = row_of(Fault(TIMEOUT, "too late", "x" * 2000))
    assert late.move is None
    expected = {"kind": "timeout", "detail": "too late", "reply": "x" * 1000, "evidence": ""}
    assert msgspec.to_builtins(late.faults) == [expected]
    assert all(JOB.is_good_enough(first_task(), row) for row in (right, wrong, late))


def test_what_could_not_be_asked_is_asked_again() -> None:
    """The row of an outage says why and is not good enough; nor is one of another position."""
    row = unasked(first_task(), first_task().players[0], PlayerUnreachable("down"))
    assert row.trouble == Outage("one", "down")
    assert not JOB.is_good_enough(first_task(), row)
    other = replace(row_of(Answer(0)), item="another")
    assert not JOB.is_good_enough(first_task(), other)
