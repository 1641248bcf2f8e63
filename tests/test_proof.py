"""Proofs as values, and the small functions with which engines and reasons use them."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from divisor_duel.errors import CertificateError
from divisor_duel.proof import Answered, Branch, Checked, End, Proof, Tree, partners, require


def test_a_proof_is_about_a_move_of_the_winner() -> None:
    """The same proof with another move is a new value; the first one stays as it was."""
    lost = Answered(0, ((2, 3), (5, 0)))
    won = lost.with_move(7)
    assert won == Answered(7, ((2, 3), (5, 0)))
    assert lost.move == 0
    assert won != lost


def test_a_tree_answers_each_reply_that_does_not_end_the_game() -> None:
    """Replies of one branch have the same answer; a reply that ends the game has none."""
    made = Tree(0, (Branch((2, 3), End(4)), Branch((5,), End(0)), Branch((6,), End(7))))
    assert made.answers() == {2: 4, 3: 4, 6: 7}
    assert made.with_move(8).branches == made.branches


class Known(Proof, frozen=True, tag="known"):
    """A kind that a game may declare."""


def test_kinds_with_the_same_fields_are_not_equal() -> None:
    """A proof is compared by its kind, too, and can be put into a set."""
    proofs: list[Proof] = [End(0), End(0), Known(0)]
    assert proofs[0] == proofs[1] != proofs[2]
    assert len(set(proofs)) == 2


def test_a_proof_cannot_be_changed() -> None:
    """A proof stays as it was made."""
    proof: Proof = Tree(0, (Branch((2,), End(4)),))
    for field in ("move", "branches"):
        with pytest.raises(AttributeError, match="immutable"):
            setattr(proof, field, 3)


def test_partners_answer_each_other() -> None:
    """Each number of a pair is answered by the other one."""
    assert partners([(1, 4), (2, 3)]) == {1: 4, 4: 1, 2: 3, 3: 2}


def test_a_demand_that_is_met_says_nothing() -> None:
    """Only a fact that does not hold raises an error."""
    require(True, "two is odd")
    with pytest.raises(CertificateError, match="two is odd"):
        require(False, "two is odd")


def test_a_verdict_names_its_theorems() -> None:
    """Without theorems a verdict rests on the rules alone."""
    assert Checked("x").basis == "Checked by the rules alone."
    both = Checked("x", ("theorem 1", "theorem 2"))
    assert both.basis == "Checked by the rules and theorem 1 and theorem 2."
    assert both.positions == 0


def test_a_verdict_cannot_be_changed() -> None:
    """What a check found stays as it was found."""
    with pytest.raises(FrozenInstanceError):
        Checked("x").what = "y"  # type: ignore[misc]
