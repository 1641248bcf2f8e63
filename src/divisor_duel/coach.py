"""The coach: plays like a medium player, and helps while playing.

Before you throw a win away it asks whether you are sure; afterwards it says what was
lost, and why. It never says which move is right unless you have made yours.
"""

from __future__ import annotations

from typing import Any

from divisor_duel.engine import analyze, judge_moves
from divisor_duel.game import Game

SECONDS = 2.0
"""How long exact play may take over one remark."""


def warning(game: Game[Any], position: Any, move: int, seconds: float = SECONDS) -> str | None:
    """What the coach asks before `move` is made; None if there is nothing to say.

    Only a win that is proved, and given back by a move that is proved to lose, is worth a
    word: what is merely unclear is not.
    """
    if not gives_back(game, position, move, seconds):
        return None
    at_once = any(
        outcome.winner == position.to_move
        for option in game.legal_moves(position)
        if (outcome := game.outcome(game.play(position, option)))
    )
    soon = "You can win at once. " if at_once else ""
    return f"Sure? {soon}{game.format_move(move)} gives the win back."


def remark(game: Game[Any], position: Any, move: int, seconds: float = SECONDS) -> str | None:
    """What the coach says once `move` has been made in `position`; None if nothing."""
    if gives_back(game, position, move, seconds):
        before = analyze(game, position, seconds)
        best = before.explained
        better = "" if best is None else f"; {game.format_move(best)} kept it"
        return f"{game.format_move(move)} gave the win back{better}. {before.reason}"
    values = list(judge_moves(game, position, seconds).values())
    if values.count(True) == 1 < len(values) and values.count(False) == len(values) - 1:
        return f"Well seen: {game.format_move(move)} was the only move that wins."
    return None


def gives_back(game: Game[Any], position: Any, move: int, seconds: float = SECONDS) -> bool:
    """Whether a move is proved to lose where another is proved to win."""
    values = judge_moves(game, position, seconds)
    return values[move] is False and True in values.values()
