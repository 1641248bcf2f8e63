"""Exact play: what every move is worth, why, and computer players of any strength."""

from divisor_duel.engine.analysis import Analysis, MoveValue, analyze, judge_moves

__all__ = ["Analysis", "MoveValue", "analyze", "judge_moves"]
