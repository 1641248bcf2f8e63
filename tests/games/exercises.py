"""A game's exercises held against its slow twin, wherever the twin finishes in few positions."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace

from divisor_duel.game import AnyGame
from divisor_duel.learn.exercises import (
    COUNT,
    FEWEST,
    AnyExercise,
    exercise_of,
    exercise_sets,
    level_of,
)
from divisor_duel.numbers import members
from tests.reference.brute import Twin
from tests.setups import TWINS

WALKED = 100
"""How many exercises of a game are walked at least."""

MOST_POSITIONS = 200
"""How many positions the twin visits at most for one exercise."""


DEEPEST = 60
"""How many moves deep the twin goes at most."""


class TooManyError(Exception):
    """The twin would take too long."""


class Search:
    """Tries every move, up to a number of positions."""

    def __init__(self) -> None:
        self.known = dict[Hashable, bool]()

    def wins(self, twin: Twin, depth: int = 0) -> bool:
        """Whether the player to move wins."""
        key = twin.key()
        if key not in self.known:
            if len(self.known) >= MOST_POSITIONS or depth > DEEPEST:
                raise TooManyError
            moves = twin.legal()
            if moves:
                self.known[key] = any(not self.wins(twin.play(move), depth + 1) for move in moves)
            else:
                self.known[key] = twin.winner() == twin.turn
        return self.known[key]


def twin_of(exercise: AnyExercise) -> Twin:
    """The twin in the position of an exercise."""
    record = exercise.record
    twin: Twin = TWINS[record.game.id](
        **{name: value for name, value in record.game.options.items() if name != "ending"}
    )
    if record.start:  # only Divider's exercises begin with a position set up by hand
        twin.numbers = {*members(exercise.position.left)}  # type: ignore[attr-defined]
    for move in record.moves:
        twin = twin.play(move)
    return twin


def check_by_twin(exercise: AnyExercise) -> bool:
    """Compare every move with the twin; False if the twin would take too long."""
    twin, search = twin_of(exercise), Search()
    assert twin.legal() == [*exercise.values]
    try:
        winning = [move for move in twin.legal() if not search.wins(twin.play(move))]
    except TooManyError:
        return False
    assert winning == [*exercise.winning]
    return True


def check_answers(exercise: AnyExercise) -> None:
    """Every move gets an answer; the reply named against a wrong move wins."""
    game, position = exercise.game, exercise.position
    for move in exercise.values:
        answer = exercise.answer(move)
        assert answer.right == (move in exercise.winning)
        assert answer.text.endswith((".", "!"))
        if answer.reply is not None:
            after = game.play(position, move)
            assert not answer.right
            assert f"{game.format_move(move)} loses: your opponent replies" in answer.text
            last = game.play(after, answer.reply)
            ended = game.outcome(last)
            won = ended.winner == last.to_move.other if ended else None
            values = {} if ended else _values_after(exercise, move, answer.reply)
            assert won is not False
            assert True not in values.values()


def _values_after(exercise: AnyExercise, *moves: int) -> Mapping[int, bool | None]:
    """Whether each move wins after these moves."""
    record = exercise.record
    return AnyExercise(replace(record, moves=(*record.moves, *moves))).values


def check_exercises(kind: type[AnyGame], by_twin: int) -> None:
    """Walk the exercises of a game; the twin must finish at least `by_twin` of them."""
    sets = exercise_sets(kind)
    each, checked = -(-WALKED // len(sets)), 0
    assert COUNT * len(sets) >= 20
    for chosen in sets:
        seen = set[object]()
        for number in range(1, each + 1):
            exercise = exercise_of(kind, chosen.name, number)
            seen.add(chosen.key(exercise))
            assert len(exercise.values) >= FEWEST[level_of(number)]
            assert 0 < len(exercise.winning) < len(exercise.values)
            assert exercise.solution in exercise.winning
            assert chosen.fits(exercise)
            checked += check_by_twin(exercise)
            if number % 4 == 1:
                check_answers(exercise)
        assert len(seen) == each, f"{chosen.name} shows a position twice"
    assert checked >= by_twin, f"the twin checked only {checked}"
