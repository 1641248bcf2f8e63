"""Game review: judge every move of a game against exact play.

A move is a decision only if something could go wrong: if some moves win and some
lose. Holding on to the win is good, giving it away is a mistake. If all moves have the
same value, there is nothing to decide; a single legal move is forced. Resigning is
judged too: to resign a won position is a mistake.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from divisor_duel.engine import DEFAULT, Analysis, Engine
from divisor_duel.game import AnyGame, Player, Position, Value
from divisor_duel.play.record import Record
from divisor_duel.strategy import Strategy


class Mark(StrEnum):
    """What a move did to the value of the game."""

    GOOD = "good"
    """It held on to a win that another move would have given away."""
    MISTAKE = "mistake"
    """It gave a win away."""
    SAME = "same"
    """All moves were worth the same."""
    FORCED = "forced"
    """It was the only legal move."""
    UNKNOWN = "unknown"
    """Its effect is not proved."""

    __repr__ = str.__repr__


def mark_of(values: Mapping[int, Value], move: int) -> Mark:
    """Mark `move`, given the value of each legal move; only this defines a mistake."""
    worth = set(values.values())
    if Value.UNKNOWN in worth and (values[move] is Value.UNKNOWN or len(worth) < 3):
        return Mark.UNKNOWN
    if len(worth) == 1:
        return Mark.FORCED if len(values) == 1 else Mark.SAME
    return Mark.GOOD if values[move] is Value.WIN else Mark.MISTAKE


@dataclass(frozen=True)
class Judged:
    """One move and how it was judged."""

    ply: int
    """Its number in the game, from 1."""
    player: Player
    """The player who made it."""
    move: int
    """The move."""
    mark: Mark
    """``good``, ``mistake``, ``same``, ``forced`` or ``unknown``."""
    better: tuple[int, ...]
    """The moves that would have won, the quickest first; empty unless it was a mistake."""
    reason: str
    """Why the position before the move was won or lost."""
    solved: bool = True
    """Whether the value of every legal move was known, so that `better` is complete."""
    strategy: Strategy[Position] | None = None
    """How the winner wins from the position before the move, as the reason says it."""


@dataclass(frozen=True)
class Standing:
    """The winner of a position with best play, and how soon."""

    winner: Player | None
    """The player who wins with best play, or None if unknown."""
    remoteness: int | None
    """Plies to the end, or None if unknown."""


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
        """Return the share of good decisions of a player; None if there were none."""
        marks = [judged.mark for judged in self.moves if judged.player == player]
        decisions = marks.count(Mark.GOOD) + marks.count(Mark.MISTAKE)
        return marks.count(Mark.GOOD) / decisions if decisions else None

    @property
    def resignation(self) -> Mark | None:
        """The mark of a resignation, a mistake in a won position; None without one."""
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
        """The last mistake, which decided the game.

        None if there was no mistake, or if a later move could not be judged.
        """
        marked = [judged for judged in self.moves if judged.mark in (Mark.MISTAKE, Mark.UNKNOWN)]
        return marked[-1] if marked and marked[-1].mark is Mark.MISTAKE else None


def review(record: Record, seconds: float | None = None, engine: Engine = DEFAULT) -> Review:
    """Judge every move of `record`, with `seconds` for each position."""
    positions = list(record.positions())
    analyses = [engine.analyze(record.game, position, seconds) for position in positions]
    moves = [_judge(ply, analyses[ply - 1], move) for ply, move in enumerate(record.moves, 1)]
    return Review(record, tuple(moves), tuple(map(_standing, analyses)))


def _judge(ply: int, before: Analysis, move: int) -> Judged:
    values = {option.move: option.value for option in before.moves}
    mark = mark_of(values, move)
    better = before.winning if mark is Mark.MISTAKE else ()
    player: Player = before.position.to_move
    return Judged(ply, player, move, mark, better, before.reason, before.solved, before.strategy)


def _standing(analysis: Analysis) -> Standing:
    position: Position = analysis.position
    outcome = analysis.game.outcome(position)
    if outcome:
        return Standing(outcome.winner, 0)
    if analysis.value is Value.UNKNOWN:
        return Standing(None, None)
    winner = position.to_move if analysis.value is Value.WIN else position.to_move.other
    return Standing(winner, analysis.remoteness)


def describe_accuracy(share: float | None) -> str:
    """Return how well a player used their winning chances, as words that follow a name."""
    if share is None:
        return "had no choice that mattered"
    if share in (0, 1):
        return "used every winning chance" if share else "missed every winning chance"
    return f"used {share:.0%} of the winning chances"


MOST_BETTER = 5
"""How many missed winning moves are named."""


def describe_mistake(game: AnyGame, judged: Judged, name: str) -> str:
    """Return which winning moves a player missed, and why they win."""
    *others, last = [game.format_move(move) for move in judged.better]
    played = f"{name} played {game.format_move(judged.move)} and threw away a win"
    if not judged.solved:
        first = game.format_move(judged.better[0])
        return f"{played}: for example, {first} would have won. One way to win: {judged.reason}"
    if len(others) >= MOST_BETTER:
        others, last = others[: MOST_BETTER - 1], f"{len(others) - MOST_BETTER + 2} others"
    better = f"{', '.join(others)} or {last}" if others else f"only {last}"
    return f"{played}: {better} would have won. One way to win: {judged.reason}"
