"""A question put to a player, in whatever form, and what is wrong with an answer to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from divisor_duel.game import Game, Player

ILLEGAL, UNREADABLE, EMPTY, TRUNCATED = "illegal", "unreadable", "empty", "truncated"
UNFINISHED = "unfinished"
TIMEOUT, CRASH, START, BABBLE = "timeout", "crash", "start", "babble"
"""What kinds of faults there are."""


class Question(NamedTuple):
    """A position in which a player has to move, and all that the player may know."""

    game: Game[Any]
    """The game with its options."""
    position: Any
    """The position."""
    played: tuple[int, ...]
    """All moves so far, those of the given opening among them."""
    seconds: float
    """The time for the answer."""
    seed: int
    """Where chance comes from, for players that want to be repeatable."""
    show_legal: bool = True
    """Whether those who are asked in words are told the legal moves."""
    refused: tuple[Refusal, ...] = ()
    """The answers to this very question that were refused, the last one last."""
    first: Player = Player.ONE
    """Who made the first of the moves."""

    def message(self) -> dict[str, Any]:
        """The question as a program gets it."""
        asked: dict[str, Any] = {
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
            asked["show_legal"] = False
        if self.refused:
            asked["refused"] = self.refused[-1].told(self.show_legal)
        return asked


class Refusal(NamedTuple):
    """An answer that was no legal move, and why."""

    reply: str
    """What was answered, as text."""
    reason: str
    """What was wrong with it, in a sentence."""
    problem: str = ""
    """The same without what would be legal, if the sentence names that."""

    def told(self, show_legal: bool) -> str:
        """The sentence; without the legal moves where they are not told."""
        return self.reason if show_legal else self.problem or self.reason


@dataclass(eq=False)
class Fault(Exception):  # noqa: N818 - it is what a player did, not an error of the program
    """A question without a usable answer."""

    kind: str
    """One of the kinds in `FAMILIES`."""
    detail: str
    """What happened, in a sentence."""
    reply: str = ""
    """What was answered, if anything was."""
    exchanges: tuple[dict[str, Any], ...] = field(default=())
    """The words that were exchanged, if it was asked in words."""
    problem: str = ""
    """What happened without what would be legal, if the sentence names that."""
    evidence: str = ""
    """The last lines that a program wrote to standard error."""

    def __str__(self) -> str:
        return f"{self.kind}: {self.detail}"
