"""Exercises: the same for everyone, harder and harder, never twice, and explained."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from statistics import mean

import pytest

from divisor_duel import GAMES, OptionsError
from divisor_duel.errors import IllegalMoveError
from divisor_duel.learn.exercises import (
    COUNT,
    HINTED,
    MOST,
    AnyExercise,
    _plain_sets,
    exercise_of,
    exercise_set,
    exercise_sets,
    level_of,
    question,
)
from divisor_duel.play.record import Record

PRINT = """
from divisor_duel import GAMES
from divisor_duel.learn.exercises import exercise_of, exercise_sets
for kind in GAMES.values():
    for chosen in exercise_sets(kind):
        exercise = exercise_of(kind, chosen.name, 1)
        print(exercise.record, exercise.winning)
"""


def test_each_game_has_sets_with_names_of_their_own() -> None:
    """Every game has at least 20 exercises, in sets whose names fit into an address."""
    for kind in GAMES.values():
        sets = exercise_sets(kind)
        assert len(sets) * COUNT >= 20
        assert len({chosen.name for chosen in sets}) == len(sets)
        assert all(chosen.name.isalpha() and len(chosen.name) < 20 for chosen in sets)
        assert exercise_set(kind, sets[-1].name) is sets[-1]


def test_exercises_are_the_same_in_every_process() -> None:
    """Nothing but the number decides: two processes with other hash seeds make the same ones."""
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PRINT],
            env={"PYTHONHASHSEED": seed, "PATH": ""},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


def test_exercises_get_harder() -> None:
    """In the last third of a game's exercises a guess succeeds less often than in the first."""
    for kind in GAMES.values():
        share = {
            number: mean(
                len(exercise.winning) / len(exercise.values)
                for chosen in exercise_sets(kind)
                for exercise in [exercise_of(kind, chosen.name, number)]
            )
            for number in range(1, COUNT + 1)
        }
        third = COUNT // 3
        first, last = [*share.values()][:third], [*share.values()][-third:]
        assert mean(last) < mean(first), kind.id
    assert [level_of(number) for number in (1, COUNT, MOST)] == [0, 3, 3]


def test_every_set_goes_on_to_the_last_number() -> None:
    """No set of the five games runs out of positions before the number that the pages allow."""
    for kind in GAMES.values():
        for chosen in exercise_sets(kind):
            assert exercise_of(kind, chosen.name, MOST).winning, (kind.id, chosen.name)


def test_the_first_questions_repeat_the_idea() -> None:
    """Later ones only ask for a move that wins."""
    chosen = exercise_sets(GAMES["chain"])[0]
    assert question(chosen, 1).startswith(chosen.idea)
    assert question(chosen, HINTED + 1) == "Find a move that wins."


def test_a_wrong_move_is_refuted_and_a_right_one_explained() -> None:
    """The answer names the opponent's reply and what is left after it."""
    exercise = AnyExercise(Record(GAMES["divider"](high=9), (5,)))
    wrong = exercise.answer(2)
    assert (wrong.right, wrong.reply) == (False, 9)
    assert wrong.text == (
        "2 loses: your opponent replies 9. You can only take 3 or 7, and your opponent takes "
        "the last."
    )
    assert exercise.solution == 6
    assert exercise.answer(6).text.startswith("Right. You can answer each of the 6 numbers:")
    assert exercise.analysis_of(6) is exercise.analysis
    other = next(move for move in exercise.winning if move != 6)
    after = exercise.analysis_of(other)
    assert after
    assert after.value == "loss"
    assert after.position == exercise.game.play(exercise.position, other)
    assert exercise.answer(other).text.startswith(f"Right. {other} wins. ")
    with pytest.raises(IllegalMoveError):
        exercise.answer(5)


def test_what_there_is_not_is_said_in_one_sentence() -> None:
    """An unknown set and a number out of range are options errors."""
    with pytest.raises(OptionsError, match=r"chain has no exercises 'odd'; it has end, two"):
        exercise_of(GAMES["chain"], "odd", 1)
    for number in (0, MOST + 1):
        with pytest.raises(OptionsError, match="from 1 to 48"):
            exercise_of(GAMES["chain"], "end", number)


@pytest.mark.parametrize("name", ["chain", "divider"])
def test_a_game_with_rules_alone_gets_exercises(name: str) -> None:
    """They are wins at once and wins that are further away, which the engine knows to be wins."""
    sets = _plain_sets(GAMES[name])
    assert [chosen.name for chosen in sets] == ["now", "two", "three"]
    for chosen in sets:
        records = (record for seed in range(99) for record in chosen.source(Random(seed), 0))
        exercises = (AnyExercise(record) for record in records)
        exercise = next(each for each in exercises if chosen.fits(each))
        assert exercise.solution in exercise.winning
