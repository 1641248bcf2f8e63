"""Scenes: what a full screen shows of any position of any game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from divisor_duel.drawing.scene import FRAME, CellState, listed, preview, scene_of
from divisor_duel.game import AnyGame
from divisor_duel.games.registry import GAMES
from tests.heap_package.heap_game.rules import Heap

KINDS = [*GAMES.values(), Heap]


def positions(game: AnyGame, seed: int) -> list[tuple[Any, tuple[Any, ...]]]:
    """The positions of a random game, each with the moves that led there."""
    rng, position, moves = Random(seed), game.start(), list[Any]()
    seen = [(position, tuple(moves))]
    while legal := game.legal_moves(position):
        move = rng.choice(legal)
        moves.append((position.to_move, move))
        position = game.play(position, move)
        seen.append((position, tuple(moves)))
    return seen


@pytest.mark.parametrize("width", [46, 60, 110])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
def test_a_scene_shows_exactly_the_legal_moves(kind: type[AnyGame], width: int) -> None:
    """Legal moves are lit and nothing else is; every cell has its own place, within the width."""
    game = kind(**kind.recommended.options)
    for position, moves in positions(game, seed=width):
        cells = scene_of(game, position, moves, width).cells
        lit = tuple(cell.number for cell in cells if cell.state is CellState.LEGAL)
        assert lit == game.legal_moves(position)
        assert len({(cell.row, cell.column) for cell in cells}) == len(cells)
        if cells:
            size = max(len(cell.text) for cell in cells) + FRAME
            assert (1 + max(cell.column for cell in cells)) * size <= width


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
def test_a_preview_tells_the_truth(kind: type[AnyGame]) -> None:
    """A preview's answers are the legal moves after the move, and its outcome is the game's."""
    game = kind(**kind.recommended.options)
    for position, moves in positions(game, seed=1)[:-1]:
        scene = scene_of(game, position, moves, 80)
        for move in game.legal_moves(position)[:3]:
            seen = preview(game, position, move, scene, 80)
            after = game.play(position, move)
            assert seen.after == after
            assert seen.answers == game.legal_moves(after)
            assert seen.outcome == game.outcome(after)
            assert seen.lit <= set(seen.answers)
            assert not seen.removed & set(seen.answers)


def test_a_preview_names_what_goes_along() -> None:
    """Taking 3 from 2..9 also removes 6 and 9, and five numbers are left."""
    game = GAMES["divider"]()
    start = game.start()
    seen = preview(game, start, 3, scene_of(game, start, (), 80), 80)
    assert seen.removed == {6, 9}
    assert seen.effect == "also removes 6, 9; 5 numbers left"


def test_long_lists_are_cut() -> None:
    """A list of many moves says how many more there are."""
    game = GAMES["chain"]()
    assert listed(game, range(2, 20), 3) == "2, 3, 4 and 15 more"
