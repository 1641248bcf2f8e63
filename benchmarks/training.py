"""Steps per second of the Gymnasium environments, with and without an opponent.

The agent plays random legal moves, which is the hardest case: a level caches its moves,
and agents that have learnt something return to the same positions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.measure import at_least, seconds, table
from divisor_duel import GAMES
from divisor_duel.adapters.gymnasium import DuelEnv
from divisor_duel.adapters.vector import DuelVectorEnv

TARGET = 2000.0
LEVEL = "hard"
STEPS = 10_000
"""Number of agent steps measured, starting with an empty cache."""
GAMES_AT_ONCE = 64


def single_rate(name: str, opponent: str | None) -> float:
    """Return steps per second of one environment."""
    env, rng = DuelEnv(name, opponent=opponent, render_mode=None), np.random.default_rng(1)
    env.reset(seed=1)

    def play() -> None:
        for chance in rng.random(STEPS):
            legal = env.valid_moves()
            _, _, ended, _, _ = env.step(legal[int(chance * len(legal))] if legal else 0)
            if ended:
                env.reset()

    return STEPS / seconds(play)


def vector_rate(name: str, opponent: str | None) -> float:
    """Return steps per second of a vector environment, over all its games."""
    envs = DuelVectorEnv(name, GAMES_AT_ONCE, opponent=opponent)
    rng: Any = np.random.default_rng(1)
    envs.reset(seed=1)

    def play() -> None:
        for _ in range(STEPS // GAMES_AT_ONCE):
            envs.step(envs.batch.sample(rng))

    return STEPS / seconds(play)


def run() -> None:
    """Print the rates of every game."""
    rows = []
    for name in GAMES:
        rates = [rate(name, who) for rate in (single_rate, vector_rate) for who in (None, LEVEL)]
        cells = (f"{rate:,.0f}" for rate in rates)
        rows.append((name, *cells, *at_least(min(rates[1], rates[3]), TARGET)))
    title = f"Steps per second, {STEPS} of them; the vector environment has {GAMES_AT_ONCE} games"
    head = ("game", "alone", f"against {LEVEL}", "vector", f"against {LEVEL}", "target", "")
    table(title, head, rows)
