"""How strong a computer player is, by name.

A level errs as people do: it sees what is near, and misses the more the deeper and the
rarer the right move is (see `skill`). The strongest always plays the best move: the
quickest win, or, when lost, the one that holds out longest and leaves the fewest
winning answers.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from divisor_duel.engine.clock import Budget
from divisor_duel.engine.engine import Engine, default_engine
from divisor_duel.engine.skill import BLIND, Skill
from divisor_duel.engine.theory import Theory
from divisor_duel.game import Game


class Level(NamedTuple):
    """One strength."""

    says: str
    """What it means, in plain words."""
    skill: Skill | None
    """What it sees; None for all there is to see."""


MEDIUM = Skill(1, 1, 0.79, 0.65)

LEVELS = {
    "random": Level("any legal move, without a thought", BLIND),
    "easy": Level("sees a win in one move, and little beyond", Skill(1, 0, 0.69, 0.55)),
    "medium": Level("sees your win in one move too, and has heard of the idea", MEDIUM),
    "hard": Level("looks three moves ahead, and mostly finds more", Skill(3, 1, 0.9, 0.8)),
    "perfect": Level("never lets a win go, and resists as long as it can", None),
}
"""Every level, the weakest first."""

COACH = "coach"
"""Who plays like a medium player and helps: faces ask `divisor_duel.coach` what it says."""

OPPONENTS = {
    **LEVELS,
    COACH: Level("plays like medium, and warns you before you throw a win away", MEDIUM),
}
"""Everyone whom a person can play against."""

NOT_SURE = "The computer is not sure here: nobody has worked this position out."
"""What one who should be perfect says quietly of a move that is not proved to be the best."""


@dataclass(frozen=True)
class Effort:
    """How hard a computer player thinks about a move."""

    seconds: float = 2.0
    """How long it looks for a winning move at the most."""
    extras: float = 0.3
    """How long it looks for the quickest win or the longest resistance."""
    engine: Engine | None = None
    """Who works it out; None for the default engine."""


EFFORT = Effort()
"""How hard one thinks at a table."""


class Choice(NamedTuple):
    """A computer player's move and whether it knew what it did."""

    move: int
    """The move."""
    sure: bool | None = None
    """Whether it is proved that no move is better for winning; None from who does not claim it."""

    @property
    def note(self) -> str:
        """What is to be said with the move; mostly nothing."""
        return NOT_SURE if self.sure is False else ""


def choose_move(
    level: str, game: Game[Any], position: Any, rng: Random, effort: Effort = EFFORT
) -> int:
    """The move of a computer player; chance comes from `rng` alone."""
    if OPPONENTS[level].skill is BLIND:  # whole tournaments are played so
        return rng.choice(game.legal_moves(position))
    return consider(level, game, position, rng, effort).move


def consider(
    level: str, game: Game[Any], position: Any, rng: Random, effort: Effort = EFFORT
) -> Choice:
    """The same with whether the player is sure of its move, as one who is perfect should be."""
    skill = OPPONENTS[level].skill
    if skill is None:
        return best_choice(game, position, rng, effort)
    if skill == BLIND:
        return Choice(rng.choice(game.legal_moves(position)))
    wins = (effort.engine or default_engine()).winners(game, position, effort.seconds)
    return Choice(skill.choose(game, position, wins, rng))


def best_move(game: Game[Any], position: Any, rng: Random, effort: Effort = EFFORT) -> int:
    """A best move, as far as it is proved in time; chance decides between equals."""
    return best_choice(game, position, rng, effort).move


def best_choice(game: Game[Any], position: Any, rng: Random, effort: Effort = EFFORT) -> Choice:
    """The same with whether it is proved: that it wins, or that no move does."""
    found = best_moves(game, position, effort)
    return Choice(rng.choice(found.moves), found.proved)


class BestMoves(NamedTuple):
    """All moves that a perfect player may make, before chance decides."""

    moves: list[int]
    """The moves."""
    proved: bool
    """Whether it is proved that they win, or that no move does."""
    whole: bool
    """Whether time sufficed for all there is to know about them."""


def best_moves(game: Game[Any], position: Any, effort: Effort = EFFORT) -> BestMoves:
    """The best moves, as far as they are found in time."""
    engine = effort.engine or default_engine()
    with engine.theory(game) as theory:
        budget = engine.budget(effort.seconds, effort.extras)
        best = theory.best(position, budget)
        moves = best.moves
        if len(moves) > 1:
            moves = _hardest_to_answer(theory, position, moves, budget)
        return BestMoves(moves, best.proved, best.proved and budget.extras.left > 0)


def _hardest_to_answer(
    theory: Theory[Any, Any], position: Any, moves: list[int], budget: Budget
) -> list[int]:
    """Of equal moves, those to which the fewest answers win; all if time runs out.

    After a winning move no answer wins, so this tells only losing moves apart.
    """
    winning: dict[int, int] = {}
    for move in moves:
        if budget.extras.left <= 0:
            return moves
        after = theory.game.play(position, move)
        if theory.game.outcome(after):
            return moves
        answers = theory.judge(after, budget)
        winning[move] = sum(1 for verdict in answers.values() if verdict.win is False)
        if not winning[move]:
            return moves
    fewest = min(winning.values())
    return [move for move in moves if winning[move] == fewest]
