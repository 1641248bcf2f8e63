"""The rules of Chain: limits, texts and what searches and boards ask for."""

from __future__ import annotations

from typing import Any

import pytest

from divisor_duel import GAMES, Player
from tests.games.rule_checks import (
    check_children,
    check_class,
    check_keys,
    check_limits,
    mask,
    refused,
)


@pytest.mark.parametrize(
    ("options", "fits"),
    [
        ({"low": 1, "high": 2}, True),
        ({"low": 0}, False),
        ({"low": 9, "high": 9}, True),
        ({"low": 10, "high": 9}, False),
        ({"low": 1, "high": 1}, False),
        ({"low": 100_000, "high": 100_000}, True),
        ({"low": 100_001, "high": 100_001}, False),
        ({"low": 8, "high": 8, "opening": "even"}, True),
        ({"low": 9, "high": 9, "opening": "even"}, False),
        ({"low": 9, "high": 10, "opening": "even"}, True),
        ({"low": 8, "high": 9, "opening": "even"}, True),
        ({"low": 9, "high": 9, "opening": "any"}, True),
    ],
)
def test_the_pool_has_limits(options: dict[str, Any], fits: bool) -> None:
    """Each end of the pool has its limits, and an even opening needs an even number."""
    check_limits("chain", options, fits, {"low": 2, "opening": "any"})


def test_a_factor_or_multiple_of_the_last_number_follows() -> None:
    """After any opening the pool's factors and multiples are legal, and nothing else."""
    game: Any = GAMES["chain"](low=1, high=12)
    assert game.legal_moves(game.start()) == tuple(range(1, 13))
    after = game.play(game.start(Player.TWO), 12)
    assert after == (mask(*range(1, 12)), 12, Player.ONE)
    assert game.legal_moves(after) == (1, 2, 3, 4, 6)
    assert game.legal_moves(game.play(after, 1)) == tuple(range(2, 12))
    even: Any = GAMES["chain"](high=9, opening="even")
    assert even.legal_moves(even.start()) == (2, 4, 6, 8)
    assert even.legal_moves(even.play(even.start(), 6)) == (2, 3)


def test_illegal_moves_are_told_apart() -> None:
    """A number beyond the pool, a taken one, one that does not fit and an odd opening."""
    game: Any = GAMES["chain"](low=3, high=12, opening="even")
    for move in (0, -1, 2, 13, 25):
        assert refused(game, game.start(), move) == f"{move} is not between 3 and 12"
    odd = "the first number must be even, and {} is odd"
    assert refused(game, game.start(), 3) == odd.format(3)
    assert game.illegal_by_reason(game.start()) == {
        "{} is already taken": 0,
        odd: mask(3, 5, 7, 9, 11),
    }
    position = game.play(game.start(), 12)
    assert refused(game, position, 12) == "12 is already taken"
    assert refused(game, position, 5) == "5 is neither a factor nor a multiple of 12"
    assert game.illegal_by_reason(position) == {
        "{} is already taken": mask(12),
        "{} is neither a factor nor a multiple of 12": mask(5, 7, 8, 9, 10, 11),
    }
    assert game.why_illegal(game.start(), 4) == game.why_illegal(game.start(), 12) == ""


def test_who_cannot_follow_has_lost() -> None:
    """The outcome names the number that nothing follows, or says that no number may open."""
    game: Any = GAMES["chain"](high=7)
    over = game.play(game.start(Player.TWO), 5)
    assert game.outcome(game.start()) is None
    assert game.outcome(over) == (Player.TWO, "no factor or multiple of 5 is left")
    empty = game.start()._replace(pool=0)
    assert game.outcome(empty) == (Player.TWO, "no number left can open the game")
    assert game.describe(game.start()) == "last number: none yet; pool: 2-7"
    assert game.describe(over) == "last number: 5; pool: 2-4, 6-7"


def test_the_chain_preset_and_texts_are_these() -> None:
    """The fair set-up, the number of moves that a game lasts at most, and what is impartial."""
    check_class(
        "chain",
        fair={"opening": "even"},
        bench={"book": {"high": 50}, "middle": {"high": 100}, "large": {"high": 200}},
        impartial=True,
    )
    game: Any = GAMES["chain"]()
    assert [game.max_moves(), GAMES["chain"](low=5, high=20).max_moves()] == [49, 16]


def test_children_are_the_positions_after_each_legal_move() -> None:
    """Searches get the positions that play leads to, in the order of the moves."""
    check_children("chain", high=9)
    check_children("chain", low=1, high=6, opening="even")


def test_keys_tell_positions_apart() -> None:
    """Each part of a position and the player to move make a key of their own."""
    game: Any = GAMES["chain"]()
    start = game.start()
    check_keys(
        game,
        "Player 1 to move; last number: none yet; pool: 2-50",
        start._replace(last=4),
        start._replace(pool=4),
    )


def test_the_last_number_and_the_pool_can_be_set_up() -> None:
    """The number to answer may be missing, and is never also in the pool."""
    game: Any = GAMES["chain"](low=3, high=6)
    last, pool = game.settable()
    assert (last.name, last.least, last.most, last.none) == ("last", 3, 6, True)
    assert (pool.name, pool.numbers) == ("pool", (3, 4, 5, 6))
    assert game.tidy(game.start()._replace(last=6)) == (mask(3, 4, 5), 6, Player.ONE)
