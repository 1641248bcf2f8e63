"""The rules of Ladder: limits, texts and what searches and boards ask for."""

from __future__ import annotations

from typing import Any

import pytest

from divisor_duel import GAMES, IllegalMoveError, OptionsError, Player
from tests.games.rule_checks import (
    check_children,
    check_class,
    check_keys,
    mask,
    refused,
)


@pytest.mark.parametrize("high", [2, 100_000])
def test_the_smallest_and_the_largest_pool(high: int) -> None:
    """The pool reaches to 2 at least and to 100000 at most."""
    assert GAMES["ladder"](high=high).options == {"high": high}
    for beyond in (1, 100_001):
        with pytest.raises(OptionsError):
            GAMES["ladder"](high=beyond)


def test_each_player_climbs_from_their_own_number() -> None:
    """A move replaces the mover's own number, leaves the opponent's and goes out of the pool."""
    game: Any = GAMES["ladder"](high=12)
    assert game.start() == (mask(*range(2, 13)), 1, 1, Player.ONE)
    first = game.play(game.start(), 3)
    assert first == (mask(2, *range(4, 13)), 3, 1, Player.TWO)
    second = game.play(first, 12)
    assert second == (mask(2, *range(4, 12)), 3, 12, Player.ONE)
    assert (first.own, second.own) == (1, 3)
    assert game.legal_moves(second) == (6, 9)
    assert game.legal_moves(first) == (2, *range(4, 13))
    third = game.play(second, 9)
    assert (third.one, third.two, third.own) == (9, 12, 12)
    assert game.outcome(third) == (Player.ONE, "no multiple of 12 is left")
    assert game.outcome(second) is None
    assert game.describe(second) == "Player 1 owns 3, Player 2 owns 12; pool: 2, 4-11"


def test_illegal_moves_are_told_apart() -> None:
    """Numbers outside the pool, taken ones and others that do not fit get different messages."""
    game: Any = GAMES["ladder"](high=12)
    position = game.play(game.play(game.start(Player.TWO), 2), 5)  # Player 2 owns 2, Player 1 5
    for move in (13, 1, 0, -2, 26):
        assert refused(game, position, move) == f"{move} is not between 2 and 12"
    assert refused(game, position, 5) == "5 is already taken"
    assert refused(game, position, 2) == "2 is already taken"
    assert refused(game, position, 9) == "9 is not a multiple of 2"
    assert game.play(position, 12).two == 12
    assert game.illegal_by_reason(position) == {
        "{} is already taken": mask(2, 5),
        "{} is not a multiple of 2": mask(3, 7, 9, 11),
    }
    set_up = position._replace(pool=mask(2, 4, 6))  # a pool by hand may hold what a player owns
    with pytest.raises(IllegalMoveError):
        game.play(set_up, 2)
    assert game.why_illegal(game.start(), 2) == game.why_illegal(game.start(), 12) == ""


def test_the_ladder_preset_and_texts_are_these() -> None:
    """The fair set-up, the number of moves that a game lasts at most, and what is impartial."""
    check_class(
        "ladder",
        fair={"high": 100},
        bench={"book": {"high": 50}, "middle": {"high": 100}, "large": {"high": 250}},
        impartial=False,
    )
    assert [GAMES["ladder"](high=high).max_moves() for high in (2, 8, 9, 50)] == [1, 7, 8, 12]


def test_children_are_the_positions_after_each_legal_move() -> None:
    """Searches get the positions that play leads to, in the order of the moves."""
    check_children("ladder", high=9)
    check_children("ladder", high=3)


def test_keys_tell_positions_apart() -> None:
    """Each part of a position and the player to move make a key of their own."""
    game: Any = GAMES["ladder"]()
    start = game.start()
    check_keys(
        game,
        "Player 1 to move; Player 1 owns 1, Player 2 owns 1; pool: 2-50",
        game.play(start, 9),
        game.play(start, 7),
        start._replace(one=2),
        start._replace(two=2),
    )


def test_both_numbers_and_the_pool_can_be_set_up() -> None:
    """Own numbers are 1 to the largest, and never also in the pool."""
    game: Any = GAMES["ladder"](high=6)
    one, two, pool = game.settable()
    assert [(field.name, field.least, field.most) for field in (one, two)] == [
        ("one", 1, 6),
        ("two", 1, 6),
    ]
    assert (pool.name, pool.numbers) == ("pool", (2, 3, 4, 5, 6))
    tidied = game.tidy(game.start()._replace(one=2, two=6))
    assert tidied == (mask(3, 4, 5), 2, 6, Player.ONE)
    assert game.tidy(game.start()._replace(one=6, two=6)).pool == mask(2, 3, 4, 5)
