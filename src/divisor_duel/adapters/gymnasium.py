"""The games as Gymnasium environments: one agent against a level of the computer.

Importing this module registers ``DivisorDuel/Divider-v0`` and so on for all
games; ``gymnasium.make("divisor_duel.adapters.gymnasium:DivisorDuel/Chain-v0")``
imports and makes in one step. Rewards are 0 until the end, then +1 for a win and
-1 for a loss; no legal move is penalised. An illegal action is never played. By
default it loses the game: reward -1, terminated, the position unchanged, and
``illegal`` and ``reason`` in the info.

>>> import gymnasium
>>> import divisor_duel.adapters.gymnasium
>>> env = gymnasium.make("DivisorDuel/Countdown-v0", opponent="perfect", start=12)
>>> observation, info = env.reset(seed=1)
>>> env.unwrapped.valid_moves()
[2, 3, 4, 6]
>>> observation, reward, terminated, truncated, info = env.step(5)
>>> reward, terminated, info["reason"]
(-1.0, True, '5 does not divide 12; choose one of 2, 3, 4, 6')
"""

from __future__ import annotations

from operator import index
from random import Random
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete

from divisor_duel.adapters.encoding import (
    AGENT_SEATS,
    Bits,
    action_count,
    action_mask,
    check_choice,
    observation,
    observation_size,
    playable_game,
)
from divisor_duel.adapters.rendering import Pixels, picture, text
from divisor_duel.engine.levels import LEVELS
from divisor_duel.engine.opponent import Opponent
from divisor_duel.errors import IllegalMoveError
from divisor_duel.game import OptionValue, Outcome, Player, Position
from divisor_duel.games.registry import DEFAULT_GAME, GAMES

RENDER_MODES = ("ansi", "rgb_array")
ILLEGAL_POLICIES = ("lose", "raise")

Step = tuple[Bits, float, bool, bool, dict[str, Any]]


class DuelEnv(gymnasium.Env[Bits, np.int64]):
    """An agent against `opponent`, a level such as ``perfect``.

    `agent` is the seat of the agent: first, second, or by coin toss (random). Without an
    opponent (None) the caller plays both sides in turn, as in gg-bench: the observation
    is that of the player to move, the reward that of the player who moved. `illegal` is
    ``lose``, or ``raise`` for an IllegalMoveError after which the game can continue.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str = DEFAULT_GAME,
        opponent: str | None = "random",
        agent: str = "first",
        illegal: str = "lose",
        render_mode: str | None = "ansi",
        **options: OptionValue,
    ) -> None:
        if opponent is not None:
            check_choice("opponent", opponent, LEVELS)
        check_choice("agent", agent, AGENT_SEATS)
        check_choice("illegal", illegal, ILLEGAL_POLICIES)
        if render_mode is not None:
            check_choice("render_mode", render_mode, RENDER_MODES)
        self.game = playable_game(game, **options)
        """The game."""
        self.position: Position = self.game.start()
        """The current position."""
        self.me = Player.ONE
        """The agent's player; Player 1 always begins."""
        self.done = True
        """Whether the episode is over."""
        self.opponent, self.agent, self.illegal = opponent, agent, illegal
        self.render_mode = render_mode
        self.action_space = Discrete(action_count(self.game))
        self.observation_space = Box(0, 1, (observation_size(self.game),), np.int8)
        self._rng = Random(0)
        self._level = Opponent(opponent, self.game) if opponent else None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bits, dict[str, Any]]:
        """Start a new game; the option ``agent`` overrides the seat for this game.

        An opponent that begins may win with its first move. Then no action is legal, and
        the next step returns the reward of -1, whatever its action.
        """
        super().reset(seed=seed)
        agent = (options or {}).get("agent", self.agent)
        check_choice("agent", agent, AGENT_SEATS)
        self._rng = Random(int(self.np_random.integers(1 << 62)))
        if agent == "random":
            agent = self._rng.choice(AGENT_SEATS[:2])
        self.position, self.done = self.game.start(), False
        self.me = Player.TWO if agent == "second" and self.opponent else Player.ONE
        reply = self._reply()
        return self._observation(), self._info(opponent_move=reply)

    def step(self, action: Any) -> Step:
        """Play `action` and the opponent's reply; after the end, play nothing."""
        if self.done:
            return self._observation(), 0.0, True, False, self._info()
        mover = self.me if self.opponent else self.position.to_move
        outcome = self.game.outcome(self.position)
        if outcome:  # the opponent won with its first move
            return self._end(mover, outcome)
        try:
            self.position = self.game.play(self.position, index(action))
        except IllegalMoveError as error:
            if self.illegal == "raise":
                raise
            self.done = True
            info = self._info(illegal=True, reason=str(error))
            return self._observation(), -1.0, True, False, info
        reply = self._reply()
        outcome = self.game.outcome(self.position)
        if outcome:
            return self._end(mover, outcome, opponent_move=reply)
        return self._observation(), 0.0, False, False, self._info(opponent_move=reply)

    def _end(self, mover: Player, outcome: Outcome, **extra: Any) -> Step:
        self.done = True
        reward = 1.0 if outcome.winner == mover else -1.0
        info = self._info(winner=int(outcome.winner), reason=outcome.reason, **extra)
        return self._observation(), reward, True, False, info

    def _reply(self) -> int | None:
        """Let the opponent move if it is to move; return its move, or None."""
        waiting = self.opponent is None or self.position.to_move == self.me
        if waiting or self.game.outcome(self.position):
            return None
        assert self._level is not None
        move = self._level.choose(self.position, self._rng)
        self.position = self.game.play(self.position, move)
        return move

    def _observation(self) -> Bits:
        viewer = self.me if self.opponent else self.position.to_move
        return observation(self.game, self.position, viewer)

    def _info(self, **extra: Any) -> dict[str, Any]:
        given = {name: value for name, value in extra.items() if value is not None}
        return {"action_mask": self.action_masks(), "to_move": int(self.position.to_move), **given}

    @property
    def current_player(self) -> int:
        """The player to move, 1 or 2, under the name that gg-bench uses."""
        return int(self.position.to_move)

    def valid_moves(self) -> list[int]:
        """Return the legal actions, ascending; none after the end."""
        return [] if self.done else list(self.game.legal_moves(self.position))

    def action_masks(self) -> Bits:
        """Return ones at the legal actions, under the name that sb3-contrib expects."""
        if self.done:
            return np.zeros(action_count(self.game), np.int8)
        return action_mask(self.game, self.position)

    def render(self) -> str | Pixels | None:
        """Return the position as text, or as pixels in the mode ``rgb_array``."""
        if self.render_mode == "rgb_array":
            return picture(self.game, self.position)
        return text(self.game, self.position)


def register_environments() -> None:
    """Register the games with Gymnasium, unless they are registered already."""
    for name in GAMES:
        env_id = f"DivisorDuel/{name.title()}-v0"
        if env_id not in gymnasium.registry:
            gymnasium.register(
                env_id,
                entry_point="divisor_duel.adapters.gymnasium:DuelEnv",
                vector_entry_point="divisor_duel.adapters.vector:DuelVectorEnv",
                kwargs={"game": name},
            )


register_environments()
