"""Message types for analyses, hints, reviews, puzzles and position set-up."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from divisor_duel.game import AnyGame, Position, Settable
from divisor_duel.numbers import members
from divisor_duel.play.record import Record
from divisor_duel.web.schema.states import State


class MoveValueMessage(Struct):
    """What a move is worth."""

    move: int
    value: str
    remoteness: int | None
    grundy: int | None


class Group(Struct):
    """Numbers that no move connects with the others, and their nim-value."""

    numbers: tuple[int, ...]
    nim: int | None


class ProofDrawing(Struct, omit_defaults=True):
    """What a board can draw: replies, pairs, groups, or the game's own figure.

    The figure describes the analysed position and what each move would do. All others describe
    the position after the winner's move `after`, or the analysed one if there is no such move.
    """

    answers: dict[int, int] | None = None
    """The winner's reply to each move that the opponent can make."""

    pairs: list[tuple[int, int]] | None = None
    groups: list[Group] | None = None
    after: int | None = None
    figure: Any = None


class ReplyMessage(Struct):
    """The winner's answer to one move of the opponent."""

    reply: int
    """The opponent's move."""
    answer: int | None
    """The winner's next move; None if the reply ends the game, or if only a search finds it."""
    to_winner: str
    """The answer as a sentence to the winner; empty if only a search finds it."""
    to_loser: str
    """The same, said to the opponent."""
    step: int | None
    """The index of the rule that applied; None if the sentence says all of it."""


class MarkMessage(Struct, omit_defaults=True):
    """One shape or text of a diagram."""

    tag: str
    """The SVG element: ``path``, ``circle``, ``rect`` or ``text``."""
    role: str
    """What it is, as classes of the style sheet."""
    at: dict[str, float | str]
    """Its coordinates, as SVG attributes."""
    text: str = ""
    about: tuple[int, ...] = ()
    """The numbers that it belongs to."""


class DiagramMessage(Struct):
    """How to win, drawn: every mark in its place."""

    width: float
    height: float
    caption: str
    """What the diagram means, and what is left out."""
    description: str
    """What it shows, for readers who cannot see it."""
    marks: list[MarkMessage]


class StrategyMessage(Struct):
    """How the winner wins: the rules in words, and the answers to the next moves."""

    winner: int
    by_rules: bool
    """Whether the rules decide every position without a search."""
    steps: tuple[str, ...]
    """The rules as instructions to the winner, in the order in which they are tried."""
    move: int | None
    """The winner's move now; None if the opponent is to move."""
    answers: list[ReplyMessage]
    """The answer to each move that the opponent can make then."""
    diagrams: list[DiagramMessage] = []
    """The same, drawn."""


class AnalysisMessage(Struct):
    """What is proved about a position."""

    ply: int
    value: str | None
    remoteness: int | None
    grundy: int | None
    moves: list[MoveValueMessage]
    line: tuple[int, ...]
    reason: str
    proof: ProofDrawing | None
    symbols: dict[str, str] = {}
    """How to write the moves of the line and of the answers, if not as numbers."""
    strategy: StrategyMessage | None = None
    """How the winner wins; None while the winner is unknown."""


class HintMessage(Struct):
    """A hint in one of three steps; the last one names a move."""

    move: int | None
    why: str
    step: int


class WhyMessage(Struct):
    """What one move is worth, what refutes it if it loses, and why."""

    move: int
    value: str
    answer: int | None
    why: str


class CoachMessage(Struct):
    """The coach's warning before a move is made; None if the move is fine."""

    warning: str | None


class JudgedMessage(Struct):
    """A move and what it was worth."""

    ply: int
    player: int
    move: int
    mark: str
    better: tuple[int, ...]
    reason: str
    solved: bool

    @classmethod
    def of(cls, judged: object) -> JudgedMessage:
        """Return the message about a judged move, without what its readers do not need."""
        return cls(**{name: getattr(judged, name) for name in cls.__struct_fields__})


class StandingMessage(Struct):
    """The player who is winning, and in how many moves."""

    winner: int | None
    remoteness: int | None


class ReviewMessage(Struct):
    """A review of a whole game."""

    moves: list[JudgedMessage]
    standings: list[StandingMessage]
    accuracy: dict[str, float | None]
    turning_point: int | None
    symbols: dict[str, str] = {}
    """How to write the moves, if not as numbers."""


class PuzzleMessage(Struct):
    """A position in which exactly one move wins."""

    seed: str
    grade: str
    state: State
    solution: int
    reason: str
    line: tuple[int, ...]
    refutations: dict[str, int]
    theme: str
    rating: int
    hints: list[str]


class PartMessage(Struct):
    """One part of a position, and its value."""

    name: str
    label: str
    allowed: str
    """The allowed values, in words."""
    value: str
    """The value as text."""
    symbols: dict[str, str] | None
    """For a set: all possible members and how to write each; None for a number."""
    chosen: tuple[int, ...]
    """For a set: its members."""


class SettingMessage(Struct):
    """The parts of a position that can be set up."""

    to_move: int
    parts: list[PartMessage]


def setting_of(record: Record) -> SettingMessage:
    """Return the parts of a record's last position."""
    position = record.last_position()
    parts = [_part(record.game, part, position) for part in record.game.settable()]
    return SettingMessage(int(position.to_move), parts)


def _part(game: AnyGame, part: Settable, position: Position) -> PartMessage:
    value = part.of(position)
    candidates = part.numbers
    return PartMessage(
        name=part.name,
        label=part.label,
        allowed=part.allowed,
        value=part.write(value),
        symbols=None
        if candidates is None
        else {str(number): game.format_move(number) for number in candidates},
        chosen=() if candidates is None else members(value),
    )
