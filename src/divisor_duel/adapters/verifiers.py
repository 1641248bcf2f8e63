"""The games as a verifiers environment: ``vf-eval divisor-duel-verifiers``.

A task is a position where some moves win and others lose, of one game
(``--env.taskset.game chain``) or of all. These positions are safe to train on: none is
reserved for benches. To measure, ``--env.taskset.bench true`` asks the positions of the bench
instead; never train on them. The model plays on from there against a level. Two rewards are
recorded, both exact: ``kept`` is the mean worth of its moves (1 for keeping a win, -1 for
giving one away or an illegal move, 0 where nothing is at stake), and ``won`` is 1 if the model
won, else 0. The worth of each move is in the trace's info, for rewards by turn.

verifiers looks for environments among top-level packages, so the package
``divisor_duel_verifiers`` re-exports this module.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import verifiers.v1 as vf
from pydantic import Field

from divisor_duel.games.registry import GAMES, set_up
from divisor_duel.questions.grading import QuestionRecord, bench_questions, questions
from divisor_duel.questions.text_game import TextGame

__all__ = ["DuelEnv", "DuelTaskset"]


class DuelConfig(vf.TasksetConfig):  # type: ignore[misc]
    """Chooses the positions; set under ``--env.taskset``."""

    game: str = ""
    """A game; if empty, all games in their fair set-ups."""
    options: dict[str, int | str] = Field(default_factory=dict)
    """The game's options."""
    positions: int = 100
    """Number of positions of each game."""
    seed: int = 1
    """Random seed."""
    bench: bool = False
    """Whether to ask the positions of the bench, to measure and never to train."""
    tier: str = "small"
    """Tier of the bench."""
    legal: bool = True
    """Whether prompts list the legal moves."""


class DuelData(vf.TaskData):  # type: ignore[misc]
    """One position."""

    info: dict[str, Any]
    """The question with its answers."""


class DuelTask(vf.Task[DuelData, vf.State, vf.TaskConfig]):  # type: ignore[misc]
    """A position to play on from."""


class DuelTaskset(vf.Taskset[DuelTask, DuelConfig]):  # type: ignore[misc]
    """Positions with exact answers."""

    def load(self) -> Iterator[DuelTask]:
        """Yield a task for each position."""
        for question in self._questions():
            info: dict[str, Any] = {**question, "show_legal": self.config.legal}
            data = DuelData(
                id=question["id"], name=question["id"], prompt=info.pop("prompt"), info=info
            )
            yield DuelTask(data, self.config.task)

    def _questions(self) -> list[QuestionRecord]:
        config = self.config
        if config.bench:
            return bench_questions(config.tier, show_legal=config.legal)
        fair = {name: dict(game.fair.options) for name, game in GAMES.items()}
        setups = {config.game: config.options} if config.game else fair
        return [
            question
            for name, options in setups.items()
            for question in questions(name, config.positions, config.seed, config.legal, **options)
        ]


class DuelEnvConfig(vf.EnvConfig):  # type: ignore[misc]
    """Settings of a game."""

    player: vf.AgentConfig = vf.AgentConfig()
    """The model."""
    opponent: str = "perfect"
    """The level of the opponent."""
    moves: int = 100
    """Limit on the model's moves in a game; 1 asks for a single move."""


class DuelEnv(vf.Env[DuelEnvConfig]):  # type: ignore[misc]
    """A game against a level, with a reward for the worth of each move."""

    async def run(self, task: Any, agents: Any) -> None:
        """Play one game."""
        info = task.data.info
        text_game = TextGame(
            set_up(info["game"], info["options"]),
            self.config.opponent,
            info["played"],
            seed=info["id"],
            show_legal=info["show_legal"],
        )
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                await asyncio.to_thread(text_game.answer, segment.last_reply)
                if text_game.is_over or len(text_game.rewards) >= self.config.moves:
                    break
                segment = await interaction.turn(text_game.prompt)
        trace = interaction.trace
        if text_game.rewards:  # if the endpoint never answered, the model has no score
            trace.record_reward("kept", sum(text_game.rewards) / len(text_game.rewards), 1.0)
        if text_game.is_over:
            trace.record_reward("won", float(text_game.has_won), 1.0)
        trace.info["rewards"] = text_game.rewards
        trace.info["played"] = text_game.played
