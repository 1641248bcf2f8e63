"""Lessons: short, and every claim in them is true."""

from __future__ import annotations

import re

import pytest

from divisor_duel import GAMES, IllegalMoveError
from divisor_duel.drawing.diagrams import diagrams_of_analysis
from divisor_duel.engine import Engine, judge_moves
from divisor_duel.learn.lesson import Goal, Lesson, Step, _generated, lesson_for

LESSONS = [
    *(pytest.param(lesson_for(kind), id=name) for name, kind in GAMES.items()),
    *(
        pytest.param(Lesson(kind, _generated(kind)), id=f"{name}-made")
        for name, kind in GAMES.items()
    ),
]
"""Each game's own lesson, and the one that it would get if it brought none."""


def right_moves(step: Step) -> list[int]:
    """The moves that the step accepts."""
    return [move for move in step.game.legal_moves(step.position) if step.answer(move).right]


def winning_moves(step: Step) -> set[int]:
    """The moves that win by exact play."""
    return {move for move, wins in judge_moves(step.game, step.position).items() if wins}


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_is_short_and_asks_for_moves(lesson: Lesson) -> None:
    """A lesson has five to eight steps of its game, most of which ask for something."""
    assert 5 <= len(lesson.steps) <= 8
    assert all(isinstance(step.game, lesson.kind) for step in lesson.steps)
    assert sum(step.ask is not Goal.READ for step in lesson.steps) * 2 > len(lesson.steps)
    assert all(len(step.text) < 320 for step in lesson.steps if step.text != lesson.kind.rules())


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_claim_about_who_wins_is_true(lesson: Lesson) -> None:
    """Where a step says who wins, exact play says the same."""
    for step in lesson.steps:
        if step.winner:
            to_move = step.position.to_move
            won = bool(winning_moves(step))
            assert step.winner == (to_move if won else to_move.other), step.text


@pytest.mark.parametrize("lesson", LESSONS)
def test_what_is_asked_can_be_done_and_is_right(lesson: Lesson) -> None:
    """Each step can be done; a step for a win takes exactly winning moves, one for the end ends."""
    for step in lesson.steps:
        game, position, right = step.game, step.position, right_moves(step)
        assert right, step.text
        winning = winning_moves(step)
        if step.ask is Goal.WIN:
            assert set(right) == winning
        if step.ask in (Goal.WIN, Goal.END):
            assert step.winner == position.to_move
            assert set(right) <= winning
        if step.ask is Goal.END:
            assert all(game.outcome(game.play(position, move)) for move in right)
        if step.ask is Goal.MOVE and step.among:
            assert set(right) == set(step.among)
        if step.winner == position.to_move and step.among:
            assert set(right) <= winning


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_wrong_move_is_answered(lesson: Lesson) -> None:
    """A wrong move gets a sentence, a losing one the reply that beats it, an illegal one raises."""
    for step in lesson.steps:
        winning = winning_moves(step)
        for move in step.game.legal_moves(step.position):
            answer = step.answer(move)
            assert answer.text or step.ask is Goal.READ
            if not answer.right and step.ask is not Goal.MOVE:
                assert (answer.reply is None) == (move in winning)
        with pytest.raises(IllegalMoveError):
            step.answer(10**6 + 1)


@pytest.mark.parametrize("lesson", LESSONS)
def test_each_lesson_draws_how_to_win(lesson: Lesson) -> None:
    """After a right move it is drawn, unless the step has a drawing or the move ends the game."""
    drawn = 0
    for step in lesson.steps:
        for move in right_moves(step):
            analysis = step.analysis_of(move)
            if step.ask is not Goal.WIN or step.diagrams:
                assert analysis is None
            elif analysis:
                assert analysis.position == step.game.play(step.position, move)
                assert analysis.value == "loss"
                drawn += bool(diagrams_of_analysis(analysis))
        drawn += len(step.diagrams)
    assert drawn


SAYS_OVER = re.compile(
    r"\b(you win|you have won|have lost|that wins|won in one move)\b", re.IGNORECASE
)
"""Words that say that the learner has won."""


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_move_that_ends_the_game_is_told_so(lesson: Lesson) -> None:
    """To a right move that wins at once the answer says that it does, and to no other in its own
    lesson; what is said to a move that loses at once says that, too.
    """
    for step in lesson.steps:
        for move in step.game.legal_moves(step.position):
            answer, ended = (
                step.answer(move),
                step.game.outcome(step.game.play(step.position, move)),
            )
            if ended and answer.right and step.ask is not Goal.READ:
                assert SAYS_OVER.search(answer.text), answer.text
            if not ended and answer.text != "Yes, that wins.":
                assert not SAYS_OVER.search(answer.text), answer.text


def test_a_move_that_loses_at_once_is_told_so() -> None:
    """Where a try ends the game and loses it, the answer says so and why."""
    game = GAMES["digits"](target=7, base=3)
    step = Step(game, "Find a win.", moves=(2,), ask=Goal.WIN, wrong="Not yet.")
    assert step.answer(1).right
    misere = GAMES["digits"](target=7, base=3, ending="misere")
    lost = Step(misere, "Find a win.", moves=(2,), ask=Goal.WIN, wrong="Not yet.").answer(1)
    assert not lost.right
    assert lost.text.startswith("That loses at once: ")


def test_the_engine_given_judges_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """The caller chooses the engine that judges, instead of the default one."""
    engine = Engine()
    judged = engine.judge_moves
    wrong = {True: False, False: True, None: None}
    monkeypatch.setattr(
        engine,
        "judge_moves",
        lambda *args: {move: wrong[wins] for move, wins in judged(*args).items()},
    )
    step = next(step for step in lesson_for(GAMES["chain"]).steps if step.ask is Goal.WIN)
    for move in step.game.legal_moves(step.position):
        assert step.answer(move, engine).right is not step.answer(move).right
