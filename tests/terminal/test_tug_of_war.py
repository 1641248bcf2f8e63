"""The rows of the tug of war in a review."""

from __future__ import annotations

import pytest

from divisor_duel.game import Player
from divisor_duel.learn.review import Standing
from divisor_duel.terminal.paint import Paint
from divisor_duel.terminal.tug_of_war import longest_win, tug_of_war_row
from tests.terminal.test_paint import Terminal


@pytest.mark.parametrize(
    ("standing", "row"),
    [
        (Standing(Player.ONE, 3), "  ●────│        3"),
        (Standing(Player.TWO, 0), "       │──────■ 0"),
        (Standing(Player.TWO, None), "       │~~~■   "),
        (Standing(None, None), "      ?"),
    ],
)
def test_the_row_is_pulled_to_the_winner(standing: Standing, row: str) -> None:
    """The nearer the win, the nearer the edge; a win of unknown length ends half-way."""
    assert tug_of_war_row(standing, 9, 6) == row
    assert tug_of_war_row(standing, 9, 6, "-|") == row.replace("─", "-").replace("│", "|")


@pytest.mark.parametrize("half", [6, 12, 22])
def test_rows_share_their_middle_and_never_cross_the_edge(half: int) -> None:
    """Whatever the length, the middle is in one column and the mark is on the winner's side."""
    for left in range(40):
        one, two = (tug_of_war_row(Standing(player, left), 39, half) for player in Player)
        assert one.index("│") == two.index("│") == half + 1
        assert 0 <= one.index("●") < half + 1 < two.index("■") <= 2 * half + 2
    marks = [tug_of_war_row(Standing(Player.ONE, left), 39, half).index("●") for left in range(40)]
    assert marks == sorted(marks)


def test_only_the_mark_is_coloured() -> None:
    """In a terminal the winner's mark has the player's colour."""
    row = tug_of_war_row(Standing(Player.ONE, 3), 9, 6, paint=Paint(Terminal()))
    assert row == "  \x1b[1;38;5;32m●\x1b[0m────│        3"


def test_the_scale_is_the_longest_known_win() -> None:
    """Unknown lengths do not count, and without any known one the scale is 0."""
    known = [Standing(Player.ONE, 3), Standing(Player.TWO, 8), Standing(None, None)]
    assert longest_win(known) == 8
    assert longest_win([Standing(Player.ONE, None)]) == longest_win([]) == 0
