"""Finding a reason that is short: for any theory, from what it can explain of lost positions.

Who wins is known by now. A theory explains some lost positions in a way of its own; here the
winner's moves are looked through for the one that is easiest to explain, not the quickest, and
where the theory explains nothing a small tree of replies is tried, whose ends it does explain.
At last the winner's answer to each reply is given, for the checker to find again why it wins.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from divisor_duel.engine.clock import Budget, Clock, OutOfTimeError
from divisor_duel.proof import ANSWERED, TREE, Proof, beginning, branches, ending, tree

if TYPE_CHECKING:
    from divisor_duel.engine.theory import Theory

LIGHTEST = 1
"""Nothing is easier to check than a proof of this weight."""

MOST_TRIED = 6
"""So many winning moves are looked at inside a tree."""

MOST_ANSWERED = 60
"""So many replies with their answers are told at the most."""

ANSWERED_WEIGHT = 1000
"""That the answers win is not told, so nothing is harder to check by hand."""


def weigh(theory: Theory[Any, Any], proof: Proof) -> int:
    """How much there is to check by hand."""
    if proof["kind"] == TREE:
        return 2 + sum(1 + weigh(theory, after) for _, after in branches(proof))
    if proof["kind"] == ANSWERED:
        return ANSWERED_WEIGHT + len(proof["answers"])
    return theory.weight(proof)


def prove_win(
    theory: Theory[Any, Any], position: Any, winning: Iterable[int], clock: Clock, depth: int
) -> Proof | None:
    """The easiest to explain of the moves that win; the first of those that are as easy."""
    best: tuple[int, Proof] | None = None
    try:
        for move in winning:
            after = theory.game.play(position, move)
            if theory.game.outcome(after):
                return ending(move)
            proof = prove_loss(theory, after, clock, depth)
            if proof is not None:
                weight = weigh(theory, proof)
                if best is None or weight < best[0]:
                    best = weight, beginning(move, proof)
                if weight <= LIGHTEST:
                    break
            clock.check()
    except OutOfTimeError:
        pass
    return best[1] if best else None


def prove_loss(theory: Theory[Any, Any], position: Any, clock: Clock, depth: int) -> Proof | None:
    """Why the player to move loses a position that is not over."""
    own = theory.explain(position, clock, depth)
    if (
        own is not None
        or depth == 0
        or len(theory.game.legal_moves(position)) > theory.most_replies
    ):
        return own
    return _grow(theory, position, clock, depth)


def _grow(theory: Theory[Any, Any], position: Any, clock: Clock, depth: int) -> Proof | None:
    """A tree with every reply, if it stays small."""
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
        if sum(after["kind"] != "end" for _, after in grown) > most:
            return None
    return tree(grown)


def _answer(theory: Theory[Any, Any], position: Any, clock: Clock, depth: int) -> Proof | None:
    """Why the winner, who is to move now, wins."""
    if theory.game.outcome(position):
        return ending()
    clock.check()
    verdicts = theory.judge(position, Budget.within(clock))
    game, winning = theory.game, [m for m, verdict in verdicts.items() if verdict.win is False]
    for move in winning:
        if game.outcome(game.play(position, move)):
            return ending(move)
    return prove_win(theory, position, winning[:MOST_TRIED], clock, depth)


def answer_each(theory: Theory[Any, Any], position: Any, clock: Clock) -> Proof | None:
    """The winner's answer to each reply in a lost position; None if there are too many."""
    game, pairs = theory.game, list[list[int]]()
    for reply in game.legal_moves(position):
        clock.check()
        after = game.play(position, reply)
        if game.outcome(after):
            pairs.append([reply, 0])
            continue
        best = theory.best(after, Budget.within(clock))
        if not best.proved or len(pairs) >= MOST_ANSWERED:
            return None
        pairs.append([reply, best.moves[0]])
    return {"kind": ANSWERED, "move": 0, "answers": pairs}
