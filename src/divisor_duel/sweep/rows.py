"""One row of a sweep: what is proved about the start of one set-up.

A row has only plain values, so that it can be sent between processes and
machines and saved as one line of text.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import NamedTuple

from divisor_duel.engine import Engine
from divisor_duel.engine.clock import EXTRA_SECONDS
from divisor_duel.game import OptionValue, Player, Value
from divisor_duel.games.registry import set_up
from divisor_duel.sweep.fingerprint import engine_fingerprint

FIRST, SECOND, UNKNOWN = "first", "second", "unknown"


class Task(NamedTuple):
    """All that a worker needs to compute a row."""

    game: str
    """The game's id."""
    options: Mapping[str, OptionValue]
    """All its options, including the swept one."""
    size: int
    """The value of the swept option."""
    seconds: float | None
    """Time limit; None for no limit."""
    cache: Path | None = None
    """The folder for facts that took long to find, or None to store none."""


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
    """How many first moves were not solved in time."""
    seconds: float | None
    """Time limit that the row was computed with; None for no limit."""
    knowledge: str = ""
    """Fingerprint of the engine that computed the row, from `engine_fingerprint`."""

    def is_complete(self, impartial: bool) -> bool:
        """Return whether everything is proved."""
        if self.winner == UNKNOWN or self.undecided or self.remoteness is None:
            return False
        return self.grundy is not None or not impartial

    def is_good_enough(self, seconds: float | None, impartial: bool) -> bool:
        """Return whether the same engine could prove no more with `seconds`."""
        if self.is_complete(impartial):
            return True
        if self.winner == UNKNOWN or self.undecided:
            return _main_time(seconds) <= _main_time(self.seconds)
        return _extra_time(seconds) <= _extra_time(self.seconds)

    def choose_better(self, earlier: Row | None) -> Row:
        """Return this row, or the earlier row of its size if that proved more."""
        if earlier is None or earlier._proved <= self._proved:
            return self
        return replace(earlier, seconds=self.seconds, knowledge=self.knowledge)

    @property
    def _proved(self) -> tuple[bool, int, bool, bool]:
        known = self.winner != UNKNOWN
        return known, -self.undecided, self.remoteness is not None, self.grundy is not None

    def to_line(self) -> bytes:
        """Return the row as one line of JSON."""
        return json.dumps(asdict(self)).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> Row | None:
        """Return the row in `line`, or None if it is damaged."""
        try:
            fields = json.loads(line)
            row = cls(**fields | {"openings": tuple(fields["openings"])})
        except (ValueError, TypeError, KeyError, RecursionError):
            return None
        return row if row._is_sound() else None

    def _is_sound(self) -> bool:
        numbers = (self.size, self.undecided, *self.openings)
        optional = (self.remoteness, self.grundy)
        return (
            all(type(number) is int for number in numbers)
            and all(number is None or type(number) is int for number in optional)
            and (self.seconds is None or type(self.seconds) in (int, float))
            and self.winner in (FIRST, SECOND, UNKNOWN)
            and isinstance(self.knowledge, str)
        )


def _main_time(seconds: float | None) -> float:
    return float("inf") if seconds is None else seconds


def _extra_time(seconds: float | None) -> float:
    return EXTRA_SECONDS if seconds is None else seconds


def compute(task: Task) -> Row:
    """Compute one row.

    An engine caches the last few set-ups. A sweep needs each set-up once, so each row
    gets its own engine, whose memory is freed at once.
    """
    game = set_up(task.game, task.options)
    analysis = Engine(cache=task.cache).analyze(game, game.start(), task.seconds)
    outcome = game.outcome(analysis.position)
    if outcome:
        winner = FIRST if outcome.winner == Player.ONE else SECOND
    else:
        winner = {Value.WIN: FIRST, Value.LOSS: SECOND}.get(analysis.value or Value.LOSS, UNKNOWN)
    # Without a move the nim-value is 0 by definition.
    ended = outcome is not None and game.has_nim_values
    undecided = sum(move.value is Value.UNKNOWN for move in analysis.moves)
    return Row(
        size=task.size,
        winner=winner,
        remoteness=analysis.remoteness,
        grundy=0 if ended else analysis.grundy,
        openings=tuple(sorted(analysis.winning)),
        undecided=undecided,
        seconds=task.seconds,
        knowledge=engine_fingerprint(task.game),
    )
