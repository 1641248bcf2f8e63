"""Simple heuristics as players, such as ``py:examples.heuristics:fewest``.

Each takes the question as a dictionary and returns a move.
"""

from __future__ import annotations

from typing import Any

from divisor_duel import GAMES, Player


def largest(question: dict[str, Any]) -> int:
    """Take the largest legal number."""
    return int(max(question["legal"]))


def smallest(question: dict[str, Any]) -> int:
    """Take the smallest legal number."""
    return int(min(question["legal"]))


def fewest(question: dict[str, Any]) -> int:
    """Leave the opponent the fewest replies; break ties by the smallest number."""
    game = GAMES[question["game"]](**question["options"])
    *_, position = game.positions(question["played"], Player(question["first"]))

    def replies(move: int) -> tuple[float, int]:
        after = game.play(position, move)
        outcome = game.outcome(after)
        if outcome:
            return (-1.0 if outcome.winner == position.to_move else 1e9), move
        return len(game.legal_moves(after)), move

    return int(min(question["legal"], key=replies))
