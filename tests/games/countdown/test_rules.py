"""The rules of Countdown: limits, texts and what searches and boards ask for."""

from __future__ import annotations

from typing import Any

import pytest

from divisor_duel import GAMES, OptionsError, Player
from tests.games.rule_checks import (
    check_children,
    check_class,
    check_keys,
    refused,
)


@pytest.mark.parametrize("start", [1, 2, 10**18])
def test_the_smallest_and_the_largest_start(start: int) -> None:
    """The number is 1 at least and 10^18 at most, and 60 if nothing is said."""
    assert [spec.default for spec in GAMES["countdown"].option_specs()] == [60, "normal"]
    assert GAMES["countdown"](start=start).options == {"start": start}
    for beyond in (0, 10**18 + 1):
        with pytest.raises(OptionsError):
            GAMES["countdown"](start=beyond)


def test_a_proper_divisor_is_subtracted() -> None:
    """Any divisor but 1 and the number itself may be subtracted, and nothing else."""
    game: Any = GAMES["countdown"](start=12)
    assert game.legal_moves(game.start()) == (2, 3, 4, 6)
    assert game.play(game.start(), 2) == (10, Player.TWO)
    assert game.play(game.start(Player.TWO), 6) == (6, Player.ONE)
    for move in (1, 12):
        assert refused(game, game.start(), move) == "you can't subtract 1 or 12 itself"
    for move in (5, 0, -2, 24, 13):
        assert refused(game, game.start(), move) == f"{move} does not divide 12"
    assert game.describe(game.start()) == "the number is 12"


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (1, "only 1 is left, so nothing can be subtracted"),
        (2, "2 is prime, so nothing can be subtracted"),
        (7, "7 is prime, so nothing can be subtracted"),
        (4, ""),
        (9, ""),
    ],
)
def test_the_end_is_a_prime_or_one(number: int, words: str) -> None:
    """At a prime or 1 the player to move has lost, or won if it is misere; not before."""
    for ending, winner in (("normal", Player.TWO), ("misere", Player.ONE)):
        game: Any = GAMES["countdown"](start=number, ending=ending)
        outcome = game.outcome(game.start())
        assert bool(outcome) == bool(words)
        if outcome:
            assert outcome.winner is winner
            assert outcome.reason.startswith(words)
        assert game.misere is (ending == "misere")


def test_the_countdown_preset_and_texts_are_these() -> None:
    """The fair set-up, the number of moves that a game lasts at most, and what is impartial."""
    check_class(
        "countdown",
        fair={"start": 144},
        bench={"book": {"start": 60}, "middle": {"start": 1000}, "large": {"start": 1000000000}},
        impartial=True,
    )
    assert [GAMES["countdown"](start=start).max_moves() for start in (1, 4, 9, 60)] == [0, 2, 4, 30]


def test_children_are_the_positions_after_each_legal_move() -> None:
    """Searches get the positions that play leads to, in the order of the moves."""
    check_children("countdown", start=36)
    check_children("countdown", start=4)


def test_keys_tell_positions_apart() -> None:
    """Each part of a position and the player to move make a key of their own."""
    game: Any = GAMES["countdown"]()
    start = game.start()
    check_keys(game, "Player 1 to move; the number is 60", game.play(start, 2), game.play(start, 3))


def test_the_number_can_be_set_up() -> None:
    """It is 1 at least and the start at most."""
    (number,) = GAMES["countdown"](start=60).settable()
    assert (number.name, number.least, number.most, number.none) == ("number", 1, 60, False)
