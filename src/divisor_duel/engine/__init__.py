"""Exact play: what every move is worth, why, and computer players of any strength."""

from divisor_duel.engine.analysis import Analysis, MoveValue, analyze, judge_moves
from divisor_duel.game import Value

__all__ = ["Analysis", "MoveValue", "Value", "analyze", "judge_moves"]
