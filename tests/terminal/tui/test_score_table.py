"""The table of how people did against each level."""

from __future__ import annotations

import pytest

from divisor_duel.engine.levels import OPPONENTS
from divisor_duel.games.registry import GAMES
from divisor_duel.terminal.finished_games import Score
from divisor_duel.terminal.tui.score_table import score_table


def test_rows_are_games_and_columns_levels() -> None:
    """Games and levels stand in their own order, whatever came first; what was not played is -."""
    scores = [Score("digits", "hard", 1, 12), Score("chain", "easy", 0, 3)]
    assert score_table(scores, 40).splitlines() == [
        "Games won against the computer:",
        "       easy hard",
        "Chain   0/3    -",
        "Digits    - 1/12",
    ]
    assert score_table([], 40) == "No games against the computer yet."


@pytest.mark.parametrize("width", range(20, 50))
def test_columns_that_do_not_fit_stand_below(width: int) -> None:
    """However narrow the place, no row is wider and no score is missing."""
    levels = [level for level in OPPONENTS if level != "proof"]
    scores = [Score(game, level, 10, 345) for game in GAMES for level in levels]
    rows = score_table(scores, width).splitlines()[1:]
    assert max(map(len, rows)) <= width
    assert " ".join(rows).count("10/345") == len(scores)


def test_wins_with_hints_are_marked() -> None:
    """A star stands before them, and a line below counts them."""
    scores = [Score("chain", "easy", 3, 4, 2), Score("digits", "easy", 1, 2)]
    assert score_table(scores, 40).splitlines()[1:] == [
        "       easy",
        "Chain  *3/4",
        "Digits  1/2",
        "* 2 wins with hints",
    ]


def test_the_proof_counts_as_perfect_play() -> None:
    """Both never lose a won game, so their games are counted together."""
    scores = [Score("chain", "perfect", 1, 4), Score("chain", "proof", 2, 3)]
    assert score_table(scores, 40).splitlines()[1:] == ["      perfect", "Chain     3/7"]
