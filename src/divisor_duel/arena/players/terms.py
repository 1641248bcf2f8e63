"""The terms on which games are played: time limits, policies and the random seed."""

from __future__ import annotations

from typing import NamedTuple, TypedDict

from divisor_duel.arena.players.model_settings import SECONDS as MODEL_SECONDS
from divisor_duel.arena.players.protocol import Policy

SAMPLED, FAIR, RULEBOOK = "sampled", "fair", "rulebook"
START_KINDS = (SAMPLED, FAIR, RULEBOOK)
"""Positions from random games, the start of the fair set-up, or that of the rule book."""

SECONDS = 10.0
"""Default time limit for a program's move, in seconds."""

PATIENCE = 300.0
"""Default time to keep retrying an endpoint that does not answer, in seconds per move."""


class PlayingTerms(TypedDict):
    """What the settings of a bench say of the terms."""

    seed: int
    seconds: float
    show_legal: bool
    model_seconds: float
    start_seconds: float
    memory: int


class SavedTerms(PlayingTerms):
    """The terms as they are saved with the results of a tournament."""

    starts: str
    illegal: str
    timeout: str
    crash: str
    skip_forced: bool
    judge: bool


class Terms(NamedTuple):
    """The terms of all games; only games on the same terms can be compared."""

    seed: int = 1
    """Random seed of the whole tournament."""
    starts: str = SAMPLED
    """How start positions are chosen: one of `START_KINDS`."""
    seconds: float = SECONDS
    """Time limit for a move, in seconds."""
    illegal: Policy = Policy()
    """Policy after an answer that is not a legal move."""
    timeout: Policy = Policy()
    """Policy after an answer that comes too late."""
    crash: Policy = Policy()
    """Policy after a crash or a failed start."""
    show_legal: bool = True
    """Whether prompts list the legal moves."""
    skip_forced: bool = False
    """Whether a single legal move is played without asking."""
    model_seconds: float = MODEL_SECONDS
    """Time limit for a language model's reply, in seconds, unless the model sets its own."""
    patience: float = PATIENCE
    """How long to retry an endpoint that does not answer, in seconds per move."""
    judge: bool = True
    """Whether moves are compared with exact play."""
    start_seconds: float = 20.0
    """Time limit for a program to get ready, in seconds."""
    memory: int = 4096
    """Memory limit of a program, in megabytes; 0 for none."""

    def playing(self) -> PlayingTerms:
        """Return the terms that matter to a bench, as they are saved."""
        return {
            "seed": self.seed,
            "seconds": self.seconds,
            "show_legal": self.show_legal,
            "model_seconds": self.model_seconds,
            "start_seconds": self.start_seconds,
            "memory": self.memory,
        }

    def as_object(self) -> SavedTerms:
        """Return the terms as they are saved.

        Without `patience`: waiting longer for a reply does not change the reply.
        """
        return {
            **self.playing(),
            "starts": self.starts,
            "illegal": str(self.illegal),
            "timeout": str(self.timeout),
            "crash": str(self.crash),
            "skip_forced": self.skip_forced,
            "judge": self.judge,
        }
