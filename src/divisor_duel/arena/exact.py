"""Exact values as the arena needs them: the same for the same position, wherever it is asked.

An engine's answers may depend on the clock and on what it remembers: both would
make a tournament differ from its repetition. So the arena has an engine that counts
steps instead of seconds and remembers only what no limit can change.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Any

from divisor_duel.engine import Engine, StepClock
from divisor_duel.engine.levels import OPPONENTS, Effort, choose_move
from divisor_duel.engine.skill import BLIND
from divisor_duel.engine.theory import Verdict
from divisor_duel.game import Game, Value

VALUE_SECONDS = 5.0
"""How long who wins may take, in counted seconds: only set-ups far beyond the presets need it."""

WHOLE_SECONDS, LENGTH_SECONDS = 5.0, 0.02
"""How long the length of best play may take, where it is always found and elsewhere."""

KEPT = 8192
"""How many positions are remembered."""

ENGINE = Engine(clock=StepClock, memory=0)


def judge(game: Game[Any], position: Any) -> Mapping[int, Verdict]:
    """For each legal move the verdict on the position after it."""
    return _judged(ENGINE, game, position)


@lru_cache(maxsize=KEPT)
def _judged(engine: Engine, game: Game[Any], position: Any) -> Mapping[int, Verdict]:
    return engine.judge(game, position, VALUE_SECONDS, _length_seconds(game))


def _length_seconds(game: Game[Any]) -> float:
    with ENGINE.theory(game) as theory:
        return WHOLE_SECONDS if theory.always_finishes else LENGTH_SECONDS


def values(game: Game[Any], position: Any) -> Mapping[int, Value]:
    """What each legal move is worth; much cheaper than lengths."""
    return _valued(ENGINE, game, position)


@lru_cache(maxsize=KEPT)
def _valued(engine: Engine, game: Game[Any], position: Any) -> Mapping[int, Value]:
    verdicts = engine.judge(game, position, VALUE_SECONDS, 0)
    return {move: verdict.value.other for move, verdict in verdicts.items()}


def remoteness(game: Game[Any], position: Any) -> int | None:
    """How many plies best play takes from a position, if that is found within the limit."""
    with ENGINE.theory(game) as theory:
        return theory.plies_left(position, ENGINE.budget(VALUE_SECONDS, _effort(game).extras))


@lru_cache(maxsize=KEPT)
def _effort(game: Game[Any]) -> Effort:
    return Effort(VALUE_SECONDS, _length_seconds(game), ENGINE)


def seeded_move(level: str, game: Game[Any], position: Any, seed: int) -> int:
    """The move of a built-in level, by the chance that a question brings.

    One draw needs no generator: to seed one takes as long as half of a random game.
    """
    if OPPONENTS[level].skill is BLIND:
        legal = game.legal_moves(position)
        return legal[seed % len(legal)]
    return level_move(level, game, position, Random(seed))


def level_move(level: str, game: Game[Any], position: Any, rng: Random) -> int:
    """The move of a built-in level, the same as in play; chance comes from `rng` alone."""
    return choose_move(level, game, position, rng, _effort(game))
