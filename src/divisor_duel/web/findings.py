"""What the server tells of a position or of a whole game that was thought about, as types."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from divisor_duel.game import Game, Settable
from divisor_duel.numbers import members
from divisor_duel.record import Record
from divisor_duel.web.messages import State


class MoveValueMessage(Struct):
    """What a move is worth."""

    move: int
    value: str
    remoteness: int | None
    grundy: int | None


class Group(Struct):
    """Numbers that no move joins with others, and their nim-value."""

    numbers: tuple[int, ...]
    nim: int | None


class Proof(Struct, omit_defaults=True):
    """What can be drawn on the board: answers, pairs, groups of numbers, or the game's own figure.

    All but the figure are about the position after the winner's move `after`, or about this one
    if there is none; the figure is about the position itself and says what each move would do.
    """

    answers: dict[int, int] | None = None
    """What the winner plays after each number that the other may take."""

    pairs: list[tuple[int, int]] | None = None
    groups: list[Group] | None = None
    after: int | None = None
    figure: Any = None


class AnalysisMessage(Struct):
    """What is proved about a position."""

    ply: int
    value: str | None
    remoteness: int | None
    grundy: int | None
    moves: list[MoveValueMessage]
    line: tuple[int, ...]
    reason: str
    proof: Proof | None
    symbols: dict[str, str] = {}
    """How the moves of the line are written, where that is not as their numbers."""


class HintMessage(Struct):
    """One of three steps of help; the last one names a move."""

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
    """What the coach asks before a move is made; nothing if the move is well."""

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


class StandingMessage(Struct):
    """Who is winning, and how far it is."""

    winner: int | None
    remoteness: int | None


class ReviewMessage(Struct):
    """A whole game judged."""

    moves: list[JudgedMessage]
    standings: list[StandingMessage]
    accuracy: dict[str, float | None]
    turning_point: int | None
    symbols: dict[str, str] = {}
    """How the moves are written, where that is not as their numbers."""


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
    """What it may be, in words."""
    value: str
    """What it is, as it is written."""
    symbols: dict[str, str] | None
    """Of a set: all that may be in it, and how each is written; None for a number."""
    chosen: tuple[int, ...]
    """Of a set: what is in it."""


class SettingMessage(Struct):
    """What can be set up of a position."""

    to_move: int
    parts: list[PartMessage]


def setting_of(record: Record) -> SettingMessage:
    """Return the parts of a record's last position."""
    *_, position = record.positions()
    parts = [_part(record.game, one, position) for one in record.game.settable()]
    return SettingMessage(int(position.to_move), parts)


def _part(game: Game[Any], one: Settable, position: Any) -> PartMessage:
    value = one.of(position)
    everything = one.numbers
    return PartMessage(
        name=one.name,
        label=one.label,
        allowed=one.allowed,
        value=one.write(value),
        symbols=None
        if everything is None
        else {str(number): game.format_move(number) for number in everything},
        chosen=() if everything is None else members(value),
    )
