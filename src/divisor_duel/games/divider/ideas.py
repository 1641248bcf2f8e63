"""What there is to see in Divider Duel, for hints, for levels that know it, and for puzzles."""

from __future__ import annotations

from random import Random

from divisor_duel.games.divider.rules import Divider, DividerPosition


def nudge(game: Divider, position: DividerPosition) -> str:
    """Where to look."""
    return "Look for numbers that have nothing to do with the others."


def idea(game: Divider, position: DividerPosition) -> str:
    """What decides it, without the move."""
    return (
        "Numbers that no division connects form separate groups, and two equal groups cancel. "
        "Leave groups that cancel, and after each move make them cancel again."
    )


def liked(game: Divider, position: DividerPosition) -> tuple[int, ...]:
    """The moves that leave an even count: right when only single numbers are left."""
    moves = game.legal_moves(position)
    even = tuple(move for move in moves if not game.play(position, move).left.bit_count() % 2)
    return even or moves


def puzzle_options(rng: Random) -> dict[str, int]:
    """A set-up worth a puzzle."""
    return {"high": rng.randint(9, 24)}
