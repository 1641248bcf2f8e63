"""The games as an OpenEnv server.

``python -m divisor_duel.adapters.openenv --port 8000`` starts it.

An episode is a game against a level. ``reset`` takes ``game``, the game's ``options``,
``opponent``, ``second`` (let the opponent begin), ``played`` (moves to start after),
``legal`` (whether to list the legal moves) and ``seed``; what cannot be started is refused
with status 422 and the reason. A step is the ``message`` of a model, read as the arena reads
replies, so a bare number is enough. The reward of each step is exact: 1 for keeping a win,
-1 for giving one away or for an illegal move, which also ends the game, and 0 where nothing
was at stake. The state says who won.
"""

from __future__ import annotations

import argparse
from typing import Any
from uuid import uuid4

import msgspec
from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field
from starlette.responses import JSONResponse

from divisor_duel.errors import DuelError
from divisor_duel.game import OptionValue
from divisor_duel.games.registry import DEFAULT_GAME, set_up
from divisor_duel.questions.text_game import TextGame

SESSIONS = 256
"""Limit on concurrent games."""


class DuelAction(Action):  # type: ignore[misc]
    """The player's message."""

    message: str
    """Text that ends with a line such as ``move: 12``, or the move alone."""


class DuelObservation(Observation):  # type: ignore[misc]
    """What the player sees."""

    prompt: str = ""
    """The prompt; empty after the end."""
    legal: list[int] = Field(default_factory=list)
    """The legal moves; empty if they are hidden."""
    detail: str = ""
    """What the last message was worth, and the reply to it, as text."""


class ResetTerms(msgspec.Struct, forbid_unknown_fields=True):
    """What `reset` takes in addition to the seed and the episode's name."""

    game: str = DEFAULT_GAME
    options: dict[str, OptionValue] = {}
    opponent: str = "perfect"
    played: tuple[int, ...] = ()
    second: bool = False
    legal: bool = True


class ResetError(ValueError):
    """A game that cannot be started, with the reason as a sentence."""


class DuelEnvironment(Environment):  # type: ignore[misc]
    """Games against a level, one after the other."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._begin(None, None)

    def _begin(self, seed: int | None, episode_id: str | None, **terms: Any) -> None:
        wanted = msgspec.convert(terms, ResetTerms)
        self._legal = wanted.legal
        self.text_game = TextGame(
            set_up(wanted.game, wanted.options),
            wanted.opponent,
            wanted.played,
            second=wanted.second,
            seed=1 if seed is None else seed,
            show_legal=self._legal,
        )
        self._state = State(episode_id=episode_id or str(uuid4()), step_count=0)

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> DuelObservation:
        """Start a game; ResetError if there is no such game or set-up."""
        try:
            self._begin(seed, episode_id, **kwargs)
        except (DuelError, msgspec.ValidationError) as error:
            raise ResetError(str(error)) from None
        return self._observation(None, "")

    def step(
        self, action: DuelAction, timeout_s: float | None = None, **kwargs: Any
    ) -> DuelObservation:
        """Play the move in a message and the reply to it; after the end, play nothing."""
        if self.text_game.is_over:
            return self._observation(0.0, "The game is over.")
        self._state.step_count += 1
        turn = self.text_game.answer(action.message)
        answered = f" Your opponent plays {turn.reply}." if turn.reply is not None else ""
        return self._observation(float(turn.reward), f"{turn.detail}.{answered}")

    @property
    def state(self) -> State:
        """The moves so far; after the end also who won and why."""
        text_game, outcome = self.text_game, self.text_game.outcome
        details: dict[str, Any] = {
            "game": text_game.game.id,
            "options": text_game.game.options,
            "played": text_game.played,
        }
        if outcome:
            details |= {"won": text_game.has_won, "reason": outcome.reason}
        return State(**self._state.model_dump(), **details)

    def _observation(self, reward: float | None, detail: str) -> DuelObservation:
        over = self.text_game.is_over
        return DuelObservation(
            done=over,
            reward=reward,
            prompt="" if over else self.text_game.prompt,
            legal=self.text_game.legal_moves if self._legal else [],
            detail=detail,
        )


def app() -> Any:
    """Return the ASGI application; servers can use this function as a factory."""
    made = create_fastapi_app(
        DuelEnvironment, DuelAction, DuelObservation, max_concurrent_envs=SESSIONS
    )
    made.add_exception_handler(ResetError, _refuse)
    return made


async def _refuse(request: Any, error: Exception) -> JSONResponse:
    """Answer an impossible reset as FastAPI answers a request that does not fit its schema."""
    return JSONResponse({"detail": str(error)}, 422)


def main() -> None:
    """Serve until stopped."""
    import uvicorn

    parser = argparse.ArgumentParser(prog="python -m divisor_duel.adapters.openenv")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    arguments = parser.parse_args()
    uvicorn.run(app(), host=arguments.host, port=arguments.port)


if __name__ == "__main__":
    main()
