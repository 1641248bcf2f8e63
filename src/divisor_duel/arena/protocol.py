"""What is said between the arena and programs, and what faults cost.

A program is asked in JSON lines. ``hello`` is answered by ``ready``, each
``choose`` by one ``move``, and ``quit`` by leaving. Each question tells all
there is to know, so that a player needs no memory and can have none that leaks
from one game to the next.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, NamedTuple

from divisor_duel.errors import OptionsError
from divisor_duel.game import brief, read_number
from divisor_duel.words.question import (
    BABBLE,
    CRASH,
    EMPTY,
    ILLEGAL,
    START,
    TIMEOUT,
    TRUNCATED,
    UNFINISHED,
    UNREADABLE,
    Fault,
)

PROTOCOL = 1
"""The version that ``hello`` names."""

MOST_RETRIES = 100
"""How often the same question may be asked again."""

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


class Answer(NamedTuple):
    """A move, and what is worth keeping of how it came about."""

    move: int
    """The move, legal or not."""
    exchanges: tuple[dict[str, Any], ...] = ()
    """The words that were exchanged, if it was asked in words."""


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
