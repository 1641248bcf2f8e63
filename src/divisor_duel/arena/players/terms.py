"""The terms on which games are played: time limits, policies and the random seed."""

from __future__ import annotations

from typing import NamedTuple

from divisor_duel.arena.players.model_settings import SECONDS as MODEL_SECONDS
from divisor_duel.arena.players.protocol import Policy
from divisor_duel.files import JsonObject
from divisor_duel.questions.question import CRASH, ILLEGAL, TIMEOUT

SAMPLED, FAIR, RULEBOOK = "sampled", "fair", "rulebook"
START_KINDS = (SAMPLED, FAIR, RULEBOOK)
"""Positions from random games, the start of the fair set-up, or that of the rule book."""

SECONDS = 10.0
"""Default time limit for a program's move, in seconds."""

PATIENCE = 300.0
"""Default time to keep retrying an endpoint that does not answer, in seconds per move."""


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

    def as_object(self) -> JsonObject:
        """Return the terms as they are saved."""
        policies = {name: str(getattr(self, name)) for name in (ILLEGAL, TIMEOUT, CRASH)}
        fields = {**self._asdict(), **policies}
        del fields["patience"]  # waiting longer for a reply does not change the reply
        return fields
