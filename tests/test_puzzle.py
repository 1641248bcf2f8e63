"""Puzzles: one winning move, the same for everyone with the same seed."""

from __future__ import annotations

import pytest

from divisor_duel import GAMES, analyze
from divisor_duel.puzzle import GRADES, make_puzzle


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_puzzles_with_one_solution(game: str) -> None:
    """A puzzle has exactly one winning move among several, and is not won at once."""
    grades = set()
    for seed in range(4):
        puzzle = make_puzzle(str(seed), game)
        assert puzzle.record.game.id == game
        *_, position = puzzle.record.positions()
        analysis = analyze(puzzle.record.game, position)
        assert [move.move for move in analysis.moves if move.value == "win"] == [puzzle.solution]
        assert len(analysis.moves) >= 3
        assert (analysis.remoteness or 0) >= 3
        grades.add(puzzle.grade)
    assert grades <= set(GRADES)


def test_the_seed_decides() -> None:
    """The same seed gives the same puzzle, and seeds differ."""
    assert make_puzzle("7") == make_puzzle("7")
    assert len({make_puzzle(str(seed)).record for seed in range(6)}) > 3
