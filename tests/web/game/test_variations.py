"""Variations as the text of a record and back."""

from __future__ import annotations

import pytest

from divisor_duel.web.game.table import MOST_MOVES, RefusedError
from divisor_duel.web.game.variations import read_tree, write_tree
from divisor_duel.web.schema.requests import Tree

CHAIN: dict[str, int | str] = {"low": 2, "high": 50, "opening": "any"}


@pytest.mark.parametrize(
    ("tree", "moves"),
    [
        (
            Tree("chain", CHAIN, 1, line="24(6.18)12.36"),
            (24, 12, 36),
        ),
        (Tree("countdown", {"start": 60}, 2, line="15.3"), (15, 3)),
        (
            Tree("chain", CHAIN, 1, "last=6 pool=2-4,9", "2"),
            (2,),
        ),
        (Tree("divider", {"low": 2, "high": 9}), ()),
    ],
)
def test_a_tree_reads_back_from_its_record(tree: Tree, moves: tuple[int, ...]) -> None:
    """Game, options, first player, starting position and variations survive; moves are added."""
    read = read_tree(write_tree(tree))
    assert read.moves == moves
    read.moves = ()
    assert read == tree


def test_a_variation_is_written_in_brackets_after_the_move_it_replaces() -> None:
    """The text is a record that people can read."""
    text = write_tree(Tree("chain", {"high": 50}, line="24(6.18)12.36"))
    assert '[Game "chain"]' in text
    assert "1. 24 12 (1... 6 2. 18) 2. 36\n*" in text


@pytest.mark.parametrize(
    ("tree", "problem"),
    [
        (Tree("chain", {"high": 50}, line="24.13"), "13"),
        (Tree("chain", {"high": 50}, line="24(6.13)12"), "13"),
        (Tree("chain", {"high": 50}, line="24("), "moves and variations are written as in"),
        (Tree("chain", {"high": 500}), "can be at most 400"),
        (Tree("chain", {"high": 50}, line=".".join(["2"] * (MOST_MOVES + 1))), "1000 moves"),
    ],
)
def test_what_cannot_be_played_is_refused(tree: Tree, problem: str) -> None:
    """Illegal moves, also in variations, unreadable text and sizes beyond the limits are errors."""
    with pytest.raises(RefusedError, match=problem):
        write_tree(tree)
