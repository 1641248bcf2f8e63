"""Chain in a terminal: the rule book's wording, the board and the full screen."""

from __future__ import annotations

from divisor_duel.drawing.scene import CellState
from divisor_duel.games.chain.rules import Chain
from divisor_duel.games.chain.terminal import WORDING, board, effect, scene
from divisor_duel.terminal.lines.board import LARGEST_GRID
from tests.games.screens import PLAIN, at, played, speak, states

GAME = Chain(high=14)


def test_the_voice_names_the_last_number_and_the_choices() -> None:
    """A turn shows the number to answer, what is available and taken, and the valid choices."""
    wording = speak(WORDING, GAME)
    assert wording.opening(at(GAME)) == ["Shared Numbers: [2, 3, 4, 5, 6, ..., 14]", ""]
    assert wording.turn(at(GAME)) == [
        "Ann's Turn:",
        "- Last Opponent Number: None",
        "- Available Numbers: [2, 3, 4, 5, 6, ..., 14]",
    ]
    assert wording.turn(at(GAME, 6, 12)) == [
        "Ann's Turn:",
        "- Last Opponent Number: 12",
        "- Available Numbers: [2, 3, 4, 5, 7, ..., 14] (excluding 6, 12)",
        "- Valid choices (factors/multiples of 12): 2, 3, 4",
    ]


def test_short_pools_and_even_openings() -> None:
    """Up to seven numbers are listed in full; an even opening names its choices."""
    game = Chain(high=8, opening="even")
    wording = speak(WORDING, game)
    assert wording.turn(at(game))[2:] == [
        "- Available Numbers: [2, 3, 4, 5, 6, 7, 8]",
        "- Valid choices (even numbers): 2, 4, 6, 8",
    ]
    end = at(game, 4, 8, 2, 6, 3)
    outcome = game.outcome(end)
    assert outcome
    assert wording.ended(end, outcome)[-3:-1] == [
        "- Valid choices (factors/multiples of 3): none",
        "Ben has no valid choice and loses.",
    ]


def test_the_board_marks_the_last_number() -> None:
    """Answers are in brackets, the last number has its taker's mark, and a long pool has none."""
    assert board(GAME, at(GAME, 6, 12), PLAIN, 80) == [
        "            [2]  [3]  [4]   5    ·    7    8    9",
        "  10   11  ■12   13   14",
        "",
        "[n] you can take  ■n last number  · taken",
    ]
    assert board(GAME, at(GAME), PLAIN, 80)[-1] == "[n] you can take  · taken"
    edge, over = Chain(low=1, high=LARGEST_GRID), Chain(low=1, high=LARGEST_GRID + 1)
    assert board(edge, edge.start(), PLAIN, 80)
    assert board(over, over.start(), PLAIN, 80) == []


def test_the_scene_shows_the_chain() -> None:
    """Takers are marked, the last number stands out, and the note is the chain."""
    drawn = scene(GAME, at(GAME, 6, 12), played(6, 12), 80)
    assert states(drawn) == {
        CellState.LEGAL: ["2", "3", "4"],
        CellState.OPEN: ["5", "7", "8", "9", "10", "11", "13", "14"],
        CellState.HELD: ["6.1"],
        CellState.LAST: ["12.2"],
    }
    assert drawn.notes == ("The chain: 6 → 12",)
    assert scene(GAME, at(GAME), (), 80).notes == ("The chain is empty.",)


def test_the_effect_names_the_relation() -> None:
    """A factor or a multiple of the last number, or the beginning of the chain."""
    assert effect(GAME, at(GAME), 6) == "opens the chain; 12 numbers left"
    assert effect(GAME, at(GAME, 6), 3) == "a factor of 6; 11 numbers left"
    assert effect(GAME, at(GAME, 6), 12) == "a multiple of 6; 11 numbers left"
