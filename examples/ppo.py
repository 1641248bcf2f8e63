"""A network for each set-up of Bench 2, trained by sb3-contrib's MaskablePPO.

    pip install sb3-contrib 'divisor-duel[rl]'
    python examples/ppo.py
    duel bench ppo=py:examples.ppo:player --no-games

It trains on our Gymnasium environments against a level, and knows only its observations, the
legal moves and who won. Networks are saved in the folder `ppo-networks`, from which the
player loads them; without a network, because a set-up is too large or was not trained, it
plays at random. PyTorch is heavy, so no test of this package runs this.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

from divisor_duel import GAMES, Player
from divisor_duel.adapters.encoding import action_mask, game_that_fits, observation
from divisor_duel.adapters.gymnasium import DuelEnv
from divisor_duel.errors import OptionsError
from divisor_duel.game import AnyGame
from divisor_duel.questions.bench_item import SKILL_PART
from divisor_duel.questions.bench_positions import position_set

FOLDER = Path("ppo-networks")
ENVIRONMENTS = 16
"""Number of games played in parallel."""


def file_of(game: AnyGame) -> Path:
    """Return the path of a set-up's network."""
    options = "-".join(f"{name}{value}" for name, value in game.options.items())
    return FOLDER / f"{game.id}-{options}.zip"


def train(game: AnyGame, steps: int, opponent: str) -> Any:
    """Train a network for `steps` moves against a level, with random seats."""
    options: Any = game.options
    terms = {"game": game.id, "opponent": opponent, "agent": "random", **options}
    envs = make_vec_env(DuelEnv, ENVIRONMENTS, seed=1, env_kwargs=terms)
    network = MaskablePPO("MlpPolicy", envs, n_steps=128, batch_size=256, gamma=1.0, seed=1)
    return network.learn(steps)


@lru_cache(maxsize=32)
def _network(file: Path) -> Any:
    return MaskablePPO.load(file, device="cpu") if file.exists() else None


def player(question: Mapping[str, Any]) -> int:
    """Return the network's best move: a player for the arena and the bench."""
    game = GAMES[question["game"]](**question["options"])
    network = _network(file_of(game))
    if network is None:
        return int(Random(question["seed"]).choice(question["legal"]))
    *_, position = game.positions(question["played"], Player(question["first"]))
    seen = observation(game, position, position.to_move)
    mask = action_mask(game, position)
    return int(network.predict(seen, action_masks=mask, deterministic=True)[0])


def bench_setups() -> list[AnyGame]:
    """Return the set-ups of the skill part, in the order in which the bench asks them."""
    items = position_set().items
    return list(dict.fromkeys(item.build() for item in items if item.part == SKILL_PART))


def main() -> None:
    """Train and save a network for each set-up of the bench that has none yet."""
    parser = argparse.ArgumentParser(description="Train a network for each set-up of the bench.")
    parser.add_argument("--steps", type=int, default=10_000, help="moves for each (10000)")
    parser.add_argument("--opponent", default="random", help="the level to learn from (random)")
    arguments = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    for game in bench_setups():
        if file_of(game).exists():
            continue
        try:
            game_that_fits(game.id, **game.options)
        except OptionsError as problem:
            print(f"{game.id} {game.options}: {problem}", flush=True)
            continue
        begin = monotonic()
        train(game, arguments.steps, arguments.opponent).save(file_of(game))
        print(f"{file_of(game)}: {monotonic() - begin:.0f} s", flush=True)


if __name__ == "__main__":
    main()
