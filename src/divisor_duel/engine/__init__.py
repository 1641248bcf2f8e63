"""Exact play: what each move is worth and why, and computer players of all levels."""

from divisor_duel.engine.analysis import Analysis, MoveValue
from divisor_duel.engine.clock import Clock, StepClock
from divisor_duel.engine.engine import DEFAULT, Engine, analyze, judge_moves
from divisor_duel.game import Value

__all__ = [
    "DEFAULT",
    "Analysis",
    "Clock",
    "Engine",
    "MoveValue",
    "StepClock",
    "Value",
    "analyze",
    "judge_moves",
]
