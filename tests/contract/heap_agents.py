"""A sixth game in every library of agents, in a process of its own: their registers stay."""

from __future__ import annotations

import json

import gymnasium
import numpy as np
import pyspiel

import divisor_duel.adapters.gymnasium
import divisor_duel.adapters.openspiel  # noqa: F401
from divisor_duel.adapters.pettingzoo import env as pettingzoo_env
from divisor_duel.batch import batch


def main() -> None:
    """Play it everywhere and print what was found."""
    found: dict[str, object] = {}

    env = gymnasium.make("DivisorDuel/Heap-v0", opponent="perfect", render_mode="rgb_array", size=5)
    _, info = env.reset(seed=1)
    found["gymnasium mask"] = info["action_mask"].tolist()
    rewards = []
    for take in (1, 3):  # leaves four, then whatever is left of them
        legal = np.flatnonzero(info["action_mask"])
        _, reward, ended, _, info = env.step(np.int64(min(take, legal[-1])))
        rewards.append(float(reward))
    found["gymnasium"] = [rewards[-1], ended]
    found["picture"] = env.render().shape[2]  # type: ignore[union-attr]

    envs = gymnasium.make_vec("DivisorDuel/Heap-v0", num_envs=3, size=3)
    envs.reset(seed=1)
    _, rewards_at_once, ended_at_once, _, _ = envs.step(np.array([3, 3, 9]))
    found["vector"] = [rewards_at_once.tolist(), ended_at_once.tolist()]

    table = pettingzoo_env("heap", size=4)
    table.reset(seed=1)
    for move in (3, 1):
        table.step(move)
    found["pettingzoo"] = [int(table.rewards[name]) for name in table.possible_agents]

    state = pyspiel.load_game("divisor_duel_heap(size=4)").new_initial_state()
    found["openspiel legal"] = state.legal_actions()
    state.apply_action(3)
    found["openspiel sees"] = len(state.observation_tensor(0)) > 0
    state.apply_action(1)
    found["openspiel"] = state.returns()

    games = batch("heap", 8)
    rng = np.random.default_rng(1)
    while not games.winners.all():
        games.step(games.sample(rng))
    found["batch"] = [
        games.games,
        sorted(set(games.winners.tolist())),
        games.observations().shape[0],
    ]

    print(json.dumps(found))


if __name__ == "__main__":
    main()
