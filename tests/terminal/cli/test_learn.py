"""`duel learn`: lessons and exercises by typing, and mistakes that come back."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from divisor_duel.games.registry import GAMES
from divisor_duel.learn.daily import today
from divisor_duel.learn.exercises import exercise_of
from divisor_duel.learn.lesson import Goal, lesson_for
from divisor_duel.learn.practice import missed
from divisor_duel.learn.progress import Progress, read_progress, write_progress
from tests.conftest import Run

CHAIN = GAMES["chain"]


def test_exercises_are_answered_explained_and_counted(home: Path, duel: Run) -> None:
    """A miss gets its refutation and comes back, an answer its rules; `show` and `next` go on."""
    first = exercise_of(CHAIN, "partner", 1)
    wrong = next(move for move in first.values if move not in first.winning)
    typed = f"help\nmoves\nhello\n99\n{wrong}\n{first.solution}\nshow\nnext\nq\n"
    done = duel("learn", "chain", "partner", typed=typed)
    assert done.returncode == 0
    for text in (
        "show  give up and see the answer",
        "Legal moves: ",
        "'hello' is not a whole number such as 12; type a move, or help.",
        f"{wrong} loses: your opponent replies",
        f"Right. Take {first.solution}. Now every number your opponent can take has a partner",
        "How to win:",
        "The answer: ",
        "exercise 4 of 12",
    ):
        assert text in done.stdout
    progress = read_progress()
    assert progress.exercises == {"chain/partner": 3}
    assert len(progress.mistakes) == 3
    assert "  partner    3 of 12  Take the partner" in duel("learn").stdout


def test_mistakes_come_back(home: Path, duel: Run) -> None:
    """They are asked on their day; before, there is nothing to do."""
    assert duel("learn", "mistakes").stdout == "There is nothing to practise today.\n"
    first = exercise_of(CHAIN, "end", 1)
    write_progress(missed(Progress(), [first.record], today() - timedelta(days=2)))
    assert "1 mistake to practise today" in duel("learn").stdout
    done = duel("learn", "mistakes", typed=f"{first.solution}\n")
    assert "You missed this position before." in done.stdout
    assert done.stdout.endswith("That was the last one.\n")
    assert [mistake.stage for mistake in read_progress().mistakes] == [1]


def test_a_lesson_ends_in_a_game_on_the_winning_side(home: Path, duel: Run) -> None:
    """Each step is done, and the last one starts a game against the coach."""
    typed = []
    for step in lesson_for(CHAIN).steps[:-1]:
        legal = step.game.legal_moves(step.position)
        right = next(move for move in legal if step.answer(move).right)
        typed.append("" if step.ask is Goal.READ else str(right))
    assert "To practise: " in duel("learn", "chain", typed="\n".join([*typed, "no\n"])).stdout
    out = duel("learn", "chain", "lesson", typed="\n".join([*typed, "yes", "20", "quit\n"])).stdout
    assert "step 7 of 7" in out
    assert "The game is saved. To continue: duel resume" in out.partition("step 7 of 7")[2]


def test_a_lesson_draws_what_its_words_refer_to(home: Path, duel: Run) -> None:
    """A drawing stands with the text of a step, or follows the right move."""
    chain = duel("learn", "chain", typed="next\nnext\nnext\nq\n").stdout
    assert "2  3  4  5  6  8  9  10" in chain.partition("step 4 of 7")[2]
    ladder = duel("learn", "ladder", typed="next\nnext\nnext\n6\nq\n").stdout
    assert "■ 12┄┄□ × (24)\n● 6──18\n" in ladder.partition("you can climb again after that.")[2]


def test_what_there_is_not_is_refused(home: Path, duel: Run) -> None:
    """An unknown idea and an idea for the mistakes are one line each."""
    for arguments in (("chain", "odd"), ("mistakes", "chain")):
        refused = duel("learn", *arguments)
        assert refused.returncode == 2
        assert refused.stderr.count("\n") == 1
