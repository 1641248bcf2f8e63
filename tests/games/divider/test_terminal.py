"""Divider Duel in a terminal: the rule book's wording, the board and the full screen."""

from __future__ import annotations

from divisor_duel.drawing.scene import CellState
from divisor_duel.games.divider.rules import Divider
from divisor_duel.games.divider.terminal import WORDING, board, effect, scene
from divisor_duel.terminal.lines.board import LARGEST_GRID
from tests.games.screens import PLAIN, at, played, speak, states

GAME = Divider()


def test_the_voice_shows_the_shared_list() -> None:
    """The list comes before the first turn, after an undo, and after each move."""
    wording = speak(WORDING, GAME)
    before, after = at(GAME), at(GAME, 3)
    assert wording.opening(before) == ["Shared List: [2, 3, 4, 5, 6, 7, 8, 9]", ""]
    assert wording.recall(after) == ["Shared List: [2, 4, 5, 7, 8]", ""]
    assert wording.turn(after) == ["Ben, it's your turn."]
    assert wording.moved(before, 3, after, "Ann")[1:4] == [
        "Ann removed 3.",
        "Numbers divisible by 3 have been removed.",
        "Updated Shared List: [2, 4, 5, 7, 8]",
    ]


def test_the_board_is_a_grid_of_what_is_left() -> None:
    """Numbers left are in brackets, taken ones are dots, and a long list has no board."""
    assert board(GAME, at(GAME, 3), PLAIN, 80) == [
        "         [2]  ·  [4] [5]  ·  [7] [8]  ·",
    ]
    edge = Divider(low=1, high=LARGEST_GRID)
    assert board(edge, edge.start(), PLAIN, 80)
    over = Divider(low=1, high=LARGEST_GRID + 1)
    assert board(over, over.start(), PLAIN, 80) == []


def test_the_scene_marks_who_took_what() -> None:
    """Chosen numbers have their player, the last one stands out, and multiples are gone."""
    assert states(scene(GAME, at(GAME, 3, 4), played(3, 4), 80)) == {
        CellState.LEGAL: ["2", "5", "7"],
        CellState.HELD: ["3.1"],
        CellState.LAST: ["4.2"],
        CellState.GONE: ["6", "8", "9"],
    }


def test_the_effect_names_what_goes_along() -> None:
    """The multiples that go, and how many numbers stay, in the singular too."""
    assert effect(GAME, at(GAME), 3) == "also removes 6, 9; 5 numbers left"
    assert effect(GAME, at(GAME), 7) == "removes no others; 7 numbers left"
    assert effect(GAME, at(GAME, 2, 3, 5), 7) == "removes no others; 0 numbers left"
    assert effect(GAME, at(GAME, 2, 3), 7) == "removes no others; 1 number left"
