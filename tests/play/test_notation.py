"""Moves with variations as addresses write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from divisor_duel.errors import MoveTextError
from divisor_duel.play.notation import Variation, count, read_tree, write_tree

DEEP = "24(18(6(2)3)9)(2)12.36"


def test_a_tree_is_written_and_read() -> None:
    """Variations stand in brackets before the move that they replace, and in one another."""
    moves, variations = read_tree(DEEP)
    assert moves == (24, 12, 36)
    inmost = Variation(2, (3,), ())
    assert variations[0] == Variation(1, (18, 9), (Variation(2, (6, 3), (Variation(3, (2,)),)),))
    assert inmost not in variations
    assert write_tree(moves, variations) == DEEP
    assert count(moves, variations) == 9


@pytest.mark.parametrize("text", ["24(", "24)", "24()12", "24(18)", "x", "1" * 5000, "(" * 90])
def test_what_is_no_tree_is_refused(text: str) -> None:
    """A text that no board wrote is refused in a sentence."""
    with pytest.raises(MoveTextError, match="moves and variations are written as in"):
        read_tree(text)


@given(st.text("12().", max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text makes the reader fail otherwise, and what it reads it writes the same again."""
    try:
        tree = read_tree(text)
    except MoveTextError:
        tree = ((), ())
    assert read_tree(write_tree(*tree)) == tree
