"""Many games as one Gymnasium vector environment, based on `divisor_duel.batch`.

``gymnasium.make_vec`` makes it for the ids that `divisor_duel.adapters.gymnasium`
registers. Rewards and illegal actions are as there. A game that ends restarts in the
same step; its last observation is in ``final_obs`` of the infos.

>>> import gymnasium
>>> import divisor_duel.adapters.gymnasium
>>> envs = gymnasium.make_vec("DivisorDuel/Divider-v0", num_envs=3)
>>> observations, infos = envs.reset(seed=1)
>>> observations, rewards, ended, truncated, infos = envs.step([2, 3, 99])
>>> rewards.tolist(), ended.tolist(), infos["illegal"].tolist()
([0.0, 0.0, -1.0], [False, False, True], [False, False, True])
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from divisor_duel.adapters.encoding import (
    AGENT_SEATS,
    Bits,
    check_choice,
    observation_size,
    playable_game,
)
from divisor_duel.batch import Batch, make_batch
from divisor_duel.engine.levels import LEVELS
from divisor_duel.engine.opponent import Opponent
from divisor_duel.errors import OptionsError
from divisor_duel.game import OptionValue, brief
from divisor_duel.games.registry import DEFAULT_GAME

Policy = Callable[[Batch], NDArray[np.int64]]
"""Chooses a legal move for each game of a batch; finished games ignore theirs."""

Arrays = NDArray[Any]


class DuelVectorEnv(VectorEnv[Bits, Arrays, Arrays]):
    """An agent in `num_envs` games against a level, or a function that plays a batch.

    If `opponent` is None, the caller plays both sides in turn: observations are those of
    the players to move, rewards those of the players who moved.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": [],
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: str = DEFAULT_GAME,
        num_envs: int = 1,
        opponent: str | Policy | None = "random",
        agent: str = "first",
        **options: OptionValue,
    ) -> None:
        if not (opponent is None or callable(opponent) or opponent in LEVELS):
            raise OptionsError(
                f"opponent must be one of {', '.join(LEVELS)}, None or a function, "
                f"not {brief(opponent)}"
            )
        check_choice("agent", agent, AGENT_SEATS)
        self.game = playable_game(game, **options)
        """The game."""
        self.batch = make_batch(self.game, num_envs)
        """The current positions."""
        self.opponent, self.agent, self.num_envs = opponent, agent, num_envs
        self.single_action_space = Discrete(self.batch.actions)
        self.single_observation_space = Box(0, 1, (observation_size(self.game),), np.int8)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._me = np.ones(num_envs, np.int8)
        self._level = None
        if isinstance(opponent, str) and opponent != "random":
            self._level = Opponent(opponent, self.game)
        self._rng = Random(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bits, dict[str, Any]]:
        """Restart all games."""
        super().reset(seed=seed)
        if self._level:
            self._rng = Random(int(self.np_random.integers(1 << 62)))
        self._begin(np.ones(self.num_envs, np.bool_))
        return self.batch.observations(self._viewers()), self._infos()

    def step(self, actions: Any) -> tuple[Bits, Arrays, Arrays, Arrays, dict[str, Any]]:
        """Play the actions and the opponents' replies, and restart finished games."""
        games = self.batch
        lost_before = games.winners != 0  # the opponent won with its first move
        illegal = ~games.check(actions) & ~lost_before
        mover = games.to_move.copy() if self.opponent is None else self._me
        games.step(actions, where=~illegal)
        if self.opponent is not None:
            self._reply(~illegal)
        ended = (games.winners != 0) | illegal
        rewards = np.where(ended, np.where(games.winners == mover, 1.0, -1.0), 0.0)
        final = self.batch.observations(self._viewers())
        extra = {"illegal": illegal, "winner": games.winners.copy()}
        observations = final
        if ended.any():
            extra |= {"final_obs": final, "_final_obs": ended}
            self._begin(ended)
            observations = games.observations(self._viewers())
        never = np.zeros(self.num_envs, np.bool_)
        return observations, rewards, ended, never, self._infos(**extra)

    def _begin(self, which: NDArray[np.bool_]) -> None:
        self.batch.reset(which)
        if self.opponent is None:
            return
        if self.agent == "random":
            seats = self.np_random.integers(1, 3, self.num_envs, np.int8)
        else:
            seats = np.full(self.num_envs, 1 + AGENT_SEATS.index(self.agent), np.int8)
        self._me = np.where(which, seats, self._me)
        self._reply(which)

    def _reply(self, which: NDArray[np.bool_]) -> None:
        """Let the opponent move in the games where it is to move."""
        waiting = which & (self.batch.to_move != self._me) & (self.batch.winners == 0)
        if waiting.any():
            if callable(self.opponent):
                moves = self.opponent(self.batch)
            elif self._level:
                moves = self._level_moves(self._level, waiting)
            else:
                moves = self.batch.sample(self.np_random)
            self.batch.step(moves, where=waiting)

    def _level_moves(self, level: Opponent, waiting: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return the level's moves, one game at a time; positions seen before are cheap."""
        moves = np.zeros(self.num_envs, np.int64)
        moves[waiting] = [
            level.choose(position, self._rng) for position in self.batch.positions(waiting)
        ]
        return moves

    def _viewers(self) -> Any:
        return self.batch.to_move if self.opponent is None else self._me

    def _infos(self, **extra: Any) -> dict[str, Any]:
        return {"action_mask": self.batch.legal().astype(np.int8), **extra}
