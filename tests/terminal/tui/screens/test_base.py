"""What all screens share: the line of keys, also where there is little room."""

from __future__ import annotations

import importlib
import inspect
import pkgutil

from textual.binding import Binding
from textual.dom import DOMNode

from divisor_duel.games.registry import GAMES
from divisor_duel.learn.lesson import lesson_for
from divisor_duel.terminal import tui
from divisor_duel.terminal.tui.app import DuelApp
from divisor_duel.terminal.tui.screens.base import DuelScreen
from divisor_duel.terminal.tui.screens.exercises import Learn
from divisor_duel.terminal.tui.screens.help import Rules
from divisor_duel.terminal.tui.screens.history import History
from divisor_duel.terminal.tui.screens.lessons import LessonScreen
from divisor_duel.terminal.tui.screens.new_game import ChooseGame, NewGameScreen
from divisor_duel.terminal.tui.screens.puzzles import Puzzles
from divisor_duel.terminal.tui.screens.review import ReviewScreen
from tests.terminal.tui.driving import LOST, Driver, drive, match_of


def all_nodes() -> list[type[DOMNode]]:
    """The app, and all its screens and widgets."""
    for module in pkgutil.walk_packages(tui.__path__, f"{tui.__name__}."):
        importlib.import_module(module.name)

    def below(kind: type[DOMNode]) -> set[type[DOMNode]]:
        return {kind}.union(*(below(own) for own in kind.__subclasses__()))

    return [kind for kind in below(DOMNode) if kind.__module__.startswith(tui.__name__)]


def test_every_key_is_described_or_meant_for_no_list() -> None:
    """A binding of a screen has a description for the help, unless it is marked as the system's."""
    bound = [
        (kind.__name__, binding)
        for kind in all_nodes()
        if not kind.__name__.endswith("Dialog") and kind.__name__ != "Help"
        for binding in vars(kind).get("BINDINGS", ())
    ]
    assert len(bound) > 40
    for name, binding in bound:
        assert isinstance(binding, Binding), name
        assert bool(binding.description) is not binding.system, (name, binding)


def test_every_action_exists() -> None:
    """Keys of widgets, screens and dialogs run a method of theirs, or of the app."""
    for kind in all_nodes():
        for binding in vars(kind).get("BINDINGS", ()):
            action = (binding.action if isinstance(binding, Binding) else binding[1]).partition("(")
            owner, _, name = action[0].rpartition(".")
            node = DuelApp if owner == "app" else kind
            assert inspect.isroutine(getattr(node, f"action_{name}", None)), (kind, binding)


def test_the_line_of_keys_says_what_enter_does_now() -> None:
    """On the lines of a set-up, in a lesson whose step is done, and after the end of a game."""

    async def home(driver: Driver) -> None:
        driver.app.push_screen(NewGameScreen(GAMES["chain"]()))
        await driver.shows(" Enter start ")
        await driver.press("down")
        await driver.shows(" Enter change ")
        await driver.press("up")
        await driver.shows(" Enter start ")
        driver.app.push_screen(LessonScreen(lesson_for(GAMES["chain"])))
        await driver.shows("step 1", " Enter play ")
        await driver.press("enter")
        await driver.shows(" Enter next step ")
        await driver.press("enter")
        await driver.shows("step 2", " Enter play ")

    async def play(driver: Driver) -> None:
        await driver.shows("goes first", " Enter play ")
        await driver.press("1", "1", "enter")
        await driver.at("GameOverDialog")
        await driver.press("escape")
        await driver.shows(" Enter continue ")
        await driver.press("question_mark")
        await driver.shows("Enter space  continue")

    drive(home)
    drive(play, match_of("chain", high=20))


def test_help_and_the_way_out_are_named_where_there_is_little_room() -> None:
    """In 50 columns the bottom line of every screen still says how to get help, and out."""
    game = GAMES["chain"]
    lesson = LessonScreen(lesson_for(game))
    others = [Rules(), History(), Learn(), lesson, ChooseGame(), NewGameScreen(game())]
    screens: list[DuelScreen] = [*others, Puzzles(seeds=["1"]), ReviewScreen(LOST)]

    async def home(driver: Driver) -> None:
        await driver.shows(" Enter choose  ? help")
        for screen in screens:
            driver.app.push_screen(screen)
            await driver.at(type(screen).__name__)
            await driver.until(lambda: "Esc " in driver.text().splitlines()[-1])
            assert "? help" in driver.text().splitlines()[-1]

    async def play(driver: Driver) -> None:
        await driver.shows(" Enter play  Esc home  ? help  h hint  p panel")

    drive(home, size=(50, 20))
    drive(play, match_of("chain"), size=(50, 20))
