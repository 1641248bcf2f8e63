"""Ladder in a terminal: the rule book's wording, the board and the full screen."""

from __future__ import annotations

from divisor_duel.drawing.scene import CellState
from divisor_duel.games.ladder.rules import Ladder
from divisor_duel.games.ladder.terminal import WORDING, board, effect, scene
from divisor_duel.terminal.lines.board import LARGEST_GRID
from tests.games.screens import PLAIN, at, played, speak, states

GAME = Ladder(high=14)


def test_the_voice_shows_the_pool_and_both_numbers() -> None:
    """Each turn begins with the pool, in short if it is long, and whose number is which."""
    wording = speak(WORDING, GAME)
    assert wording.opening(at(GAME)) == []
    assert wording.turn(at(GAME, 2, 3)) == [
        "Current Number Pool: [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]",
        "Ann's Current Number: 2",
        "Ben's Current Number: 3",
        "",
        "Ann, it's your turn.",
        "Your Current Number: 2",
    ]
    assert wording.question(at(GAME, 2, 3)) == (
        "Select a number that is a multiple of 2 from the pool:\n"
    )


def test_a_long_pool_is_shortened() -> None:
    """Six numbers and a range; what is missing from it is the players' own, or left out."""
    game = Ladder()
    wording = speak(WORDING, game)
    pools = [wording.turn(at(game, *moves))[0] for moves in ((), (5, 20), (5, 20, 10, 40))]
    assert pools == [
        "Current Number Pool: [2, 3, 4, 5, 6, 7, 8-50]",
        "Current Number Pool: [2, 3, 4, 6, 7, 8, 9-50 (excluding previously selected numbers)]",
        "Current Number Pool: [2, 3, 4, 6, 7, 8, 9, 11-19, 21-39, 41-50]",
    ]


def test_a_move_is_told_to_both() -> None:
    """A person and the computer are spoken of in their own way."""
    wording, before, after = speak(WORDING, GAME), at(GAME), at(GAME, 4)
    assert wording.moved(before, 4, after, "You") == [
        "You have selected 4.",
        "4 is removed from the pool.",
        "Ann's Current Number is now 4.",
        "",
    ]
    assert wording.moved(before, 4, after, "Ann")[0] == "Ann has selected 4."


def test_the_board_shows_both_own_numbers() -> None:
    """Legal numbers are in brackets, own numbers have their mark, and a long pool has none."""
    assert board(GAME, at(GAME, 2, 3), PLAIN, 80) == [
        "            ●2   ■3   [4]   5   [6]   7   [8]   9",
        " [10]  11  [12]  13  [14]",
        "",
        "[n] you can take  ● Player 1  ■ Player 2  · taken",
    ]
    edge, over = Ladder(high=LARGEST_GRID - 1), Ladder(high=LARGEST_GRID)
    assert board(edge, edge.start(), PLAIN, 80)
    assert board(over, over.start(), PLAIN, 80) == []


def test_the_scene_shows_both_climbs() -> None:
    """Current numbers stand out, earlier rungs are held, and the notes list the climbs."""
    drawn = scene(GAME, at(GAME, 2, 3, 4), played(2, 3, 4), 80)
    assert states(drawn) == {
        CellState.HELD: ["2.1"],
        CellState.LAST: ["3.2", "4.1"],
        CellState.OPEN: ["5", "7", "8", "10", "11", "13", "14"],
        CellState.LEGAL: ["6", "9", "12"],
    }
    assert drawn.notes == ("● climbs: 1 → 2 → 4", "■ climbs: 1 → 3")


def test_the_effect_counts_what_is_above() -> None:
    """The factor, and how many multiples are left above it within the pool's limit."""
    position = at(GAME, 2, 3)
    assert effect(GAME, position, 4) == "2 x 2; 2 multiples of it up to 14"
    assert effect(GAME, position, 6) == "3 x 2; 1 multiple of it up to 14"
    assert effect(GAME, position, 8) == "4 x 2; nothing above it"
