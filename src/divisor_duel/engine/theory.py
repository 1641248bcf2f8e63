"""The interface of every game's theory, which proves what moves are worth.

A theory belongs to one set-up of one game and caches its results. For each legal
move it says what the position after it is worth. Nothing is ever estimated: what is
not proved is None. Time limits come as arguments, and the engine makes sure that a
theory answers one question at a time.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import ClassVar, Generic, TypeAlias, TypeVar

from divisor_duel.engine.clock import Budget, Clock, OutOfTimeError
from divisor_duel.engine.proving import answer_each, prove_loss, prove_win, short_loss, short_win
from divisor_duel.engine.verdict import Best, Verdict, Verdicts, best_moves, combine, sort_key
from divisor_duel.game import AnyGame, Position
from divisor_duel.games.parts import TheoryMaker
from divisor_duel.proof import Proof

G = TypeVar("G", bound=AnyGame)
P = TypeVar("P", bound=Position)
G_co = TypeVar("G_co", bound=AnyGame, covariant=True)
P_contra = TypeVar("P_contra", bound=Position, contravariant=True)


SHORT_SHARE = 20
"""One in this many parts of the time for a proof may go into naming every line to the end."""


class Theory(ABC, Generic[G_co, P_contra]):
    """Exact knowledge of one set-up of one game."""

    def __init__(self, game: G_co, cache: Path | None = None) -> None:
        self.game: G_co = game
        """The game with its options."""
        self.cache = cache
        """The folder for facts that took long to find, or None to store none."""

    @property
    def always_finishes(self) -> bool:
        """Whether every question is answered in full within a reasonable number of steps.

        If so, answers do not depend on earlier questions, and the engine may cache the theory
        even where a question must have the same answer each time.
        """
        return False

    @property
    def bytes_held(self) -> int:
        """About how many bytes its cached results take; 0 if that is never much."""
        return 0

    @abstractmethod
    def judge(self, position: P_contra, budget: Budget) -> Verdicts:
        """Return the verdict on the position after each legal move."""

    def settle(self, position: P_contra, verdicts: Verdicts, budget: Budget) -> Verdict:
        """Return the verdict on the position itself, from those on its moves."""
        return combine(verdicts.values())

    def best(self, position: P_contra, budget: Budget) -> Best:
        """Return all best moves, as far as they are proved in time."""
        verdicts = self.judge(position, budget)
        moves = best_moves(verdicts)
        return Best(moves, verdicts[moves[0]].win is not None)

    def plies_left(self, position: P_contra, budget: Budget) -> int | None:
        """Return just the remoteness of the position; override it where that is faster."""
        return self.settle(position, self.judge(position, budget), budget).remoteness

    def proof(
        self, position: P_contra, verdict: Verdict, verdicts: Verdicts, clock: Clock
    ) -> Proof | None:
        """Return a proof of the verdict; None if only a search shows it, or time runs out.

        Of the winning moves in `verdicts`, the proof is about the one that is easiest to explain.
        If none is known, there is no proof, even if the theory knows who wins.
        """
        winning = self.candidates(verdicts) if verdict.win else []
        if verdict.win is None or (verdict.win and not winning):
            return None
        proof: Proof | None = None
        with suppress(OutOfTimeError):
            short = clock.part(clock.left / SHORT_SHARE)
            if verdict.win:
                proof = short_win(self, position, winning, short)
            else:
                proof = short_loss(self, position, short)
        half = clock.part(clock.left / 2)
        with suppress(OutOfTimeError):
            if verdict.win:
                proof = proof or prove_win(self, position, winning, half, self.tree_depth)
            else:
                proof = proof or prove_loss(self, position, half, self.tree_depth)
        with suppress(OutOfTimeError):
            return proof or self.answered(position, winning, clock)
        return None

    def answered(self, position: P_contra, winning: list[int], clock: Clock) -> Proof | None:
        """Return a proof that lists the winner's answer to each reply.

        If the winner is to move, it begins with the winning move that leaves the fewest replies.
        """
        if not winning:
            return answer_each(self, position, clock)
        after = {move: self.game.play(position, move) for move in winning}
        move = min(winning, key=lambda move: len(self.game.legal_moves(after[move])))
        proof = answer_each(self, after[move], clock)
        return proof.with_move(move) if proof else None

    def candidates(self, verdicts: Verdicts) -> list[int]:
        """Return the winning moves in the order in which to explain them: quickest first."""
        winning = [move for move, after in verdicts.items() if after.win is False]
        winning.sort(key=lambda move: (sort_key(verdicts[move]), move))
        return winning[:MOST_CANDIDATES]

    def explain(self, position: P_contra, clock: Clock, depth: int = 0) -> Proof | None:
        """Return a proof of the game's own kind that the player to move loses, or None.

        Trees inside such a proof may be `depth` replies deep.
        """
        return None

    def weight(self, proof: Proof) -> int:
        """Return how much work it is to check a proof by hand."""
        return 1

    tree_depth: ClassVar[int] = 2
    """Depth limit of a tree, in replies."""

    most_replies: ClassVar[int] = 40
    """Limit on the replies in a position for which to try a tree."""

    most_branches: ClassVar[int] = 3
    """Limit on the branches of a tree, not counting those that end at once."""

    def line(
        self, position: P_contra, plies: int | None, first: int, verdicts: Verdicts, budget: Budget
    ) -> tuple[int, ...]:
        """Return a line from `first` to the end, or as far as is proved in time.

        No move changes who wins. If `plies`, the remoteness of the position, is known, each move
        is also a best one. The caller has checked both for `first`.
        """
        return best_line(self, position, plies, first, verdicts, budget)


AnyTheory: TypeAlias = Theory[AnyGame, Position]
"""The theory of a set-up of some game."""

GameTheory: TypeAlias = TheoryMaker[G, Theory[AnyGame, P]]
"""The type of `THEORY` in a game's `solving/theory.py`: the class of its theory."""

LONGEST_UNTIMED_LINE = 24
"""Limit on the moves of a line if the remoteness is unknown."""


def best_line(
    theory: Theory[AnyGame, P],
    position: P,
    plies: int | None,
    first: int,
    verdicts: Verdicts,
    budget: Budget,
    judge: Callable[[P, Budget], Verdicts] | None = None,
) -> tuple[int, ...]:
    """Play `first` and then best moves, as `Theory.line` promises.

    A theory that finds the best move faster than all values passes its own `judge`.
    """
    line: list[int] = []
    game, clock, move = theory.game, budget.explain_clock(), first
    while True:
        verdict = verdicts[move]
        if verdict.win is None or (plies is not None and verdict.remoteness != plies - 1):
            break  # not proved to keep the value, or not proved to be a best move
        plies = verdict.remoteness
        if plies is None and len(line) >= LONGEST_UNTIMED_LINE:
            break
        line.append(move)
        position = game.play(position, move)
        if game.outcome(position) or clock.left <= 0:
            break
        verdicts = (judge or theory.judge)(position, budget.of(clock))
        move = min(best_moves(verdicts))
    return tuple(line)


MOST_CANDIDATES = 24
"""Limit on the winning moves among which to find the one that is easiest to explain."""
