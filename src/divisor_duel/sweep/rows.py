"""One row of a sweep: what is proved about the start of one set-up.

A row is made of plain values, so that it can travel between processes and
machines and be kept as one line of text.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import NamedTuple

from divisor_duel.engine import Engine, default_engine
from divisor_duel.engine.clock import EXTRA_SECONDS
from divisor_duel.game import OptionValue, Player, Value
from divisor_duel.games.registry import set_up
from divisor_duel.sweep.known import knowledge

FIRST, SECOND, UNKNOWN = "first", "second", "unknown"


class Task(NamedTuple):
    """All that a worker, here or elsewhere, must know to make a row."""

    game: str
    """The game's id."""
    options: Mapping[str, OptionValue]
    """All its options, the swept one among them."""
    size: int
    """The value of the swept option."""
    seconds: float | None
    """The time for it; None for as long as needed."""


@dataclass(frozen=True)
class Row:
    """What is proved about one size."""

    size: int
    """The value of the swept option."""
    winner: str
    """``first``, ``second`` or, when the time ran out, ``unknown``."""
    remoteness: int | None
    """Plies to the end when the winner hurries and the loser delays, or None."""
    grundy: int | None
    """The nim-value of the start, or None if there is none or it was not computed."""
    openings: tuple[int, ...]
    """The first moves that are proved to win, ascending."""
    undecided: int
    """How many first moves were not worked out in time."""
    seconds: float | None
    """The time that was given; None for as long as needed."""
    knowledge: str = ""
    """What the engine could know then, as `knowledge` tells it."""

    def is_whole(self, impartial: bool) -> bool:
        """Whether nothing is left to be proved."""
        if self.winner == UNKNOWN or self.undecided or self.remoteness is None:
            return False
        return self.grundy is not None or not impartial

    def is_settled(self, seconds: float | None, impartial: bool) -> bool:
        """Whether an engine that knows no more could add nothing with `seconds`."""
        if self.is_whole(impartial):
            return True
        if self.winner == UNKNOWN or self.undecided:
            return _main_time(seconds) <= _main_time(self.seconds)
        return _extra_time(seconds) <= _extra_time(self.seconds)

    def or_better(self, earlier: Row | None) -> Row:
        """The row itself, or an earlier one of its size that proved more in less time."""
        if earlier is None or earlier._proved <= self._proved:
            return self
        return replace(earlier, seconds=self.seconds, knowledge=self.knowledge)

    @property
    def _proved(self) -> tuple[bool, int, bool, bool]:
        known = self.winner != UNKNOWN
        return known, -self.undecided, self.remoteness is not None, self.grundy is not None

    def to_line(self) -> bytes:
        """The row as one line of JSON."""
        return json.dumps(asdict(self)).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> Row | None:
        """The row that `line` holds, or None if it is damaged."""
        try:
            fields = json.loads(line)
            row = cls(**fields | {"openings": tuple(fields["openings"])})
        except (ValueError, TypeError, KeyError, RecursionError):
            return None
        return row if row._is_sound() else None

    def _is_sound(self) -> bool:
        numbers = (self.size, self.undecided, *self.openings)
        perhaps = (self.remoteness, self.grundy)
        return (
            all(type(number) is int for number in numbers)
            and all(number is None or type(number) is int for number in perhaps)
            and (self.seconds is None or type(self.seconds) in (int, float))
            and self.winner in (FIRST, SECOND, UNKNOWN)
            and isinstance(self.knowledge, str)
        )


def _main_time(seconds: float | None) -> float:
    return float("inf") if seconds is None else seconds


def _extra_time(seconds: float | None) -> float:
    return EXTRA_SECONDS if seconds is None else seconds


def compute(task: Task) -> Row:
    """Work out one row.

    An engine keeps what it knows of the last few set-ups. Here each set-up is asked
    about once, by an engine of its own, so that memory is given back at once.
    """
    game = set_up(task.game, task.options)
    analysis = Engine(cache=default_engine().cache).analyze(game, game.start(), task.seconds)
    outcome = game.outcome(analysis.position)
    if outcome:
        winner = FIRST if outcome.winner == Player.ONE else SECOND
    else:
        winner = {Value.WIN: FIRST, Value.LOSS: SECOND}.get(analysis.value or Value.LOSS, UNKNOWN)
    ended = (
        outcome is not None and game.has_nim_values
    )  # nothing to move to: nim-value 0 by definition
    undecided = sum(move.value is Value.UNKNOWN for move in analysis.moves)
    return Row(
        size=task.size,
        winner=winner,
        remoteness=analysis.remoteness,
        grundy=0 if ended else analysis.grundy,
        openings=tuple(sorted(analysis.winning)),
        undecided=undecided,
        seconds=task.seconds,
        knowledge=knowledge(task.game),
    )
