"""The protocol between the arena and programs, and the policies for faults.

The arena sends JSON lines. A program answers ``hello`` with ``ready``, each ``choose``
with one ``move``, and ``quit`` by exiting. Each question contains the whole game so far,
so a player needs no memory, and nothing leaks from one game into the next.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import NamedTuple

from divisor_duel.errors import OptionsError
from divisor_duel.files import JsonObject
from divisor_duel.game import brief, read_number
from divisor_duel.questions.question import (
    CRASH,
    EMPTY,
    EXCESS_OUTPUT,
    FILTERED,
    ILLEGAL,
    REFUSED,
    START,
    TIMEOUT,
    TOOL_CALL,
    TRUNCATED,
    UNFINISHED,
    UNREADABLE,
    Exchange,
    Fault,
)

PROTOCOL = 1
"""Version of the protocol, sent with ``hello``."""

MOST_RETRIES = 100
"""Upper limit for K in the policy ``retry:K``."""

POLICY_OF_FAULT = {
    ILLEGAL: ILLEGAL,
    UNREADABLE: ILLEGAL,
    EMPTY: ILLEGAL,
    TRUNCATED: ILLEGAL,
    UNFINISHED: ILLEGAL,
    REFUSED: ILLEGAL,
    FILTERED: ILLEGAL,
    TOOL_CALL: ILLEGAL,
    TIMEOUT: TIMEOUT,
    CRASH: CRASH,
    START: CRASH,
    EXCESS_OUTPUT: CRASH,
}
"""The field of `Terms` with the policy for each kind of fault."""


class Answer(NamedTuple):
    """A move, with the exchanges that led to it."""

    move: int
    """The move, legal or not."""
    exchanges: tuple[Exchange, ...] = ()
    """Prompts and replies, for players asked in text."""


@dataclass(eq=False)
class PlayerUnreachable(Exception):  # noqa: N818 - it is what happened, not an error of the program
    """Raised when a player cannot be reached, which is not the player's fault."""

    detail: str
    """What went wrong, in a sentence."""
    exchanges: tuple[Exchange, ...] = ()
    """The attempts."""
    status: int = 0
    """HTTP status of the endpoint; 0 if there was no response."""

    def __str__(self) -> str:
        return self.detail


def read_object(line: bytes) -> JsonObject:
    """Parse a line as a JSON object; Fault if it is not one."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        text = line.decode(errors="replace").strip()
        raise Fault(UNREADABLE, f"expected a JSON object, not {brief(text)}", text[:1000])
    return message


def read_move(line: bytes) -> int:
    """Return the move in an answer; Fault if there is none."""
    message = read_object(line)
    move = message.get("move")
    if message.get("type") == "move" and type(move) is int:
        return move
    text = str(message.get("text", line.decode(errors="replace").strip()))[:1000]
    kind = message.get("class")
    classes = (EMPTY, REFUSED, UNFINISHED)
    if message.get("type") == "move" and isinstance(kind, str) and kind in classes:
        raise Fault(kind, f"the answer is {kind}", text)
    wanted = 'expected {"type":"move","move":N}'
    raise Fault(UNREADABLE, f"{wanted}, not {brief(text)}", text)


@dataclass(frozen=True)
class Policy:
    """What happens after a fault of a player."""

    retries: int = 0
    """How often the question is repeated before the player loses the game."""

    @classmethod
    def read(cls, name: str, text: str) -> Policy:
        """Parse a policy written as ``forfeit`` or ``retry:K``."""
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
