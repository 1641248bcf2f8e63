"""Countdown in a terminal: the rule book's wording, the board and the full screen."""

from __future__ import annotations

from divisor_duel.drawing.scene import CellState
from divisor_duel.games.countdown.rules import Countdown
from divisor_duel.games.countdown.terminal import RULE, WORDING, board, effect, scene
from divisor_duel.terminal.lines.board import LARGEST_GRID
from tests.games.screens import PLAIN, at, played, speak, states

GAME = Countdown(start=60)


def test_the_voice_counts_down() -> None:
    """A turn shows the number and its divisors, a move the new number, the end none."""
    wording = speak(WORDING, GAME)
    assert wording.opening(at(GAME)) == [
        RULE,
        "Welcome to Divisor Duel!",
        "",
        "Starting Number: 60",
        "",
    ]
    assert wording.turn(at(GAME, 15)) == [
        "Ben's Turn",
        "Current Number: 45",
        "Divisors available: [3, 5, 9, 15]",
    ]
    assert wording.moved(at(GAME), 15, at(GAME, 15), "Ann") == ["New Current Number is 45", ""]
    end = at(GAME, 30, 15, 5, 5)
    outcome = GAME.outcome(end)
    assert outcome
    said = wording.ended(end, outcome)
    assert said[1:4] == [
        "Current Number: 5",
        "Divisors available: []",
        "No valid moves available!",
    ]
    assert said[-1] == wording.resigned(outcome)[-1] == RULE


def test_the_board_shows_what_each_divisor_leaves() -> None:
    """In as many columns as fit; a number with very many divisors has no board."""
    assert board(GAME, at(GAME, 15), PLAIN, 30) == [
        "45 - 3 = 42    45 - 5 = 40",
        "45 - 9 = 36    45 - 15 = 30",
    ]
    assert board(GAME, at(GAME, 15), PLAIN, 5) == [
        "45 - 3 = 42",
        "45 - 5 = 40",
        "45 - 9 = 36",
        "45 - 15 = 30",
    ]
    many = Countdown(start=963_761_198_400)
    assert len(many.legal_moves(many.start())) > LARGEST_GRID
    assert board(many, many.start(), PLAIN, 80) == []


def test_the_scene_shows_the_path_down() -> None:
    """The number is large, each divisor shows what it leaves, and the note is the path."""
    drawn = scene(GAME, at(GAME, 15, 5), played(15, 5), 80)
    assert drawn.headline == "40"
    assert drawn.notes == ("The number: 60 → 45 → 40",)
    assert states(drawn) == {
        CellState.LEGAL: ["2 → 38", "4 → 36", "5 → 35", "8 → 32", "10 → 30", "20 → 20"]
    }
    assert scene(GAME, at(GAME), (), 80).notes == ("This is the starting number.",)


def test_the_effect_is_the_subtraction() -> None:
    """Both sides of it."""
    assert effect(GAME, at(GAME), 15) == "60 - 15 = 45"
