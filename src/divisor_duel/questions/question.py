"""A question to a player, and the fault raised if the player has no usable answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from divisor_duel.game import Game, Player

ILLEGAL, UNREADABLE, EMPTY, TRUNCATED = "illegal", "unreadable", "empty", "truncated"
UNFINISHED = "unfinished"
TIMEOUT, CRASH, START, EXCESS_OUTPUT = "timeout", "crash", "start", "babble"
"""The kinds of faults."""

OK = "ok"
"""The class of a reply without a fault."""


class Question(NamedTuple):
    """A position in which a player must move, with everything the player may know."""

    game: Game[Any]
    """The game with its options."""
    position: Any
    """The position."""
    played: tuple[int, ...]
    """All moves so far, including those of a given opening."""
    seconds: float
    """Time limit for the answer, in seconds."""
    seed: int
    """Random seed, for players that want to be reproducible."""
    show_legal: bool = True
    """Whether a prompt lists the legal moves."""
    refused: tuple[Refusal, ...] = ()
    """Earlier answers to this question that were refused, oldest first."""
    first: Player = Player.ONE
    """The player who made the first move."""

    def message(self) -> dict[str, Any]:
        """Return the question as the JSON object sent to a program."""
        message: dict[str, Any] = {
            "type": "choose",
            "game": self.game.id,
            "options": self.game.options,
            "played": list(self.played),
            "first": int(self.first),
            "you": int(self.position.to_move),
            "legal": list(self.game.legal_moves(self.position)),
            "seconds": self.seconds,
            "seed": self.seed,
        }
        if not self.show_legal:
            message["show_legal"] = False
        if self.refused:
            message["refused"] = self.refused[-1].reason_for_player(self.show_legal)
        return message


class Refusal(NamedTuple):
    """An answer that was not a legal move, and why."""

    reply: str
    """The answer, as text."""
    reason: str
    """What was wrong with it, in a sentence."""
    problem: str = ""
    """The reason without the list of legal moves; empty if the reason lists none."""

    def reason_for_player(self, show_legal: bool) -> str:
        """Return the reason, listing legal moves only if `show_legal`."""
        return self.reason if show_legal else self.problem or self.reason


@dataclass(eq=False)
class Fault(Exception):  # noqa: N818 - it is what a player did, not an error of the program
    """Raised when a player gives no usable answer."""

    kind: str
    """One of the kinds above."""
    detail: str
    """What happened, in a sentence."""
    reply: str = ""
    """The answer as text, if there was one."""
    exchanges: tuple[dict[str, Any], ...] = field(default=())
    """Prompts and replies, for players asked in text."""
    problem: str = ""
    """The detail without the list of legal moves; empty if the detail lists none."""
    evidence: str = ""
    """The last lines that a program wrote to standard error."""

    def __str__(self) -> str:
        return f"{self.kind}: {self.detail}"
