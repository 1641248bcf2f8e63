"""Exact play: what each move is worth and why, and computer players of all levels."""

from divisor_duel.engine.analysis import Analysis, MoveValue
from divisor_duel.engine.clock import Clock, StepClock
from divisor_duel.engine.engine import Engine, analyze, default_engine, judge_moves, use_engine
from divisor_duel.game import Value

__all__ = [
    "Analysis",
    "Clock",
    "Engine",
    "MoveValue",
    "StepClock",
    "Value",
    "analyze",
    "default_engine",
    "judge_moves",
    "use_engine",
]
