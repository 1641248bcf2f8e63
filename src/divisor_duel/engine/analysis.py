"""An analysis: what every move of a position is worth, and why."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from divisor_duel.engine.clock import Budget
from divisor_duel.engine.strategies import explanation, searched, strategy_of
from divisor_duel.engine.theory import AnyTheory
from divisor_duel.engine.verdict import Verdict, Verdicts, best_moves, sort_key
from divisor_duel.game import AnyGame, Position, Value
from divisor_duel.proof import Proof
from divisor_duel.strategy import Strategy

PROOF_SECONDS = 3.0
"""Time limit of the search for a reason, in seconds, however long the analysis has."""


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
    """Everything that is proved about a position."""

    game: AnyGame
    """The game with its options."""
    position: Position
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
    """The reason as data that can be checked; None if it rests on a search alone."""

    @cached_property
    def moves(self) -> tuple[MoveValue, ...]:
        """Every legal move, the best first.

        Computed on first use: a position may have a hundred thousand moves, and many callers
        need only the value of the position itself.
        """
        return _sorted_moves(self.verdicts)

    @cached_property
    def strategy(self) -> Strategy[Position] | None:
        """How the winner wins, as rules that can be played.

        None while the winner is unknown, or the winner is to move and no winning move is known.
        After the end it has no rules. Computed on first use.
        """
        outcome = self.game.outcome(self.position)
        if outcome:
            return Strategy(self.game, self.position, outcome.winner, ())
        if self.value is None or self.value is Value.UNKNOWN:
            return None
        mover = self.position.to_move
        winner = mover if self.value is Value.WIN else mover.other
        if self.proof:
            return strategy_of(self.game, self.position, winner, self.proof)
        first = self.explained if winner is mover else 0
        return None if first is None else searched(self.game, self.position, winner, first)

    @property
    def winning(self) -> tuple[int, ...]:
        """The moves that win, the quickest first."""
        return tuple(move.move for move in self.moves if move.value is Value.WIN)

    @property
    def explained(self) -> int | None:
        """The move that the reason is about: a win or, if all lose, the longest loss.

        None after the end, and if no such move is known.
        """
        if self.value is None or self.value is Value.UNKNOWN:
            return None
        move = _first(self.verdicts, self.proof)
        lost = self.verdicts[move].win is False  # for the opponent, who moves next
        return move if lost is (self.value is Value.WIN) else None

    @property
    def solved(self) -> bool:
        """Whether the value of every legal move is known."""
        return all(verdict.win is not None for verdict in set(self.verdicts.values()))

    @property
    def line_title(self) -> str:
        """The heading for `line`: says if it is proved to be best, and if it is complete."""
        if self.remoteness is None:
            return "For example"
        return "Best line" if self.remoteness == len(self.line) else "Best line begins"

    @property
    def complete(self) -> bool:
        """Whether value, remoteness and nim-value are known here and after every move."""
        if self.value is None:
            return True
        own = Verdict(self.value.proved, self.remoteness, self.grundy)
        return not any(
            verdict.win is None
            or verdict.remoteness is None
            or (self.game.has_nim_values and verdict.grundy is None)
            for verdict in {own, *self.verdicts.values()}
        )


def analysis_of(
    theory: AnyTheory, position: Position, budget: Budget, known: Verdicts | None = None
) -> Analysis:
    """Return what a theory can prove about `position`, given what is `known`."""
    game = theory.game
    outcome = game.outcome(position)
    if outcome:
        reason = f"The game is over: {outcome.reason}."
        return Analysis(game, position, None, 0, 0 if game.has_nim_values else None, {}, (), reason)
    verdicts = theory.judge(position, budget)
    if known:
        verdicts = {move: verdict.with_known(known[move]) for move, verdict in verdicts.items()}
    verdict = theory.settle(position, verdicts, budget)
    verdicts = _agreeing(verdict, verdicts)
    best = _quickest(verdict, verdicts)
    proof = theory.proof(position, verdict, best, budget.proof_clock(PROOF_SECONDS))
    first, line = _first(best, proof), tuple[int, ...]()
    if verdict.win is not None and _is_proved(verdict, verdicts[first]):
        line = theory.line(position, verdict.remoteness, first, verdicts, budget)
    if proof:
        reason = explanation(game, position, proof)
    else:
        reason = _reason_without_proof(game, position, verdict, first, verdicts)
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


def _reason_without_proof(
    game: AnyGame, position: Position, verdict: Verdict, first: int, verdicts: Verdicts
) -> str:
    """Say what a search found if it gave no proof."""
    if verdict.win is None:
        return "The time ran out before every move was checked."
    if not verdict.win:
        return searched(game, position, position.to_move.other, 0).reason
    if verdicts[first].win is not False:
        return "You can win, but the time ran out before a winning move was found."
    return searched(game, position, position.to_move, first).reason


def _agreeing(verdict: Verdict, verdicts: Verdicts) -> Verdicts:
    """Make the verdicts on the moves agree with `verdict`: if it is lost, all lose."""
    if verdict.win is not False or all(after.win for after in set(verdicts.values())):
        return verdicts
    return {move: after._replace(win=True) for move, after in verdicts.items()}


def _quickest(verdict: Verdict, verdicts: Verdicts) -> Verdicts:
    """Return the moves to recommend: the quickest wins, or all if those are unknown."""
    if not verdict.win or verdict.remoteness is None:
        return verdicts
    soonest = {after for after in set(verdicts.values()) if _is_proved(verdict, after)}
    return {move: after for move, after in verdicts.items() if after in soonest} or verdicts


def _is_proved(verdict: Verdict, after: Verdict) -> bool:
    """Return whether a move that leads to `after` is proved not to change who wins.

    If the remoteness is known, the move must also be proved to be a best one.
    """
    if after.win is None or after.win is verdict.win:
        return False
    return verdict.remoteness is None or after.remoteness == verdict.remoteness - 1


def _first(verdicts: Verdicts, proof: Proof | None) -> int:
    """Return the move that both the reason and the line start with."""
    move: int = (proof.move if proof else 0) or min(best_moves(verdicts))
    return move


def _sorted_moves(verdicts: Verdicts) -> tuple[MoveValue, ...]:
    """Return the moves, best first.

    A verdict is for the player who moves next, a value for the player who made the move.
    """
    kinds = set(verdicts.values())
    ranks = {verdict: sort_key(verdict) for verdict in kinds}
    order = sorted(verdicts)
    order.sort(key=lambda move: ranks[verdicts[move]])
    fields = {verdict: (verdict.value.other, *verdict[1:]) for verdict in kinds}
    return tuple([MoveValue(move, *fields[verdicts[move]]) for move in order])
