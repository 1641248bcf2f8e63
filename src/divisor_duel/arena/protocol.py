"""What is said between the arena and its players: questions, answers and faults.

A program is asked in JSON lines. ``hello`` is answered by ``ready``, each
``choose`` by one ``move``, and ``quit`` by leaving. Each question tells all
there is to know, so that a player needs no memory and can have none that leaks
from one game to the next.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from divisor_duel.errors import OptionsError
from divisor_duel.game import Game, Player, brief, read_number

PROTOCOL = 1
"""The version that ``hello`` names."""

MOST_RETRIES = 100
"""How often the same question may be asked again."""

ILLEGAL, UNREADABLE, EMPTY, TRUNCATED = "illegal", "unreadable", "empty", "truncated"
UNFINISHED = "unfinished"
TIMEOUT, CRASH, START, BABBLE = "timeout", "crash", "start", "babble"

FAMILIES = {
    ILLEGAL: "illegal",
    UNREADABLE: "illegal",
    EMPTY: "illegal",
    TRUNCATED: "illegal",
    UNFINISHED: "illegal",
    TIMEOUT: "timeout",
    CRASH: "crash",
    START: "crash",
    BABBLE: "crash",
}
"""Which policy a fault falls under: it answered wrongly, too late or not at all."""


@dataclass(frozen=True)
class Question:
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


@dataclass(frozen=True)
class Refusal:
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


@dataclass(frozen=True)
class Answer:
    """A move, and what is worth keeping of how it came about."""

    move: int
    """The move, legal or not."""
    exchanges: tuple[dict[str, Any], ...] = ()
    """The words that were exchanged, if it was asked in words."""


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


@dataclass(eq=False)
class Trouble(Exception):  # noqa: N818 - it is what happened, not an error of the program
    """No question could be put to a player: nothing that was played, and nobody's fault."""

    detail: str
    """What was in the way, in a sentence."""
    exchanges: tuple[dict[str, Any], ...] = ()
    """What was tried."""
    status: int = 0
    """What an endpoint answered, if it was HTTP that failed."""

    def __str__(self) -> str:
        return self.detail


def read_object(line: bytes) -> dict[str, Any]:
    """The message in a line; a fault if there is none."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        text = line.decode(errors="replace").strip()
        raise Fault(UNREADABLE, f"expected a JSON object, not {brief(text)}", text[:1000])
    return message


def read_move(line: bytes) -> int:
    """The move in an answer; a fault if there is none."""
    message = read_object(line)
    move = message.get("move")
    if message.get("type") == "move" and type(move) is int:
        return move
    text = str(message.get("text", line.decode(errors="replace").strip()))[:1000]
    if message.get("type") == "move" and message.get("class") in (EMPTY, UNFINISHED):
        raise Fault(message["class"], f"the answer is {message['class']}", text)
    wanted = 'expected {"type":"move","move":N}'
    raise Fault(UNREADABLE, f"{wanted}, not {brief(text)}", text)


@dataclass(frozen=True)
class Policy:
    """What happens to a player after a fault."""

    retries: int = 0
    """How often the same question is asked again before the game is lost."""

    @classmethod
    def read(cls, name: str, text: str) -> Policy:
        """The policy written as ``forfeit`` or ``retry:K``."""
        word, _, count = text.partition(":")
        if text == "forfeit":
            return cls()
        retries = read_number(count) if word == "retry" else None
        if retries is not None and 1 <= retries <= MOST_RETRIES:
            return cls(retries)
        problem = f"{name} must be forfeit or retry:K with K from 1 to {MOST_RETRIES}"
        raise OptionsError(f"{problem}, not {brief(text)}")

    def __str__(self) -> str:
        return f"retry:{self.retries}" if self.retries else "forfeit"
