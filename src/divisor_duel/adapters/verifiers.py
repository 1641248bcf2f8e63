"""The games as an environment of verifiers: ``vf-eval divisor-duel-verifiers``.

A task is a decision of a set-up (``--env.taskset.game chain``), or a position of the
bench if no game is named. The model plays on from there against a level. Two rewards
are recorded, both exact: ``kept`` is the mean worth of its moves (1 keeps a win, -1
gives one away or is no legal move, 0 where nothing is at stake), ``won`` says who won.
What each move was worth stands in the trace's info, for rewards by turn.

verifiers looks for environments among top-level packages, so one with the name
``divisor_duel_verifiers`` passes this module on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import verifiers.v1 as vf
from pydantic import Field

from divisor_duel.games.registry import set_up
from divisor_duel.words.grading import Asked, bench_questions, questions
from divisor_duel.words.sitting import Sitting

__all__ = ["DuelEnv", "DuelTaskset"]


class DuelConfig(vf.TasksetConfig):  # type: ignore[misc]
    """Which positions there are, under ``--env.taskset``."""

    game: str = ""
    """A game; without one, the positions of the bench."""
    options: dict[str, int | str] = Field(default_factory=dict)
    """The game's options."""
    positions: int = 100
    """How many decisions of that game."""
    seed: int = 1
    """Where chance comes from."""
    tier: str = "small"
    """Which tier of the bench."""
    held_out: bool = False
    """Whether its held-out positions are asked."""
    legal: bool = True
    """Whether the model is told the legal moves."""


class DuelData(vf.TaskData):  # type: ignore[misc]
    """One position."""

    info: dict[str, Any]
    """The question with its answers."""


class DuelTask(vf.Task[DuelData, vf.State, vf.TaskConfig]):  # type: ignore[misc]
    """A position to play on from."""


class DuelTaskset(vf.Taskset[DuelTask, DuelConfig]):  # type: ignore[misc]
    """Decisions with exact answers."""

    def load(self) -> Iterator[DuelTask]:
        """Every position."""
        for asked in self._asked():
            kept = {**asked, "legal": self.config.legal}
            data = DuelData(id=asked["id"], name=asked["id"], prompt=kept.pop("prompt"), info=kept)
            yield DuelTask(data, self.config.task)

    def _asked(self) -> list[Asked]:
        config = self.config
        if not config.game:
            return bench_questions(config.tier, config.held_out, config.legal)
        return questions(config.game, config.positions, config.seed, config.legal, **config.options)


class DuelEnvConfig(vf.EnvConfig):  # type: ignore[misc]
    """How a game goes on."""

    player: vf.AgentConfig = vf.AgentConfig()
    """The model."""
    opponent: str = "perfect"
    """The level that it plays against."""
    moves: int = 100
    """After how many moves of the model the game is broken off: 1 asks for the decision alone."""


class DuelEnv(vf.Env[DuelEnvConfig]):  # type: ignore[misc]
    """A game against a level, each move rewarded by what it is worth."""

    async def run(self, task: Any, agents: Any) -> None:
        """Play one game."""
        info = task.data.info
        sitting = Sitting(
            set_up(info["game"], info["options"]),
            self.config.opponent,
            info["played"],
            seed=info["id"],
            show_legal=info["legal"],
        )
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                await asyncio.to_thread(sitting.answer, segment.last_reply)
                if sitting.is_over or len(sitting.rewards) >= self.config.moves:
                    break
                segment = await interaction.turn(sitting.prompt)
        trace = interaction.trace
        if sitting.rewards:  # an endpoint that never answered says nothing about the model
            trace.record_reward("kept", sum(sitting.rewards) / len(sitting.rewards), 1.0)
        if sitting.is_over:
            trace.record_reward("won", float(sitting.has_won), 1.0)
        trace.info["rewards"] = sitting.rewards
        trace.info["played"] = sitting.played
