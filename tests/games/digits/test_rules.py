"""The rules of Digits: limits, texts and what searches and boards ask for."""

from __future__ import annotations

from typing import Any

import pytest

from divisor_duel import GAMES, OptionsError, Player
from divisor_duel.errors import MoveTextError
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
        ({"target": 2}, True),
        ({"target": 1}, False),
        ({"target": 10**18}, True),
        ({"target": 10**18 + 1}, False),
        ({"base": 2}, True),
        ({"base": 1}, False),
        ({"base": 36}, True),
        ({"base": 37}, False),
    ],
)
def test_target_and_base_have_limits(options: dict[str, Any], fits: bool) -> None:
    """Both may be just as small and as large as the rules say."""
    check_limits("digits", options, fits, {"target": 7, "base": 10})


def _written(base: int, number: int) -> str:
    game: Any = GAMES["digits"](base=base)
    text: str = game.written(number)
    return text


def test_a_digit_is_written_at_the_right_end() -> None:
    """The number grows by a digit of its base, which is used up then."""
    game: Any = GAMES["digits"](target=97, base=12)
    assert game.start() == (mask(*range(1, 12)), 0, Player.ONE)
    position = game.play(game.play(game.start(Player.TWO), 11), 3)
    assert position == (mask(1, 2, *range(4, 11)), 11 * 12 + 3, Player.TWO)
    assert game.legal_moves(position) == (1, 2, *range(4, 11))
    assert game.written(position.number) == "B3"
    assert game.describe(position) == "the number is B3; digits left: 1 2 4 5 6 7 8 9 A"
    assert game.describe(game.start()).startswith("the number is empty; digits left: 1 2 3")
    assert game.key(position) == (
        "Player 2 to move; the remainder is 38; digits left: 1 2 4 5 6 7 8 9 A"
    )
    assert [_written(base, 16) for base in (9, 10, 11)] == ["17", "16", "15"]
    plain: Any = GAMES["digits"]()
    number = plain.start()._replace(number=31, left=mask(2))
    assert plain.describe(number) == "the number is 31; digits left: 2"


def test_illegal_digits_are_told_apart() -> None:
    """A used digit, a number outside the base and a move after the end get different messages."""
    game: Any = GAMES["digits"](target=97, base=12)
    position = game.play(game.start(), 11)
    assert refused(game, position, 11) == "the digit B is already used"
    for move in (0, -1, 12, 23):
        assert refused(game, position, move) == f"{move} is not a digit from 1 to B"
    assert game.illegal_by_reason(position) == {"the digit {} is already used": mask(11)}
    assert game.why_illegal(game.start(), 1) == game.why_illegal(game.start(), 11) == ""
    over = GAMES["digits"]().play(GAMES["digits"]().start(), 7)
    assert GAMES["digits"]().legal_moves(over) == ()
    assert refused(GAMES["digits"](), over, 1) == "the game is over: 7 divides 7"


def test_a_multiple_wins_and_the_last_digit_loses() -> None:
    """Who makes a multiple wins; else who writes the last digit loses; misere turns both round."""
    for ending, reversed_ in (("normal", False), ("misere", True)):
        game: Any = GAMES["digits"](target=5, base=3, ending=ending)
        start = game.start()
        assert game.outcome(start) is None
        used_up = game.play(game.play(start, 2), 1)  # 21 in base 3 is 7
        assert game.outcome(game.play(start, 2)) is None
        outcome = game.outcome(used_up)
        assert (outcome.winner is Player.TWO) is reversed_
        words = "all digits are used, and 5 never divided the number"
        assert outcome.reason.startswith(words)
        assert ("the last player to move loses" in outcome.reason) is not reversed_
        multiple = game.play(game.play(start, 1), 2)  # 12 in base 3 is 5
        assert (game.outcome(multiple).winner is Player.ONE) is reversed_
        assert game.outcome(multiple).reason.startswith("5 divides 12")


def test_digits_are_read_as_letters_or_values() -> None:
    """In base 12 both A and 10 are ten; other symbols are refused."""
    game = GAMES["digits"](base=12)
    for text, value in {"1": 1, "9": 9, "A": 10, "b": 11, "10": 10, "11": 11}.items():
        assert game.parse_move(text) == value
    assert game.parse_move("0") == 0  # a digit, if not one that may be written
    for text in ("C", "Z", "AA", "", "-1", "1A"):
        with pytest.raises(MoveTextError, match="is not a digit such as 5"):
            game.parse_move(text)


def test_the_digits_preset_and_texts_are_these() -> None:
    """The fair set-up, the number of moves that a game lasts at most, and what is impartial."""
    check_class(
        "digits",
        fair={"target": 18},
        bench={
            "book": {"target": 7},
            "middle": {"target": 18},
            "large": {"target": 22, "base": 12},
        },
        impartial=False,
    )
    game: Any = GAMES["digits"]()
    assert [game.max_moves(), GAMES["digits"](base=2).max_moves()] == [9, 1]


def test_children_are_the_positions_after_each_legal_move() -> None:
    """Searches get the positions that play leads to, in the order of the moves."""
    check_children("digits", base=5, target=7)
    check_children("digits", base=3, target=2)


def test_keys_tell_positions_apart() -> None:
    """Each part of a position and the player to move make a key of their own."""
    game: Any = GAMES["digits"]()
    start = game.start()
    check_keys(
        game,
        "Player 1 to move; the remainder is 0; digits left: 1 2 3 4 5 6 7 8 9",
        game.play(start, 2),
        game.play(start, 3),
    )


def test_the_number_and_the_digits_can_be_set_up() -> None:
    """The number is written in the base, without 0 and with at most one place for each digit."""
    number, left = GAMES["digits"](base=12).settable()
    assert (number.name, number.least, number.most) == ("number", 0, 12**11 - 1)
    assert (left.name, left.numbers) == ("left", tuple(range(1, 12)))
    assert [number.read(text) for text in ("0", "1", "bA", "B" * 11)] == [0, 1, 142, 12**11 - 1]
    assert number.read("123456789AB") == int("123456789AB", 12)
    for text in ("", "10", "C", "1" * 12, "-1"):
        with pytest.raises(OptionsError):
            number.read(text)
