"""The picture of a result."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from divisor_duel.learn.daily import Result
from divisor_duel.web.engine.result_card import result_card
from tests.drawing.reading import find


@pytest.mark.parametrize(
    ("tries", "words"),
    [
        ((True,), "Solved on try 1 of 3, 1 hint."),
        ((False, True), "Solved on try 2 of 3, 1 hint."),
        ((False, False, False), "Not solved, 1 hint."),
    ],
)
def test_every_try_has_its_ring(tries: tuple[bool, ...], words: str) -> None:
    """Each try is a ring with its mark, in order, and the result is also written in words."""
    root = ElementTree.fromstring(result_card(Result(4, tries, 1), "Chain, easy"))
    marks = [mark.get("data-value") for mark in find(root, "mark")]
    assert marks == ["win" if right else "loss" for right in tries]
    assert len(find(root, "try")) == len(tries)
    assert words in "".join(root.itertext())
