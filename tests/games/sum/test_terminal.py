"""A sum on the full screen."""

from __future__ import annotations

from divisor_duel.drawing.scene import CellState, effect, scene_of
from divisor_duel.game import Player
from divisor_duel.games.sum.rules import Sum
from tests.games.screens import at, played, states


def test_both_boards_stand_side_by_side() -> None:
    """Every legal move of either game is on its own side, written as in its game."""
    game = Sum(one="divider:high=9", two="countdown:start=12")
    moves = (2 * 4, 2 * 3 + 1)
    shown = scene_of(game, at(game, *moves), played(*moves), 80)
    legal = [cell for cell in shown.cells if cell.state is CellState.LEGAL]
    assert sorted(cell.number for cell in legal) == list(game.legal_moves(at(game, *moves)))
    left = max(cell.column for cell in shown.cells if not cell.number % 2)
    assert all((cell.column > left + 1) == bool(cell.number % 2) for cell in shown.cells)
    assert states(shown)[CellState.LAST] == ["4.1"]
    assert shown.notes == ("Left, 1: Divider.   Right, 2: Countdown, 9.",)
    assert [cell.text for cell in shown.cells if cell.number % 2] == ["3"]


def test_a_move_does_what_it_does_in_its_game() -> None:
    """The effect is that of the game in which the move is made."""
    game = Sum(one="divider:high=9", two="countdown:start=12")
    assert effect(game, game.start(Player.ONE), 2 * 3 + 1) == "12 - 3 = 9"
    assert effect(game, game.start(), 2 * 4) == "also removes 8; 6 numbers left"
