"""Digits in a terminal: the rule book's wording, the board and the full screen."""

from __future__ import annotations

import pytest

from divisor_duel.drawing.scene import CellState
from divisor_duel.games.digits.rules import Digits
from divisor_duel.games.digits.terminal import WORDING, board, effect, scene
from tests.games.screens import PLAIN, at, played, speak, states

GAME = Digits()


def test_the_voice_shows_target_digits_and_number() -> None:
    """The target comes first, with the base if it is not ten; a turn names the player."""
    wording = speak(WORDING, GAME)
    assert wording.opening(at(GAME)) == [
        "Target Divisor: 7",
        "Available Digits: 1 2 3 4 5 6 7 8 9",
        "Current Number: ",
        "",
    ]
    assert wording.turn(at(GAME, 5)) == ["Ben's turn."]
    other = Digits(target=13, base=12)
    assert speak(WORDING, other).opening(at(other))[:3] == [
        "Target Divisor: 13",
        "Base: 12",
        "Available Digits: 1 2 3 4 5 6 7 8 9 A B",
    ]


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ((5, 2), "52 is not divisible by 7."),
        ((5, 2, 1, 4), "5214 ÷ 7 = 744.857 (remainder ≠ 0)"),
        ((1, 4), "14 ÷ 7 = 2 (no remainder)"),
    ],
)
def test_the_division_is_written_out(moves: tuple[int, ...], words: str) -> None:
    """Short numbers in words, longer ones with three decimals, and multiples exactly."""
    wording = speak(WORDING, GAME)
    said = wording.moved(at(GAME, *moves[:-1]), moves[-1], at(GAME, *moves), "Ann")
    assert words in said
    assert said[0] == f"Current Number: {''.join(map(str, moves))}"
    assert any(line.startswith("Available Digits") for line in said) == ("no rem" not in words)


def test_both_endings_are_told() -> None:
    """A multiple wins; when the digits have run out, the last player to move loses."""
    game = Digits(target=1000, base=3)
    wording = speak(WORDING, game)
    end = at(game, 1, 2)
    outcome = game.outcome(end)
    assert outcome
    assert wording.ended(end, outcome) == [
        "No player has created a number divisible by 1000.",
        "Result: The last player to move (Ben) loses. Ann wins.",
    ]
    assert "Final Digit Pool: Empty" in wording.moved(at(game, 1), 2, end, "Ben")
    won = at(GAME, 7)
    result = GAME.outcome(won)
    assert result
    assert speak(WORDING, GAME).ended(won, result) == ["Result: Ann wins."]


def test_the_board_has_a_blank_for_each_digit_to_come() -> None:
    """The number so far with its remainder, and the digits left in brackets."""
    assert board(GAME, at(GAME, 5, 2), PLAIN, 80) == [
        "  5 2 _ _ _ _ _ _ _   leaves remainder 3 when divided by 7",
        "  [1] [3] [4] [6] [7] [8] [9]",
    ]
    assert board(GAME, at(GAME), PLAIN, 80)[0] == "  _ _ _ _ _ _ _ _ _"


def test_the_scene_marks_who_wrote_each_digit() -> None:
    """The number is large, its remainder noted, and after the end no digit is legal."""
    drawn = scene(GAME, at(GAME, 5, 2), played(5, 2), 80)
    assert states(drawn) == {
        CellState.LEGAL: ["1", "3", "4", "6", "7", "8", "9"],
        CellState.LAST: ["2.2"],
        CellState.HELD: ["5.1"],
    }
    assert (drawn.headline, drawn.notes) == ("52", ("52 leaves remainder 3 when divided by 7.",))
    ended = scene(GAME, at(GAME, 7), played(7), 80)
    assert ended.notes == ("7 divides 7.",)
    assert states(ended)[CellState.OPEN] == ["1", "2", "3", "4", "5", "6", "8", "9"]
    empty = scene(Digits(base=12), at(Digits(base=12)), (), 80)
    assert empty.notes == ("The target is 7 (base 12). No digit is written yet.",)


def test_the_effect_is_the_division() -> None:
    """Of the number with the digit appended."""
    assert effect(GAME, at(GAME, 1), 4) == "7 divides 14"
    assert effect(GAME, at(GAME, 1), 5) == "15 leaves remainder 1 when divided by 7"
