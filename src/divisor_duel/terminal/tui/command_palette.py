"""The command palette: every screen by name, and each game to play, learn or read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from divisor_duel.games.registry import GAMES, recommended
from divisor_duel.terminal.finished_games import finished_files, read_all
from divisor_duel.terminal.new_puzzle import PuzzleChoice
from divisor_duel.terminal.tui.navigation import Navigation


class Command(NamedTuple):
    """One entry of the palette."""

    title: str
    """The text that the palette searches."""
    help: str
    """What it does."""
    run: Callable[[], object]
    """Runs it."""


def commands(app: Navigation) -> Iterator[Command]:
    """Yield the commands that work on every screen."""
    yield Command("Home", "Back to the first screen", app.go_home)
    yield Command("Play: new game", "Choose a game and who plays", app.new_game)
    yield Command(
        "Puzzle of the day", "The same for everyone", partial(app.puzzles, PuzzleChoice(daily=True))
    )
    yield Command("More puzzles", "Find the only winning move", app.puzzles)
    yield Command("Learn", "A few minutes for each game", app.learn)
    yield Command("Games and statistics", "Your finished games and your scores", app.history)
    yield Command(
        "Review the last game", "See where it was won and lost", partial(review_last, app)
    )
    yield Command("Rules", "How to play each game", app.rules)
    yield Command("Keys: help", "The keys of this screen", app.action_explain)
    yield Command("Switch the colours", "Light or dark", app.action_switch_theme)
    yield Command("Your name", "The name shown for you", app.change_name)
    yield Command("First game", "A minute with the coach, and what the marks mean", app.first_game)
    yield Command("Browser", "Play in the browser", app.browser)
    yield Command("Quit", "Your games are saved", app.action_leave)
    for kind in GAMES.values():
        name = kind.id.title()
        begin = partial(lambda kind: app.new_game(recommended(kind)), kind)
        yield Command(f"Play {name}", kind.summary, begin)
        yield Command(f"Learn {name}", f"The lesson of {name}", partial(app.learn, kind))
        yield Command(f"Rules of {name}", f"How to play {name}", partial(app.rules, kind))


def review_last(app: Navigation) -> None:
    """Review the game that was finished last."""
    for match in read_all(finished_files()[:1]):
        app.review(match.records[-1])
        return
    app.notify("No finished games yet.")
