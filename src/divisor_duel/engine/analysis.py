"""An analysis: what every move of a position is worth, and why."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from divisor_duel.engine.clock import Budget
from divisor_duel.engine.reasons import tell
from divisor_duel.engine.theory import (
    Theory,
    Verdict,
    Verdicts,
    leading,
    preference,
    search_reason,
)
from divisor_duel.game import Game, Value
from divisor_duel.proof import Proof

PROOF_SECONDS = 3.0
"""A reason is looked for no longer than this, however much time there is."""


class MoveValue(NamedTuple):
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
    verdicts: Verdicts
    """What is proved about the position after each legal move."""
    line: tuple[int, ...]
    """One best line to the end, or as far as it is proved."""
    reason: str
    """Why, in a sentence or two."""
    proof: Proof | None = None
    """The same as data that can be checked; None where only a search says so."""

    @cached_property
    def moves(self) -> tuple[MoveValue, ...]:
        """Every legal move, the best first.

        A position may have a hundred thousand of them, and many who ask need only the
        position's own value: they are set out when they are first looked at.
        """
        return _sorted_moves(self.verdicts)

    @property
    def winning(self) -> tuple[int, ...]:
        """The moves that win, the quickest first."""
        return tuple(move.move for move in self.moves if move.value is Value.WIN)

    @property
    def explained(self) -> int | None:
        """The winning move that the reason is about, or else the best move; None after the end."""
        if self.proof and self.proof["move"]:
            move: int = self.proof["move"]
            return move
        return min(leading(self.verdicts)) if self.verdicts else None

    @property
    def line_title(self) -> str:
        """What to call the line: best only if it is known to be, and whole only if it is."""
        if self.remoteness is None:
            return "Play may go"
        return "Best line" if self.remoteness == len(self.line) else "Best line begins"

    @property
    def complete(self) -> bool:
        """Whether nothing is left to find out."""
        if self.value is None:
            return True
        whole = Verdict(self.value.proved, self.remoteness, self.grundy)
        return not any(
            one.win is None
            or one.remoteness is None
            or (self.game.has_nim_values and one.grundy is None)
            for one in {whole, *self.verdicts.values()}
        )


def analysis_of(
    theory: Theory[Any, Any], position: Any, budget: Budget, known: Verdicts | None = None
) -> Analysis:
    """What a theory can prove about `position`, besides what is `known` of its moves."""
    game = theory.game
    outcome = game.outcome(position)
    if outcome:
        reason = f"The game is over: {outcome.reason}."
        return Analysis(game, position, None, 0, 0 if game.has_nim_values else None, {}, (), reason)
    verdicts = theory.judge(position, budget)
    if known:
        verdicts = {move: verdict.with_known(known[move]) for move, verdict in verdicts.items()}
    verdict = theory.settle(position, verdicts, budget)
    line = theory.line(position, verdicts, budget) if verdict.win is not None else ()
    proof = theory.proof(position, verdict, verdicts, line, budget.proving(PROOF_SECONDS))
    reason = tell(game, position, proof) if proof else search_reason(game, verdict, verdicts, line)
    return Analysis(
        game,
        position,
        verdict.value,
        verdict.remoteness,
        verdict.grundy,
        verdicts,
        line,
        reason,
        proof,
    )


def _sorted_moves(verdicts: Verdicts) -> tuple[MoveValue, ...]:
    """The best first. A verdict is about the player who answers, a value about who moved."""
    kinds = set(verdicts.values())
    ranks = {verdict: preference(verdict) for verdict in kinds}
    order = sorted(verdicts)
    order.sort(key=lambda move: ranks[verdicts[move]])
    told = {verdict: (verdict.value.other, *verdict[1:]) for verdict in kinds}
    return tuple([MoveValue(move, *told[verdicts[move]]) for move in order])
