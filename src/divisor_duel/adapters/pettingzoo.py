"""The games as PettingZoo environments in which agents take turns (AEC).

Observations are ``{"observation": ..., "action_mask": ...}``, and the mask is in
the infos too; an agent that is not to move has an empty mask. Rewards are 0
until the end, then +1 for the winner and -1 for the loser.

>>> from divisor_duel.adapters.pettingzoo import env
>>> game = env("chain", high=20)
>>> game.reset(seed=1)
>>> game.step(15)
>>> observation, reward, terminated, truncated, info = game.last()
>>> observation["action_mask"].nonzero()[0].tolist()
[3, 5]
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import logger
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from divisor_duel.adapters.encoding import (
    action_count,
    action_mask,
    observation,
    observation_size,
    playable_game,
)
from divisor_duel.adapters.rendering import Pixels, picture, text
from divisor_duel.errors import OptionsError
from divisor_duel.game import OptionValue, Player, Position, brief

AGENTS = {"player_1": Player.ONE, "player_2": Player.TWO}
"""The players by the names of their agents."""
RENDER_MODES = ("human", "ansi", "rgb_array")


def env(game: str, *, render_mode: str | None = None, **options: OptionValue) -> AECEnv:
    """Return a game with PettingZoo's usual wrappers.

    An illegal action is not played and ends the game: its agent gets -1, the opponent 0.
    An action outside the action space is an error.
    """
    wrapped: AECEnv = raw_env(game, render_mode=render_mode, **options)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


def raw_env(game: str, *, render_mode: str | None = None, **options: OptionValue) -> DuelAECEnv:
    """Return a game without wrappers, in which illegal actions raise IllegalMoveError."""
    return DuelAECEnv(game, render_mode=render_mode, **options)


class DuelAECEnv(AECEnv):  # type: ignore[misc]
    """Two agents at one of the games; `reset` takes the option ``first``, 1 or 2."""

    metadata: dict[str, Any] = {  # noqa: RUF012  (the base class replaces it per object too)
        "name": "divisor_duel_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self, game: str, *, render_mode: str | None = None, **options: OptionValue
    ) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise OptionsError(
                f"render_mode must be {' or '.join(RENDER_MODES)}, not {brief(render_mode)}"
            )
        self.game = playable_game(game, **options)
        """The game."""
        self.position: Position = self.game.start()
        """The current position."""
        self._mask = action_mask(self.game, self.position)
        self.metadata = {**self.metadata, "name": f"divisor_duel_{game}_v0"}
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        actions, size = action_count(self.game), observation_size(self.game)
        self.action_spaces = {agent: Discrete(actions) for agent in AGENTS}
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(0, 1, (size,), np.int8),
                    "action_mask": Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in AGENTS
        }

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game; the games are deterministic, so the seed has no effect."""
        first = (options or {}).get("first", 1)
        if first not in (1, 2):
            raise OptionsError(f"first must be 1 or 2, not {brief(first)}")
        self.position = self.game.start(Player(first))
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self._turn()

    def _turn(self) -> None:
        self.agent_selection = f"player_{int(self.position.to_move)}"
        self._mask = action_mask(self.game, self.position)
        self.infos = {agent: {"action_mask": self._mask_of(agent)} for agent in AGENTS}

    def _mask_of(self, agent: str) -> Any:
        """Return the mask, a copy of the one that is computed once a turn; zeros if it waits."""
        if AGENTS[agent] == self.position.to_move:
            return self._mask.copy()
        return np.zeros(len(self._mask), np.int8)

    def observe(self, agent: str) -> dict[str, Any]:
        return {
            "observation": observation(self.game, self.position, AGENTS[agent]),
            "action_mask": self._mask_of(agent),
        }

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.position = self.game.play(self.position, int(action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        outcome = self.game.outcome(self.position)
        if outcome:
            for agent, player in AGENTS.items():
                self.rewards[agent] = 1.0 if player == outcome.winner else -1.0
                self.terminations[agent] = True
        self._turn()
        self._accumulate_rewards()

    def render(self) -> str | Pixels | None:
        if self.render_mode is None:
            logger.warn("render() needs a render_mode: human, ansi or rgb_array")
            return None
        if self.render_mode == "human":
            print(text(self.game, self.position))
            return None
        show = text if self.render_mode == "ansi" else picture
        return show(self.game, self.position)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
