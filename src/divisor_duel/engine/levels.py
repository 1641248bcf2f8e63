"""The named levels of computer players.

A level makes the mistakes that people make: it sees near wins, and misses the right move
more often the deeper the win and the fewer the moves that lead to it (see `skill`). The
strongest level always plays the best move: the quickest win or, in a lost position, the
move that holds out longest and leaves the fewest winning replies.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from divisor_duel.engine.clock import Budget
from divisor_duel.engine.engine import DEFAULT, Engine
from divisor_duel.engine.lookahead import Lookahead
from divisor_duel.engine.skill import BLIND, GUARD_STEPS, Skill
from divisor_duel.engine.theory import AnyTheory
from divisor_duel.engine.verdict import Best
from divisor_duel.game import AnyGame, Position


class Level(NamedTuple):
    """One level of strength."""

    description: str
    """Its description for players."""
    skill: Skill | None
    """How well it plays; None for perfect play."""


MEDIUM = Skill(1, 1, 0.79, 0.65)

LEVELS = {
    "random": Level("plays any legal move", BLIND),
    "easy": Level("sees a win in one move, and little beyond", Skill(1, 0, 0.69, 0.55)),
    "medium": Level("also sees your win in one move, and knows something of the idea", MEDIUM),
    "hard": Level("looks three moves ahead, and often sees further", Skill(3, 1, 0.9, 0.8)),
    "perfect": Level("never misses a win, and when losing holds out as long as it can", None),
}
"""Every level, the weakest first."""

COACH = "coach"
"""A medium player that also helps: the interfaces get its remarks from `learn/coach.py`."""

PROOF = "proof"
"""A perfect player that plays by its strategy where it wins, and gives the reason of each move."""

OPPONENTS = {
    **LEVELS,
    PROOF: Level("never misses a win, and says why with every move", None),
    COACH: Level("plays like medium, and warns you before you throw away a win", MEDIUM),
}
"""All computer opponents that a player can choose."""

NOT_SURE = "The computer is not sure here: it could not solve this position in time."
"""The note of a perfect player on a move that is not proved to be the best."""


@dataclass(frozen=True)
class Effort:
    """How hard a computer player thinks about a move."""

    seconds: float = 2.0
    """Time limit of the search for a winning move, in seconds."""
    extras: float = 0.3
    """Time limit, in seconds, of the search for the quickest win or the longest resistance."""
    engine: Engine = DEFAULT
    """The engine to use."""


EFFORT = Effort()
"""The usual effort against people."""


class Choice(NamedTuple):
    """A computer player's move, and whether that is proved to be right."""

    move: int
    """The move."""
    sure: bool | None = None
    """Whether the move is proved to win, or no move wins; None for levels that are not perfect."""
    reason: str = ""
    """Why it wins, said to the opponent by a player that plays by its proof."""

    @property
    def note(self) -> str:
        """A sentence to show with the move; usually empty."""
        return NOT_SURE if self.sure is False else self.reason


def choose_move(
    level: str, game: AnyGame, position: Position, rng: Random, effort: Effort = EFFORT
) -> int:
    """Return the move of a computer player; all randomness comes from `rng`."""
    if OPPONENTS[level].skill == BLIND:  # a fast path, since whole tournaments use it
        return rng.choice(game.legal_moves(position))
    return consider(level, game, position, rng, effort).move


def consider(
    level: str, game: AnyGame, position: Position, rng: Random, effort: Effort = EFFORT
) -> Choice:
    """Like `choose_move`, but also say whether a perfect player is sure of its move.

    The level `PROOF` needs the game so far: see `engine/proof_player.py`.
    """
    skill = OPPONENTS[level].skill
    if skill is None:
        return best_choice(game, position, rng, effort)
    if skill == BLIND:
        return Choice(rng.choice(game.legal_moves(position)))
    wins = effort.engine.judge_moves(game, position, effort.seconds)
    return Choice(skill.choose(game, position, wins, rng))


def best_choice(game: AnyGame, position: Position, rng: Random, effort: Effort = EFFORT) -> Choice:
    """Return a best move, as far as is proved in time; break ties at random.

    `sure` says whether the move is proved to win, or proved that no move wins.
    """
    best = best_moves(game, position, effort)
    return Choice(rng.choice(best.moves), best.proved)


def best_moves(game: AnyGame, position: Position, effort: Effort = EFFORT) -> Best:
    """Return the moves from which a perfect player picks at random."""
    engine = effort.engine
    with engine.theory(game) as theory:
        budget = engine.budget(effort.seconds, effort.extras)
        best = theory.best(position, budget)
        moves = best.moves
        if len(moves) > 1:
            moves = _hardest_to_answer(theory, position, moves, budget)
        return Best(moves, best.proved, best.proved and budget.extras.left > 0)


def _hardest_to_answer(
    theory: AnyTheory, position: Position, moves: list[int], budget: Budget
) -> list[int]:
    """Narrow equally good moves down to those that are hardest to answer.

    First drop the moves after which the opponent wins at once, unless all are such. Then, unless
    time runs out, pick the moves to which the fewest replies win. No reply to a winning move
    wins, so this narrows down only losing moves.
    """
    winning: dict[int, int] = {}
    for move in moves:
        if budget.extras.left <= 0:
            return _safe(theory.game, position, moves)
        after = theory.game.play(position, move)
        if theory.game.outcome(after):
            return moves
        answers = theory.judge(after, budget)
        winning[move] = sum(1 for verdict in answers.values() if verdict.win is False)
        if not winning[move]:
            return moves
    safe = _safe(theory.game, position, moves)
    fewest = min(winning[move] for move in safe)
    return [move for move in safe if winning[move] == fewest]


def _safe(game: AnyGame, position: Position, moves: list[int]) -> list[int]:
    """Return the moves after which the opponent cannot win at once; all if none."""
    return list(Lookahead(game, GUARD_STEPS).safe(position, tuple(moves), 1))
