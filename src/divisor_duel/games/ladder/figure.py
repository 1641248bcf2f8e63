"""Ladder's proof as a drawing for page and pictures: the steps still possible.

Some steps are sure: the opponent cannot take them, since they are not multiples of the
opponent's number. Doubling bounds the number of all steps. If one player's sure steps outlast
the bound of the opponent, counting them is the whole proof.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from divisor_duel.engine import Analysis
from divisor_duel.game import Player
from divisor_duel.games.ladder.proofs import safe_path
from divisor_duel.games.ladder.rules import Ladder, LadderPosition
from divisor_duel.games.ladder.solving.search import most_moves
from divisor_duel.play.record import Record


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
    legend: str = (
        "On the ladders, framed: steps that nobody can take away; dashed: at most so many more."
    )
    """What the drawing means, in one sentence."""


def figure(record: Record, analysis: Analysis) -> Race:
    """Return the climbs at the end of the record, and after each move."""
    game: Any = analysis.game
    position = analysis.position
    moves = [judged.move for judged in analysis.moves]
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
    sentence = counted(both, Player(first)) if first else "Counting alone does not decide."
    return Climbs({str(int(player)): climb for player, climb in both.items()}, first, sentence)


def counted(both: dict[Player, Climb], first: Player) -> str:
    """Say why `first` runs out of steps first."""
    most, sure = both[first].most, both[first.other].sure
    often = {0: "not at all", 1: "once"}.get(most, f"{most} times at most")
    steps = ", ".join(map(str, sure[: max(most, 1)]))
    beyond = f"; nobody can keep {{{int(first.other)}}} from {steps}" if steps else ""
    return f"{{{int(first)}}} can then climb {often}{beyond}."


def climb(game: Ladder, position: LadderPosition, player: Player) -> Climb:
    """Return what `player` can still climb."""
    own = position.one if player is Player.ONE else position.two
    if not game.legal_moves(position._replace(to_move=player)):
        return Climb([], 0, 0, True)
    sure = safe_path(game, position._replace(to_move=player.other))
    most = most_moves(game.high, own)
    return Climb(sure, most, max(most - len(sure), 0), False)
