"""Ladder's proof as a drawing: what each player can still climb, for the page and for pictures.

Some steps nobody can take away, since they are no multiples of the other player's number;
and there is a bound that doubling gives. Where one player's sure steps outlast the other's
bound, counting them is the whole proof.
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
    """Numbers that nobody can take away, each a multiple of the one before."""
    most: int
    """No more steps than this are possible: each at least doubles."""
    open: int
    """So many of these are not sure."""
    stuck: bool
    """Whether no step is left at all."""


@dataclass(frozen=True)
class Climbs:
    """Both players' climbs in a position."""

    players: dict[str, Climb]
    first: int | None
    """Who runs out of steps first, where counting tells it."""
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
    """What the drawing says, in a sentence."""


def figure(record: Record, analysis: Analysis) -> Race:
    """The race at the end of the record."""
    game: Any = analysis.game
    position = analysis.position
    moves = [each.move for each in analysis.moves]
    after = {str(move): climbs(game, game.play(position, move)) for move in moves}
    return Race(climbs(game, position), after)


def climbs(game: Ladder, position: LadderPosition) -> Climbs:
    """What both can still climb, and who is first to run out if counting tells it."""
    found = {player: climb(game, position, player) for player in Player}
    mover, other = found[position.to_move], found[position.to_move.other]
    first = None
    if mover.most <= len(other.sure):
        first = int(position.to_move)
    elif other.most < len(mover.sure):
        first = int(position.to_move.other)
    told = counted(found, Player(first)) if first else "Counting alone does not decide."
    return Climbs({str(int(player)): each for player, each in found.items()}, first, told)


def counted(found: dict[Player, Climb], first: Player) -> str:
    """Why `first` is the one to run out of steps."""
    most, sure = found[first].most, found[first.other].sure
    often = {0: "not at all", 1: "once"}.get(most, f"{most} times at most")
    kept = ", ".join(map(str, sure[: max(most, 1)]))
    beyond = f"; nobody can keep {{{int(first.other)}}} from {kept}" if kept else ""
    return f"{{{int(first)}}} can then climb {often}{beyond}."


def climb(game: Ladder, position: LadderPosition, player: Player) -> Climb:
    """What `player` can still climb."""
    own = position.one if player is Player.ONE else position.two
    if not game.legal_moves(position._replace(to_move=player)):
        return Climb([], 0, 0, True)
    sure = safe_path(game, position._replace(to_move=player.other))
    most = most_moves(game.high, own)
    return Climb(sure, most, max(most - len(sure), 0), False)
