"""Steps per second with all an agent needs: move, observation and legal mask.

Ours are batches of every game. They are compared, alternately within the same run, with
tic-tac-toe in OpenSpiel, which handles one state at a time, and in pgx, if that is installed
(``pip install pgx``), with the same number of games at once, compiled, on the same CPU.
Rates are per second of CPU time, so other load on the machine hardly matters.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np

from benchmarks.measure import at_least, seconds, table
from divisor_duel import GAMES
from divisor_duel.batch import batch

GAMES_AT_ONCE = 4096
STEPS = 20
ROUNDS = 5
TARGET = 1.0
"""Target for our rate divided by that of each other library."""

Rate = Callable[[], float]
"""Measures once, and returns steps per second."""


def ours(name: str) -> Rate:
    """Return the rate of random moves in a batch, with observations and masks."""
    games, rng = batch(name, GAMES_AT_ONCE, auto_reset=True), np.random.default_rng(1)

    def play() -> None:
        for _ in range(STEPS):
            games.step(games.sample(rng))
            games.observations()
            games.legal()

    return lambda: STEPS * GAMES_AT_ONCE / seconds(play)


def openspiel() -> Rate:
    """Return the rate of random moves in tic-tac-toe, one state at a time."""
    import pyspiel

    game, rng = pyspiel.load_game("tic_tac_toe"), np.random.default_rng(1)

    def play() -> None:
        state = game.new_initial_state()
        for chance in rng.random(GAMES_AT_ONCE):
            legal = state.legal_actions()
            state.apply_action(legal[int(chance * len(legal))])
            if state.is_terminal():
                state = game.new_initial_state()
            state.observation_tensor()
            state.legal_actions_mask()

    return lambda: GAMES_AT_ONCE / seconds(play)


def pgx() -> Rate:
    """Return the rate of random moves in tic-tac-toe, all games in one compiled step."""
    import jax
    import jax.numpy as jnp
    import pgx as library
    from pgx.experimental.wrappers import auto_reset

    env = library.make("tic_tac_toe")
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    choose = jax.jit(lambda key, mask: jax.random.categorical(key, jnp.log(mask * 1.0), axis=-1))
    key = jax.random.PRNGKey(0)
    state: Any = jax.jit(jax.vmap(env.init))(jax.random.split(key, GAMES_AT_ONCE))

    def play() -> None:
        nonlocal state, key
        for _ in range(STEPS):
            key, first, second = jax.random.split(key, 3)
            moves = choose(first, state.legal_action_mask)
            state = step(state, moves, jax.random.split(second, GAMES_AT_ONCE))
        state.observation.block_until_ready()

    play()  # compiles
    return lambda: STEPS * GAMES_AT_ONCE / seconds(play)


def _peers() -> dict[str, Rate]:
    rates: dict[str, Rate] = {}
    for name, make in (("OpenSpiel", openspiel), ("pgx", pgx)):
        try:
            rates[name] = make()
        except ModuleNotFoundError as problem:
            print(f"\nBeside {name}: not measured, {problem}")
    return rates


def run() -> None:
    """Print the rate of every game, and its ratio to that of each other library."""
    peers = _peers()
    rows = []
    for name in GAMES:
        rate = ours(name)
        rate()
        rounds = [
            (rate(), {peer: theirs() for peer, theirs in peers.items()}) for _ in range(ROUNDS)
        ]
        ratios = [median(mine / theirs[peer] for mine, theirs in rounds) for peer in peers]
        cells = [f"{max(mine for mine, _ in rounds):,.0f}"]
        for peer, ratio in zip(peers, ratios, strict=True):
            cells += [f"{max(theirs[peer] for _, theirs in rounds):,.0f}", f"{ratio:.1f}"]
        rows.append([name, *cells, *at_least(min(ratios, default=0.0), TARGET)])
    named = [cell for peer in peers for cell in (peer, "ratio")]
    title = f"Steps with observation and mask per CPU second, {GAMES_AT_ONCE} games at once"
    table(title, ["game", "steps/s", *named, "target", ""], rows)
