"""The coach's comments on a match, before and after a move; they take a moment."""

from __future__ import annotations

from divisor_duel.game import Player
from divisor_duel.terminal.engine import command_engine
from divisor_duel.terminal.tui.background_match import MatchSnapshot

COACH = "coach"
"""The computer level that also coaches."""


def is_coached(snapshot: MatchSnapshot, player: Player) -> bool:
    """Return whether a player plays against the coach."""
    return snapshot.level(player.other) == COACH


def warning_before(snapshot: MatchSnapshot, move: int) -> str | None:
    """Return the coach's question before a legal move is made; None if it has none."""
    from divisor_duel.learn.coach import warning

    return warning(snapshot.game, snapshot.position, move, engine=command_engine())


def remark_after(snapshot: MatchSnapshot, move: int) -> str | None:
    """Return the coach's remark on the move that led to this snapshot, or None."""
    from divisor_duel.learn.coach import remark

    return remark(snapshot.game, snapshot.positions[-2], move, engine=command_engine())
