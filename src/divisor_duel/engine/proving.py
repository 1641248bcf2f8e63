"""Find short proofs, for any theory, from the lost positions that it can explain.

By now it is known who wins. A theory explains some lost positions with its own kinds of proof.
This module searches the winner's moves for the one that is easiest to explain, not the quickest.
If the theory explains nothing, it tries a small tree of replies whose leaves the theory does
explain. As a last resort it lists the winner's answer to each reply, and leaves it to the checker
to solve again why they win.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Protocol, TypeVar

from divisor_duel.engine.clock import Budget, Clock, OutOfTimeError
from divisor_duel.engine.verdict import Best, Verdicts
from divisor_duel.game import AnyGame, Position
from divisor_duel.proof import Answered, Branch, End, Proof, Tree

P = TypeVar("P", bound=Position)
P_contra = TypeVar("P_contra", bound=Position, contravariant=True)

LIGHTEST = 1
"""The least weight: no proof is easier to check."""

MOST_TRIED = 6
"""Limit on the winning moves tried for each reply in a tree."""

MOST_ANSWERED = 60
"""Limit on the replies in a proof that lists an answer to each."""

ANSWERED_WEIGHT = 1000
"""Base weight of such a proof: it does not say why the answers win, so it is hardest to check."""


SHORT_PLIES, SHORT_ANSWERS = 5, 2
"""Limits of a short win: plies to the end, and the winner's answers that must be named."""


class Explainer(Protocol[P_contra]):
    """What proofs are built from: the part of a theory that this module uses."""

    most_replies: ClassVar[int]
    most_branches: ClassVar[int]

    @property
    def game(self) -> AnyGame:
        """The set-up that the theory is about."""

    def judge(self, position: P_contra, budget: Budget) -> Verdicts:
        """Return the verdict on the position after each legal move."""

    def best(self, position: P_contra, budget: Budget) -> Best:
        """Return all best moves, as far as they are proved in time."""

    def explain(self, position: P_contra, clock: Clock, depth: int = 0) -> Proof | None:
        """Return a proof of the game's own kind that the player to move loses, or None."""

    def weight(self, proof: Proof) -> int:
        """Return how much work it is to check a proof by hand."""


def weigh(theory: Explainer[P], proof: Proof) -> int:
    """Return how much work it is to check a proof by hand."""
    if isinstance(proof, Tree):
        return 2 + sum(1 + weigh(theory, branch.proof) for branch in proof.branches)
    if isinstance(proof, Answered):
        return ANSWERED_WEIGHT + len(proof.answers)
    return theory.weight(proof)


def prove_win(
    theory: Explainer[P], position: P, winning: Iterable[int], clock: Clock, depth: int
) -> Proof | None:
    """Prove that one of the `winning` moves wins: the one that is easiest to explain.

    Among equally easy moves it is the first.
    """
    best: tuple[int, Proof] | None = None
    try:
        for move in winning:
            after = theory.game.play(position, move)
            if theory.game.outcome(after):
                return End(move)
            proof = prove_loss(theory, after, clock, depth)
            if proof is not None:
                weight = weigh(theory, proof)
                if best is None or weight < best[0]:
                    best = weight, proof.with_move(move)
                if weight <= LIGHTEST:
                    break
            clock.check()
    except OutOfTimeError:
        pass
    return best[1] if best else None


def prove_loss(theory: Explainer[P], position: P, clock: Clock, depth: int) -> Proof | None:
    """Return a proof that the player to move loses a position that is not over."""
    own = theory.explain(position, clock, depth)
    if (
        own is not None
        or depth == 0
        or len(theory.game.legal_moves(position)) > theory.most_replies
    ):
        return own
    return reply_tree(theory, position, clock, depth)


def reply_tree(theory: Explainer[P], position: P, clock: Clock, depth: int) -> Proof | None:
    """Return a tree with every reply; None if it would be too large."""
    game, most = theory.game, theory.most_branches
    grown: list[tuple[list[int], Proof]] = []
    for reply in game.legal_moves(position):
        proof = _answer(theory, game.play(position, reply), clock, depth - 1)
        if proof is None:
            return None
        for replies, known in grown:
            if known == proof:
                replies.append(reply)
                break
        else:
            grown.append(([reply], proof))
        if sum(not isinstance(after, End) for _, after in grown) > most:
            return None
    return Tree(0, tuple(Branch(tuple(replies), after) for replies, after in grown))


def _answer(theory: Explainer[P], position: P, clock: Clock, depth: int) -> Proof | None:
    """Return a proof for the winner, who is to move or has already won."""
    if theory.game.outcome(position):
        return End(0)
    clock.check()
    verdicts = theory.judge(position, Budget.within(clock))
    game, winning = theory.game, [m for m, verdict in verdicts.items() if verdict.win is False]
    for move in winning:
        if game.outcome(game.play(position, move)):
            return End(move)
    return prove_win(theory, position, winning[:MOST_TRIED], clock, depth)


def answer_each(theory: Explainer[P], position: P, clock: Clock) -> Answered | None:
    """Return a proof that lists the winner's answer to each reply; None if too many."""
    game, pairs = theory.game, list[tuple[int, int]]()
    for reply in game.legal_moves(position):
        clock.check()
        after = game.play(position, reply)
        if game.outcome(after):
            pairs.append((reply, 0))
            continue
        best = theory.best(after, Budget.within(clock))
        if not best.proved or len(pairs) >= MOST_ANSWERED:
            return None
        pairs.append((reply, best.moves[0]))
    return Answered(0, tuple(pairs))


def short_win(
    theory: Explainer[P],
    position: P,
    winning: Iterable[int],
    clock: Clock,
    plies: int = SHORT_PLIES,
) -> Proof | None:
    """Return a proof that names every line to the end of the game; None if there are too many.

    `winning` are the moves to try. Such a proof needs no theorem, so it is the easiest to follow.
    """
    game, best = theory.game, None
    winning = list(winning)[:MOST_TRIED]
    after = {move: game.play(position, move) for move in winning}
    for move in winning:
        if game.outcome(after[move]):
            return End(move)
    for move in winning if plies > 2 else ():
        tree = short_loss(theory, after[move], clock, plies - 1)
        if tree is not None and (best is None or _answers(tree) < _answers(best)):
            best = tree.with_move(move)
    return best


def short_loss(
    theory: Explainer[P], position: P, clock: Clock, plies: int = SHORT_PLIES - 1
) -> Tree | None:
    """Return a proof that names every line after a lost position; None if there are too many."""
    game = theory.game
    replies = game.legal_moves(position)
    if len(replies) > SHORT_ANSWERS:
        return None
    branches = dict[Proof, list[int]]()
    for reply in replies:
        clock.check()
        reached = game.play(position, reply)
        proof: Proof | None = End(0)
        if not game.outcome(reached):
            verdicts = theory.judge(reached, Budget.within(clock))
            winning = [move for move, verdict in verdicts.items() if verdict.win is False]
            proof = short_win(theory, reached, winning, clock, plies - 1)
        if proof is None:
            return None
        branches.setdefault(proof, []).append(reply)
    tree = Tree(0, tuple(Branch(tuple(replies), proof) for proof, replies in branches.items()))
    return tree if _answers(tree) <= SHORT_ANSWERS else None


def _answers(proof: Proof) -> int:
    """Return how many answers a tree names."""
    if not isinstance(proof, Tree):
        return 0
    return sum(bool(branch.proof.move) + _answers(branch.proof) for branch in proof.branches)
