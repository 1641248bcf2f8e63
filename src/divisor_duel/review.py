"""Every move of a game judged against exact play.

A decision counts only where something could go wrong: where some moves win
and some lose. Keeping the win there is good, giving it away is a mistake. Where
all moves have the same value, nothing could be decided; a single legal move is forced.
Giving up is judged too: whoever resigns a won position has made the last mistake.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from divisor_duel.engine import Analysis, analyze
from divisor_duel.game import Player, Value
from divisor_duel.record import Record


class Mark(StrEnum):
    """What a move did to the value of the game."""

    GOOD = "good"
    """It kept a win that could have been given away."""
    MISTAKE = "mistake"
    """It gave a win away."""
    SAME = "same"
    """All moves were worth the same."""
    FORCED = "forced"
    """It was the only legal move."""
    UNKNOWN = "unknown"
    """It is not proved what it did."""

    __repr__ = str.__repr__


def mark_of(values: Mapping[int, Value], move: int) -> Mark:
    """The one rule of what is a mistake, from what each legal move is worth."""
    worth = set(values.values())
    if Value.UNKNOWN in worth and (values[move] is Value.UNKNOWN or len(worth) < 3):
        return Mark.UNKNOWN
    if len(worth) == 1:
        return Mark.FORCED if len(values) == 1 else Mark.SAME
    return Mark.GOOD if values[move] is Value.WIN else Mark.MISTAKE


@dataclass(frozen=True)
class Judged:
    """One move and what it was worth."""

    ply: int
    """Its number in the game, from 1."""
    player: Player
    """Who made it."""
    move: int
    """The move."""
    mark: Mark
    """``good``, ``mistake``, ``same``, ``forced`` or ``unknown``."""
    better: tuple[int, ...]
    """The moves that would have won, the quickest first; empty unless it was a mistake."""
    reason: str
    """Why the position before the move was won or lost."""
    solved: bool = True
    """Whether the value of every legal move was known, so that no other move would have won."""


@dataclass(frozen=True)
class Standing:
    """Who is winning in a position, and how far it is from the end."""

    winner: Player | None
    """Who wins with best play from here, or None if that is not known."""
    remoteness: int | None
    """Plies to the end, or None if that is not known."""


@dataclass(frozen=True)
class Review:
    """A whole game judged."""

    record: Record
    """The game."""
    moves: tuple[Judged, ...]
    """Every move in order."""
    standings: tuple[Standing, ...]
    """Every position in order: one more than there are moves."""

    def accuracy(self, player: Player) -> float | None:
        """The share of the player's decisions that kept the value; None if there were none."""
        marks = [judged.mark for judged in self.moves if judged.player == player]
        decisions = marks.count(Mark.GOOD) + marks.count(Mark.MISTAKE)
        return marks.count(Mark.GOOD) / decisions if decisions else None

    @property
    def resignation(self) -> Mark | None:
        """What giving up was: a mistake in a won position; None if nobody gave up."""
        if self.record.resigned is None:
            return None
        winner = self.standings[-1].winner
        if winner is None:
            return Mark.UNKNOWN
        return Mark.MISTAKE if winner == self.record.resigned else Mark.SAME

    @property
    def solved(self) -> bool:
        """Whether every move could be judged."""
        return all(judged.mark is not Mark.UNKNOWN for judged in self.moves)

    @property
    def turning_point(self) -> Judged | None:
        """The last mistake, after which the result stood; None if there is none, or if a later
        move could not be judged.
        """
        marked = [judged for judged in self.moves if judged.mark in (Mark.MISTAKE, Mark.UNKNOWN)]
        return marked[-1] if marked and marked[-1].mark is Mark.MISTAKE else None


def review(record: Record, seconds: float | None = None) -> Review:
    """Judge every move of `record`, with `seconds` for each position."""
    positions = list(record.positions())
    analyses = [analyze(record.game, position, seconds) for position in positions]
    moves = [_judge(ply, analyses[ply - 1], move) for ply, move in enumerate(record.moves, 1)]
    return Review(record, tuple(moves), tuple(map(_standing, analyses)))


def _judge(ply: int, before: Analysis, move: int) -> Judged:
    values = {option.move: option.value for option in before.moves}
    mark = mark_of(values, move)
    better = before.winning if mark is Mark.MISTAKE else ()
    player: Player = before.position.to_move
    return Judged(ply, player, move, mark, better, before.reason, before.solved)


def _standing(analysis: Analysis) -> Standing:
    position: Any = analysis.position
    outcome = analysis.game.outcome(position)
    if outcome:
        return Standing(outcome.winner, 0)
    if analysis.value is Value.UNKNOWN:
        return Standing(None, None)
    winner = position.to_move if analysis.value is Value.WIN else position.to_move.other
    return Standing(winner, analysis.remoteness)
