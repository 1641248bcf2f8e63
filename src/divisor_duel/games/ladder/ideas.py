"""What there is to see in Ladder, for hints, for levels that know it, and for puzzles."""

from __future__ import annotations

from random import Random

from divisor_duel.games.ladder.rules import Ladder, LadderPosition


def nudge(game: Ladder, position: LadderPosition) -> str:
    """Where to look."""
    return "Count how often each of you can still climb."


def idea(game: Ladder, position: LadderPosition) -> str:
    """What decides it, without the move."""
    return (
        "Every step at least doubles, so small steps leave the most rungs. And a rung that they "
        "need is worth taking if it is on your ladder too."
    )


def liked(game: Ladder, position: LadderPosition) -> tuple[int, ...]:
    """The two smallest steps."""
    return game.legal_moves(position)[:2]


def puzzle_options(rng: Random) -> dict[str, int]:
    """A set-up worth a puzzle."""
    return {"high": rng.randint(30, 120)}
