"""A question to a player, and the fault raised if the player has no usable answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple, NotRequired, TypeAlias, TypedDict

import msgspec
from msgspec import UNSET, Struct, UnsetType

from divisor_duel.game import AnyGame, OptionValue, Player, Position

ILLEGAL, UNREADABLE, EMPTY, TRUNCATED = "illegal", "unreadable", "empty", "truncated"
UNFINISHED, REFUSED, FILTERED, TOOL_CALL = "unfinished", "refused", "filtered", "tool call"
TIMEOUT, CRASH, START, EXCESS_OUTPUT = "timeout", "crash", "start", "babble"
"""The kinds of faults."""

OK = "ok"
"""The class of a reply without a fault."""


Seat: TypeAlias = Literal[1, 2]
"""The number of a player in a row."""


class Exchange(Struct, kw_only=True):
    """One question in text to a player, with the reply."""

    ply: int | UnsetType = UNSET
    """The move that was asked for, in a game."""
    player: Seat | UnsetType = UNSET
    """The number of the player who was asked, in a game."""
    messages: list[dict[str, str]] | UnsetType = UNSET
    """The chat up to the question."""
    transport: list[str] | UnsetType = UNSET
    """Problems on the way to the endpoint."""
    reply: str | UnsetType = UNSET
    """The text of the reply, if one arrived."""
    finish: str | UnsetType | None = UNSET
    """Why the reply ended, as the endpoint says."""
    tokens: dict[str, object] | UnsetType | None = UNSET
    """Token counts by kind."""
    cost: float | UnsetType | None = UNSET
    """The cost of the reply."""
    reasoning: str | UnsetType = UNSET
    """The thoughts before the reply, if the endpoint sent them."""
    kind: str = msgspec.field(name="class")
    """`OK` or the kind of fault."""
    seconds: float | UnsetType = UNSET
    """How long the exchange took."""


class QuestionMessage(TypedDict):
    """A question as it is sent to a program."""

    type: Literal["choose"]
    game: str
    options: dict[str, OptionValue]
    played: list[int]
    first: int
    you: int
    legal: list[int]
    seconds: float
    seed: int
    show_legal: NotRequired[bool]
    refused: NotRequired[str]


class Question(NamedTuple):
    """A position in which a player must move, with everything the player may know."""

    game: AnyGame
    """The game with its options."""
    position: Position
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
    listed: tuple[int, ...] = ()
    """The legal moves in the order to list them; empty for ascending order."""

    @property
    def legal(self) -> tuple[int, ...]:
        """The legal moves, in the order in which they are listed."""
        return self.listed or self.game.legal_moves(self.position)

    def message(self) -> QuestionMessage:
        """Return the question as the JSON object sent to a program."""
        message: QuestionMessage = {
            "type": "choose",
            "game": self.game.id,
            "options": self.game.options,
            "played": list(self.played),
            "first": int(self.first),
            "you": int(self.position.to_move),
            "legal": list(self.legal),
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
    exchanges: tuple[Exchange, ...] = field(default=())
    """Prompts and replies, for players asked in text."""
    problem: str = ""
    """The detail without the list of legal moves; empty if the detail lists none."""
    evidence: str = ""
    """The last lines that a program wrote to standard error."""

    def __str__(self) -> str:
        return f"{self.kind}: {self.detail}"
