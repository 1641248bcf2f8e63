"""A bench asks every player about every position, and a fault is a wrong answer."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import cache, partial
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from divisor_duel import DuelError
from divisor_duel.arena.bench.run import (
    JOB,
    BenchFolder,
    BenchPlan,
    QuestionTask,
    question_of,
    steps,
    unasked,
)
from divisor_duel.arena.players.entries import read_players
from divisor_duel.arena.players.protocol import Answer, PlayerUnreachable
from divisor_duel.arena.players.terms import Terms
from divisor_duel.arena.run.rows import AnswerFault, AnswerRow, Outage
from divisor_duel.questions.bench_item import OPEN
from divisor_duel.questions.bench_positions import HASHES, position_set
from divisor_duel.questions.prompts import template_hash
from divisor_duel.questions.question import TIMEOUT, Exchange, Fault

SIZE = len(position_set().items)
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
    assert len({task.key for task in every}) == len(every) == 2 * SIZE * 2
    assert [task.players[0].name for task in every[:4]] == ["one", "two"] * 2
    assert [task.time for task in (every[0], every[-1])] == [0, 1]


def test_settings_name_the_set_by_its_hash() -> None:
    """Benches on other positions, or asked on other terms, cannot be compared."""
    settings = PLAN.settings()
    assert settings["set"] == {"seed": OPEN, "hash": HASHES["small"]}
    assert (settings["bench"], settings["rounds"]) == ("2", 2)
    assert settings["template"] == template_hash()
    other = BenchPlan(PLAN.players, PLAN.positions, 2, Terms(show_legal=False)).settings()
    assert (settings["show_legal"], other["show_legal"]) == (True, False)
    old = BenchPlan(PLAN.players, position_set("small", OPEN, "1")).settings()
    assert (old["bench"], "template" in old) == ("1", False)


def test_a_question_is_the_position_with_a_seed_of_its_own() -> None:
    """The same task asks the same question; another time has another seed."""
    one, again, later = (
        question_of(task) for task in (first_task(), first_task(), tasks()[2 * SIZE])
    )
    assert one == again
    assert later._replace(seed=one.seed) == one
    assert later.seed != one.seed
    assert one.played == first_task().item.played


def test_chance_comes_from_the_seed_and_not_from_the_name() -> None:
    """Two players get the same seed for a position, and another seed of the bench another one."""
    one, two = (question_of(task) for task in PLAN.tasks()[:2])
    assert one.seed == two.seed
    other = BenchPlan(PLAN.players, PLAN.positions, 1, Terms(seed=2)).tasks()[0]
    assert question_of(other).seed != one.seed
    old = BenchPlan(PLAN.players, position_set("small", OPEN, "1")).tasks()
    assert question_of(old[0]).seed != question_of(old[1]).seed


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


def folder_with_answers(path: Path, plan: BenchPlan) -> None:
    """Save a fault on the first question and an answer to the second."""
    with closing(BenchFolder(path, plan)) as folder:
        first, second = folder.tasks()[:2]
        fault = AnswerFault(kind="timeout", detail="too late")
        for task, move, faults in ((first, None, [fault]), (second, 2, [])):
            folder.games.add(
                AnswerRow(
                    key=task.key,
                    item=task.item.id,
                    players=[task.players[0].name],
                    move=move,
                    faults=faults,
                    exchanges=[],
                )
            )


def test_asking_again_adds_retries_and_deletes_nothing(tmp_path: Path) -> None:
    """The first answer stays where it is; each retry has a number and a key of its own."""
    folder_with_answers(tmp_path, PLAN)
    before = (tmp_path / "answers.jsonl").read_bytes()
    for number in (1, 2):
        with closing(BenchFolder(tmp_path, PLAN, redo="faults")) as folder:
            extra = folder.tasks()[len(PLAN.tasks()) :]
            assert [task.retry for task in extra] == list(range(1, number + 1))
            assert extra[-1].key == f"{PLAN.tasks()[0].key}|retry {number}"
            folder.games.add(replace(row_of(Answer(0)), key=extra[-1].key, retry=number))
    with closing(BenchFolder(tmp_path, PLAN)) as folder:
        assert len(folder.tasks()) == len(PLAN.tasks()) + 2
    with closing(BenchFolder(tmp_path, PLAN, redo="two")) as folder:
        assert [task.players[0].name for task in folder.tasks()[len(PLAN.tasks()) :]] == [
            "one",
            "one",
            "two",
        ]
    assert (tmp_path / "answers.jsonl").read_bytes().startswith(before)


def test_answers_are_never_discarded(tmp_path: Path) -> None:
    """A fresh start needs another folder; only Bench 1 could delete answers."""
    folder_with_answers(tmp_path / "new", PLAN)
    with pytest.raises(DuelError, match="are never deleted; name another folder"):
        BenchFolder(tmp_path / "new", PLAN, fresh=True)
    old = BenchPlan(PLAN.players, position_set("small", OPEN, "1"))
    folder_with_answers(tmp_path / "old", old)
    with closing(BenchFolder(tmp_path / "old", old, redo="faults")) as folder:
        assert len(folder.games.rows) == 1
    BenchFolder(tmp_path / "old", old, fresh=True).close()


def test_questions_list_moves_in_the_order_of_the_position() -> None:
    """A program gets the shuffled list, as a prompt shows it."""
    question = question_of(first_task())
    legal = question.game.legal_moves(question.position)
    assert question.legal == first_task().item.listed(legal)
    assert question.message()["legal"] == list(question.legal)
