"""Short proofs: the lightest explanation is chosen, small trees are grown, answers are listed."""

from __future__ import annotations

from typing import Any

import pytest

from divisor_duel import GAMES, Player
from divisor_duel.engine.clock import Clock, StepClock
from divisor_duel.engine.proving import (
    ANSWERED_WEIGHT,
    MOST_ANSWERED,
    answer_each,
    prove_loss,
    prove_win,
    weigh,
)
from divisor_duel.engine.search import Search
from divisor_duel.engine.verdict import Verdict
from divisor_duel.proof import Answered, Branch, End, Proof, Tree
from divisor_duel.proofs.checker import check_proof


class Known(Proof, frozen=True, tag="known"):
    """A proof that says just how much it weighs."""

    known: int


class Knowing(Search[Any]):
    """A theory of Divider that can explain some lost positions, each with its weight."""

    weights: dict[tuple[int, ...], int]

    def explain(self, position: Any, clock: Clock, depth: int = 0) -> Proof | None:
        weight = self.weights.get(self.game.legal_moves(position))
        return None if weight is None else Known(0, weight)

    def weight(self, proof: Proof) -> int:
        return proof.known if isinstance(proof, Known) else 1


def knowing(high: int, weights: dict[tuple[int, ...], int], low: int = 2) -> Knowing:
    """A theory with the given explanations."""
    theory = Knowing(GAMES["divider"](low=low, high=high))
    theory.weights = weights
    return theory


def test_the_move_that_is_easiest_to_explain_is_proved() -> None:
    """A move that ends the game needs nothing else, then the lightest proof, then the first."""
    theory = knowing(5, {(2, 3, 4): 5, (2, 4, 5): 3, (2, 3, 5): 3})
    start = theory.game.start()
    proof = prove_win(theory, start, [5, 3, 4], StepClock(), 0)
    assert proof == Known(3, 3)
    assert prove_win(theory, start, [5, 2], StepClock(), 0) == Known(5, 5)
    assert prove_win(theory, start, [2], StepClock(), 0) is None
    alone = knowing(9, {}, low=9)
    assert prove_win(alone, alone.game.start(), [9], StepClock(), 0) == End(9)


def test_what_was_found_before_the_time_ran_out_counts() -> None:
    """The proofs of the moves tried so far are compared; without time there is none."""
    theory = knowing(5, {(2, 3, 4): 5, (2, 4, 5): 3})
    start = theory.game.start()
    assert prove_win(theory, start, [5, 3], StepClock(0), 0) == Known(5, 5)


def test_a_lightest_proof_ends_the_search_for_a_lighter_one() -> None:
    """No proof weighs less than one, so the second move is not even tried."""
    theory = knowing(5, {(2, 3, 4): 1, (2, 4, 5): 1})
    assert prove_win(theory, theory.game.start(), [5, 99], StepClock(), 0) == Known(5, 1)


def test_a_small_tree_names_every_reply() -> None:
    """Replies with the same answer share a branch, and the checker accepts the tree."""
    theory = Search(GAMES["divider"](low=5, high=6))
    start = theory.game.start()
    proof = prove_loss(theory, start, StepClock(), 1)
    assert proof == Tree(0, (Branch((5,), End(6)), Branch((6,), End(5))))
    assert prove_loss(theory, start, StepClock(), 0) is None
    assert check_proof(theory.game, start, Player.TWO, proof)
    deep = Search(GAMES["divider"](low=5, high=8))
    assert prove_loss(deep, deep.game.start(), StepClock(), 1) is None
    assert prove_loss(deep, deep.game.start(), StepClock(), 2) is None  # more than three branches


def test_a_tree_with_too_many_replies_is_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit on replies is exact."""
    theory = Search(GAMES["divider"](low=5, high=6))
    monkeypatch.setattr(Search, "most_replies", 2)
    assert prove_loss(theory, theory.game.start(), StepClock(), 1)
    monkeypatch.setattr(Search, "most_replies", 1)
    assert prove_loss(theory, theory.game.start(), StepClock(), 1) is None


def test_answers_are_listed_if_all_are_proved_and_they_are_few() -> None:
    """A reply that ends the game has the answer 0; more than sixty answers are not listed."""
    chain = Search(GAMES["chain"](high=5, ending="misere"))
    after = chain.game.play(chain.game.start(), 2)
    assert answer_each(chain, after, StepClock()) == Answered(0, ((4, 0),))
    pairs = Search(GAMES["divider"](low=5, high=6))
    proof = answer_each(pairs, pairs.game.start(), StepClock())
    assert proof == Answered(0, ((5, 6), (6, 5)))
    many = GAMES["divider"](low=200, high=200 + MOST_ANSWERED)

    class Sure(Search[Any]):
        def judge(self, position: Any, budget: Any) -> Any:
            return dict.fromkeys(self.game.legal_moves(position), Verdict(False))

    assert answer_each(Sure(many), many.start(), StepClock()) is None
    few = GAMES["divider"](low=200, high=199 + MOST_ANSWERED)
    listed = answer_each(Sure(few), few.start(), StepClock())
    assert listed is not None
    assert len(listed.answers) == MOST_ANSWERED


def test_a_proof_weighs_what_its_parts_weigh() -> None:
    """A tree costs two and one for each branch; a list of answers is the last resort."""
    theory = knowing(5, {})
    leaf = Known(3, 7)
    assert weigh(theory, leaf) == 7
    tree = Tree(0, (Branch((2,), End(3)), Branch((4, 5), leaf)))
    assert weigh(theory, tree) == 2 + (1 + 1) + (1 + 7)
    assert weigh(theory, Answered(0, ((5, 6), (6, 5)))) == ANSWERED_WEIGHT + 2
