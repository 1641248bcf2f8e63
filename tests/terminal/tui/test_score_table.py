"""The table of how people did against each level."""

from __future__ import annotations

from pathlib import Path

import pytest

from divisor_duel.engine.levels import OPPONENTS
from divisor_duel.game import Player
from divisor_duel.games.registry import GAMES
from divisor_duel.play.record import HUMAN, Record
from divisor_duel.terminal.finished_games import Score
from divisor_duel.terminal.tui.score_table import score_table
from tests.terminal.tui.driving import Driver, drive
from tests.terminal.tui.test_rooms import keep


def test_rows_are_games_and_columns_levels() -> None:
    """Games and levels stand in their own order, whatever came first; what was not played is -."""
    scores = [Score("digits", "hard", 1, 12), Score("chain", "easy", 0, 3)]
    assert score_table(scores, 40).splitlines() == [
        "Against the computer, won of played:",
        "       easy hard",
        "Chain   0/3    -",
        "Digits    - 1/12",
    ]
    assert score_table([], 40) == "Against the computer: no game yet."


@pytest.mark.parametrize("width", range(20, 50))
def test_columns_that_do_not_fit_stand_below(width: int) -> None:
    """However narrow the place, no row is wider and no score is missing."""
    scores = [Score(game, level, 10, 345) for game in GAMES for level in OPPONENTS]
    rows = score_table(scores, width).splitlines()[1:]
    assert max(map(len, rows)) <= width
    assert " ".join(rows).count("10/345") == len(scores)


@pytest.mark.parametrize("size", [(50, 20), (80, 24), (120, 40)])
def test_all_scores_are_seen_at_once(size: tuple[int, int], home: Path) -> None:
    """With games of every kind against every level the list of games shows every score whole."""
    for game, kind in GAMES.items():
        for level in OPPONENTS:
            name = f"{game}-{level}"
            keep(home, name, Record(kind(), levels=(HUMAN, level), resigned=Player.ONE))

    async def steps(driver: Driver) -> None:
        await driver.press("g")
        await driver.at("History")
        await driver.shows(*OPPONENTS, *(game.title() for game in GAMES))
        await driver.until(lambda: driver.text().count("0/1") == len(GAMES) * len(OPPONENTS))
        assert driver.text().count(" beat") > 3

    drive(steps, size=size)
