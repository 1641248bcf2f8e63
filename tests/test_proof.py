"""Proofs as data: the small functions with which engines and reasons make and read them."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from divisor_duel.errors import CertificateError
from divisor_duel.proof import (
    Checked,
    answers,
    branches,
    ending,
    partners,
    require,
    tree,
    with_move,
)


def test_proofs_are_plain_objects() -> None:
    """An end and a tree have just the fields that are written, with move 0 unless one is given."""
    assert ending() == {"kind": "end", "move": 0}
    made = tree([((2, 3), ending(4)), ((5,), ending())])
    first = {"replies": [2, 3], "proof": {"kind": "end", "move": 4}}
    second = {"replies": [5], "proof": {"kind": "end", "move": 0}}
    assert made == {"kind": "tree", "move": 0, "branches": [first, second]}
    assert with_move(7, made) == {**made, "move": 7}
    assert [*branches(made)] == [((2, 3), ending(4)), ((5,), ending())]
    assert answers(made) == {2: 4, 3: 4}


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
