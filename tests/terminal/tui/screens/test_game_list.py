"""The list of games that playing and learning start with."""

from __future__ import annotations

from divisor_duel.games.registry import GAMES, every_game
from divisor_duel.terminal.tui.screens.exercises import Learn
from divisor_duel.terminal.tui.screens.new_game import ChooseGame
from divisor_duel.terminal.tui.widgets.menu import Menu
from tests.terminal.tui.driving import Driver, drive


def test_every_game_is_listed_with_its_summary() -> None:
    """Play lists all games and the sum of two, Learn those with lessons."""

    async def steps(driver: Driver) -> None:
        playable, taught = list(every_game().values()), list(GAMES.values())
        for screen, games in ((ChooseGame(), playable), (Learn(), taught)):
            driver.app.push_screen(screen)
            await driver.at(type(screen).__name__)
            await driver.shows(screen.QUESTION)
            lines = screen.query_one(Menu).lines[: len(games)]
            assert [line.value for line in lines] == games
            assert [line.detail for line in lines] == [game.summary for game in games]
            await driver.tells(games[-1].summary)

    drive(steps)


def test_the_choice_decides_what_follows() -> None:
    """The same game leads to its set-up from one list, and to its ideas from the other."""

    async def steps(driver: Driver) -> None:
        for screen, follows in ((ChooseGame(), "NewGameScreen"), (Learn(), "Ideas")):
            driver.app.push_screen(screen)
            await driver.at(type(screen).__name__)
            screen.query_one(Menu).highlighted = 3
            await driver.press("enter")
            await driver.at(follows)
            await driver.shows("Divisor Duel: Chain")
            await driver.press("escape")
            await driver.at(type(screen).__name__)

    drive(steps)
