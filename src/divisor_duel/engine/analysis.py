"""`analyze`: what every move of a position is worth, and why.

>>> from divisor_duel import GAMES, analyze
>>> game = GAMES["countdown"](start=45)
>>> analysis = analyze(game, game.start())
>>> analysis.value
'loss'
>>> analysis.reason.startswith("45 is odd")
True
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from divisor_duel.engine.search import Search
from divisor_duel.engine.theory import Budget, Theory, Verdict, Verdicts, preference
from divisor_duel.game import Game, Value
from divisor_duel.games.kit import part

NO_TIME = 1e-9
"""For what is good to know when it is not wanted."""


@dataclass(frozen=True)
class MoveValue:
    """What one move is worth."""

    move: int
    """The move."""
    value: Value
    """``win``, ``loss`` or ``unknown`` for the player who makes the move."""
    remoteness: int | None
    """Plies from the position after the move to the end, or None if not computed."""
    grundy: int | None
    """The nim-value of the position after the move, or None if not computed."""


@dataclass(frozen=True)
class Analysis:
    """All that is proved about a position."""

    game: Game[Any]
    """The game with its options."""
    position: Any
    """The position that was analysed."""
    value: Value | None
    """``win``, ``loss`` or ``unknown`` for the player to move; None after the end."""
    remoteness: int | None
    """Plies to the end when the winner hurries and the loser delays, or None."""
    grundy: int | None
    """The nim-value where the game is impartial and it was computed, or None."""
    moves: tuple[MoveValue, ...]
    """Every legal move, the best first."""
    line: tuple[int, ...]
    """One best line to the end, or as far as it is proved."""
    reason: str
    """Why, in a sentence or two."""

    @property
    def winning(self) -> tuple[int, ...]:
        """The moves that win, the quickest first."""
        return tuple(move.move for move in self.moves if move.value is Value.WIN)


def analyze(game: Game[Any], position: Any, seconds: float | None = None) -> Analysis:
    """Everything that can be proved about `position`.

    Without `seconds`, wins and losses are worked out however long it takes, and
    what is good to know besides gets about a second. With it, all must be done
    in that time, and what is not is None or ``unknown``.
    """
    outcome = game.outcome(position)
    if outcome:
        reason = f"The game is over: {outcome.reason}."
        return Analysis(game, position, None, 0, 0 if game.impartial else None, (), (), reason)
    theory, budget = theory_of(game), Budget(seconds)
    verdicts = theory.judge(position, budget)
    verdict = theory.settle(position, verdicts, budget)
    line = theory.line(position, verdicts, budget) if verdict.win is not None else ()
    return Analysis(
        game,
        position,
        verdict.value,
        verdict.remoteness,
        verdict.grundy,
        _sorted_moves(verdicts),
        line,
        theory.reason(position, verdict, verdicts, line),
    )


def judge_moves(
    game: Game[Any], position: Any, seconds: float | None = None
) -> dict[int, bool | None]:
    """Whether each legal move wins, and nothing besides, which is much quicker than `analyze`.

    None stands for a move that was not worked out in `seconds`.
    """
    if game.outcome(position):
        return {}
    verdicts = theory_of(game).judge(position, Budget(seconds, NO_TIME))
    return {
        move: None if verdict.win is None else not verdict.win for move, verdict in verdicts.items()
    }


def _sorted_moves(verdicts: Verdicts) -> tuple[MoveValue, ...]:
    order = sorted(verdicts, key=lambda move: preference(move, verdicts[move]))
    return tuple(_move_value(move, verdicts[move]) for move in order)


def _move_value(move: int, after: Verdict) -> MoveValue:
    """The verdict is about the player who answers; the value is about the one who moved."""
    return MoveValue(move, after.value.other, after.remoteness, after.grundy)


@lru_cache(maxsize=8)
def theory_of(game: Game[Any]) -> Theory[Any]:
    """The theory of a set-up, with all that it has worked out so far.

    A few are kept, so that the next question about the same match is cheap.
    """
    module = part(game, "theory")
    theory: type[Theory[Any]] = module.THEORY if module else Search
    return theory(game)
