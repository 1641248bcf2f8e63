"""Refutations: of every move it is said what answers it, or that nothing does."""

from __future__ import annotations

import pytest

from divisor_duel import GAMES, IllegalMoveError, Player, Value
from divisor_duel.engine import Engine, StepClock
from divisor_duel.learn.refutation import refute
from divisor_duel.play.positions import read_position
from tests.setups import Setup

SETUPS = [
    Setup("divider", {"high": 14}),
    Setup("ladder", {"high": 30}),
    Setup("countdown", {"start": 96}),
    Setup("chain", {"high": 20, "opening": "even"}),
    Setup("digits", {"target": 12}),
]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_every_move_is_refuted_or_borne_out(setup: Setup) -> None:
    """The value is the engine's, a losing move is met by one that wins, and words say by which."""
    game, engine = setup.game, Engine(clock=StepClock)
    for move, wins in engine.judge_moves(game, game.start()).items():
        found = refute(game, game.start(), move, engine=engine)
        name = game.format_move(move)
        assert (found.move, found.value) == (move, Value.of(wins))
        assert found.text.endswith(".")
        if wins:
            assert found.answer is None
            assert found.text.startswith(f"{name} wins")
        else:
            assert found.answer is not None
            assert engine.judge_moves(game, game.play(game.start(), move))[found.answer]
            told = f"{name} loses: your opponent replies {game.format_move(found.answer)}"
            assert found.text.startswith(told)


def test_a_move_that_ends_the_game_is_told_so() -> None:
    """Nothing answers a last move, whether it wins or loses."""
    chain, digits = GAMES["chain"](), GAMES["digits"](base=2, target=5)
    assert refute(chain, chain.start(), 29).text.startswith("29 wins at once: ")
    assert refute(digits, digits.start(), 1).text.startswith("1 loses at once: ")


def test_what_is_not_found_is_not_said() -> None:
    """Without time a move of a long list is neither praised nor blamed."""
    game = GAMES["divider"](low=2, high=150)
    found = refute(game, game.start(), 77, 0)
    assert (found.value, found.answer) == (Value.UNKNOWN, None)
    assert found.text == "There was not enough time to solve 77."


def test_an_illegal_move_is_refused() -> None:
    """What cannot be played cannot be refuted."""
    game = GAMES["divider"]()
    with pytest.raises(IllegalMoveError):
        refute(game, game.start(), 10)


def test_a_win_without_a_proof_is_told_of_the_replies() -> None:
    """Where only a search says that a move wins, the sentence is about the replies to it.

    With 16 gone, no theorem covers 3 against 4, and there are too many replies to list.
    """
    game = GAMES["ladder"](high=200)
    position = read_position(game, "one=3 two=1 pool=2,4-15,17-200", Player.TWO)
    found = refute(game, position, 4, engine=Engine(clock=StepClock))
    assert found.value is Value.WIN
    assert found.text == "4 wins. Every reply loses."
