"""The coach warns of what is proved to give a win away, and of nothing else."""

from __future__ import annotations

import pytest

from divisor_duel import GAMES
from divisor_duel.engine import Engine, StepClock, judge_moves
from divisor_duel.engine.clock import STEPS_PER_SECOND
from divisor_duel.learn.coach import remark, warning


@pytest.mark.parametrize("name", GAMES)
def test_the_coach_warns_exactly_of_wins_given_back(name: str) -> None:
    """In a won position each losing move is questioned, and no winning one; in a lost one none."""
    kind = GAMES[name]
    game = kind(**kind.recommended.options)
    first = game.start()
    for position in (first, game.play(first, game.legal_moves(first)[-1])):
        values = judge_moves(game, position)
        for move, wins in values.items():
            asked = warning(game, position, move)
            assert (asked is not None) == (True in values.values() and not wins)
            if asked:
                assert asked.startswith("Are you sure? ")
                assert asked.endswith("throws away your win.")


def test_the_coach_says_why_afterwards() -> None:
    """After a mistake it names the move that would have won, and why; an only win is praised."""
    game = GAMES["countdown"](start=18)
    told = remark(game, game.start(), 2)
    assert told is not None
    assert told.startswith("2 threw away your win. The winning plan was: Take 9 to leave 9")
    only = GAMES["countdown"](start=14)
    assert remark(only, only.start(), 7) == "Well done! 7 was the only winning move."
    assert (
        warning(only, only.start(), 2)
        == "Are you sure? You can win at once. 2 throws away your win."
    )
    assert remark(game, game.play(game.start(), 3), 5) is None


def test_no_move_is_called_the_only_one_while_another_is_unknown() -> None:
    """A lone proved win is not praised as the only one while other moves are not solved."""
    game = GAMES["countdown"](start=14, ending="misere")
    engine, seconds = Engine(clock=StepClock), 1 / STEPS_PER_SECOND
    values = engine.judge_moves(game, game.start(), seconds)
    assert None in values.values()
    for move in values:
        assert remark(game, game.start(), move, seconds, engine) is None
