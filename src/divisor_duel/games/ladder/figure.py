"""Ladder's proof as a drawing for page and pictures: the steps still possible.

Some steps are sure: the opponent cannot take them, since they are not multiples of the
opponent's number. Doubling bounds the number of all steps. If one player's sure steps outlast
the bound of the opponent, counting them is the whole proof.
"""

from __future__ import annotations

from dataclasses import dataclass

from divisor_duel.diagram import Diagram, Replies, Track, Tracks
from divisor_duel.drawing.diagrams import replies
from divisor_duel.drawing.page import Subject
from divisor_duel.game import Player
from divisor_duel.games.ladder.proofs import most_moves, safe_path
from divisor_duel.games.ladder.rules import Ladder, LadderPosition
from divisor_duel.games.ladder.strategy import (
    AnswerRule,
    ClimbSafely,
    answers_in_groups,
    steps_at_most,
)
from divisor_duel.strategy import Strategy


def diagrams(strategy: Strategy[LadderPosition], position: LadderPosition) -> tuple[Diagram, ...]:
    """Return both players' tracks if their steps are counted, and the answers to the replies."""
    game, (move, lost) = strategy.game, strategy.follow(position)
    assert isinstance(game, Ladder)
    for rule in strategy.rules:
        if isinstance(rule, ClimbSafely):
            path = tuple(number for number in rule.path if number > _winner(lost))
            return (_tracks(game, lost, path, most_moves(game.high, lost.own)),)
        if isinstance(rule, AnswerRule):
            lines = tuple(((*group,), (answer,)) for group, answer in answers_in_groups(game, lost))
            answers = Replies(lines, move)
            counted = steps_at_most(lost)
            return (_tracks(game, lost, (), *counted), answers) if counted else (answers,)
    return replies(strategy, position)


def _tracks(
    game: Ladder, lost: LadderPosition, path: tuple[int, ...], most: int, winners: int | None = None
) -> Tracks:
    """Return the tracks in a lost position, in which the loser has at most `most` steps."""
    legal = game.legal_moves(lost)
    loser = Track(lost.to_move, lost.own, (), legal if most == 1 else (), most)
    return Tracks(
        loser,
        Track(lost.to_move.other, _winner(lost), path, (), winners or len(path)),
    )


def _winner(lost: LadderPosition) -> int:
    """Return the winner's number in a lost position."""
    return lost.one + lost.two - lost.own


@dataclass(frozen=True)
class Climb:
    """What one player can still climb."""

    sure: list[int]
    """Numbers that the opponent cannot take, each a multiple of the one before."""
    most: int
    """Upper bound on the steps: each at least doubles."""
    open: int
    """How many of `most` are not sure."""
    stuck: bool
    """True if no step is left."""


@dataclass(frozen=True)
class Climbs:
    """Both players' climbs in a position."""

    players: dict[str, Climb]
    first: int | None
    """The player who runs out of steps first, or None if counting does not decide."""
    told: str
    """The count in a sentence, with ``{1}`` and ``{2}`` for the players."""


@dataclass(frozen=True)
class Race:
    """The climbs now, and after each move."""

    now: Climbs
    after: dict[str, Climbs]
    legend: str = "Solid: safe steps. Dashed: steps that may still be possible."
    """What the drawing means, in one sentence."""


def figure(subject: Subject[Ladder, LadderPosition]) -> Race:
    """Return the climbs at the end of the record, and after each move."""
    game, position = subject.game, subject.position
    moves = [judged.move for judged in subject.analysis.moves]
    after = {str(move): climbs(game, game.play(position, move)) for move in moves}
    return Race(climbs(game, position), after)


def climbs(game: Ladder, position: LadderPosition) -> Climbs:
    """Return what both can still climb, and who runs out first if counting decides."""
    both = {player: climb(game, position, player) for player in Player}
    mover, other = both[position.to_move], both[position.to_move.other]
    first = None
    if mover.most <= len(other.sure):
        first = int(position.to_move)
    elif other.most < len(mover.sure):
        first = int(position.to_move.other)
    sentence = (
        count_in_words(both, Player(first)) if first else "Counting steps does not decide this yet."
    )
    return Climbs({str(int(player)): climb for player, climb in both.items()}, first, sentence)


def count_in_words(both: dict[Player, Climb], first: Player) -> str:
    """Say why `first` runs out of steps first."""
    most, sure = both[first].most, both[first.other].sure
    often = {0: "cannot climb again", 1: "can climb at most once more"}
    steps = ", ".join(map(str, sure[: max(most, 1)]))
    safe = f" {{{int(first.other)}}} can safely climb to {steps}." if steps else ""
    return f"{{{int(first)}}} {often.get(most, f'can climb at most {most} more times')}.{safe}"


def climb(game: Ladder, position: LadderPosition, player: Player) -> Climb:
    """Return what `player` can still climb."""
    own = position.one if player is Player.ONE else position.two
    if not game.legal_moves(position._replace(to_move=player)):
        return Climb([], 0, 0, True)
    sure = safe_path(game, position._replace(to_move=player.other))
    most = most_moves(game.high, own)
    return Climb(sure, most, max(most - len(sure), 0), False)
