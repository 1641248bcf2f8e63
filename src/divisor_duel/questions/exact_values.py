"""Reproducible exact values: the same for the same position on every machine.

An engine's answers may depend on the clock and on its cache, so a repeated tournament
could end differently. The arena's engine counts steps instead of seconds and caches only
results that no limit can change.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from divisor_duel.batch import exact_values
from divisor_duel.engine import Engine, StepClock
from divisor_duel.engine.levels import Effort
from divisor_duel.game import AnyGame, Position, Value

VALUE_SECONDS = 5.0
"""Limit for finding the winner, in counted seconds; only set-ups far above the presets reach it."""

WHOLE_SECONDS, LENGTH_SECONDS = 5.0, 0.02
"""Limits for finding the length of best play, in counted seconds.

The first is for games whose theory always finds it, the second for all others.
"""

CACHE_SIZE = 8192
"""Positions in each cache."""

ENGINE = Engine(clock=StepClock, memory=0)


def _length_seconds(game: AnyGame) -> float:
    with ENGINE.theory(game) as theory:
        return WHOLE_SECONDS if theory.always_finishes else LENGTH_SECONDS


def values(game: AnyGame, position: Position) -> Mapping[int, Value]:
    """Return the value of each legal move; ``unknown`` if not found within the limit."""
    return _values(ENGINE, game, position)


@lru_cache(maxsize=CACHE_SIZE)
def _values(engine: Engine, game: AnyGame, position: Position) -> Mapping[int, Value]:
    return exact_values.values(game, position, VALUE_SECONDS, engine)


def remoteness(game: AnyGame, position: Position) -> int | None:
    """Return the plies that best play takes; None if not found within the limit."""
    with ENGINE.theory(game) as theory:
        return theory.plies_left(position, ENGINE.budget(VALUE_SECONDS, effort(game).extras))


@lru_cache(maxsize=CACHE_SIZE)
def effort(game: AnyGame) -> Effort:
    """Return the effort that a level may spend on a move."""
    return Effort(VALUE_SECONDS, _length_seconds(game), ENGINE)
