"""Every move of a game judged against exact play.

A decision counts only where something could go wrong: where some moves win
and some lose. Keeping the win there is good, giving it away is a mistake. Where
all moves have the same value, nothing could be decided and the move is forced.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from divisor_duel.engine import Analysis, analyze
from divisor_duel.game import Player
from divisor_duel.record import Record

GOOD, MISTAKE, FORCED, UNKNOWN = "good", "mistake", "forced", "unknown"


@dataclass(frozen=True)
class Judged:
    """One move and what it was worth."""

    ply: int
    """Its number in the game, from 1."""
    player: Player
    """Who made it."""
    move: int
    """The move."""
    mark: str
    """``good``, ``mistake``, ``forced`` or ``unknown``."""
    better: tuple[int, ...]
    """The moves that would have won, the quickest first; empty unless it was a mistake."""
    reason: str
    """Why the position before the move was won or lost."""


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
        decisions = marks.count(GOOD) + marks.count(MISTAKE)
        return marks.count(GOOD) / decisions if decisions else None

    @property
    def turning_point(self) -> Judged | None:
        """The last mistake: from there on the result stood; None if nobody made any."""
        mistakes = [judged for judged in self.moves if judged.mark == MISTAKE]
        return mistakes[-1] if mistakes else None


def review(record: Record, seconds: float | None = None) -> Review:
    """Judge every move of `record`, with `seconds` for each position."""
    positions = list(record.positions())
    analyses = [analyze(record.game, position, seconds) for position in positions]
    moves = [_judge(ply, analyses[ply - 1], move) for ply, move in enumerate(record.moves, 1)]
    return Review(record, tuple(moves), tuple(map(_standing, analyses)))


def _judge(ply: int, before: Analysis, move: int) -> Judged:
    values = {option.move: option.value for option in before.moves}
    better: tuple[int, ...] = ()
    if len(set(values.values())) == 1 and "unknown" not in values.values():
        mark = FORCED
    elif before.value == "unknown" or values[move] == "unknown":
        mark = UNKNOWN
    elif values[move] == "win":
        mark = GOOD
    elif before.winning:
        mark, better = MISTAKE, before.winning
    else:
        mark = UNKNOWN
    player: Player = before.position.to_move
    return Judged(ply, player, move, mark, better, before.reason)


def _standing(analysis: Analysis) -> Standing:
    position: Any = analysis.position
    outcome = analysis.game.outcome(position)
    if outcome:
        return Standing(outcome.winner, 0)
    if analysis.value == "unknown":
        return Standing(None, None)
    winner = position.to_move if analysis.value == "win" else position.to_move.other
    return Standing(winner, analysis.remoteness)
