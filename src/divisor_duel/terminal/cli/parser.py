"""The command line: its subcommands and its error messages."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable
from importlib import import_module
from typing import Any, NoReturn

from divisor_duel.game import brief
from divisor_duel.text import clean_text
from divisor_duel.version import __version__

SUBCOMMANDS = {
    "play": "play a game",
    "resume": "continue a saved game",
    "games": "list the games",
    "rules": "show the rules of a game",
    "analyze": "show what every move is worth, and why",
    "prove": "prove who wins, as a certificate to check",
    "check": "check a certificate without the engine",
    "draw": "draw a position as an SVG or PNG picture",
    "worksheet": "puzzles on paper, with answers",
    "replay": "show a recorded game",
    "review": "judge every move of a recorded game",
    "history": "list, copy or delete finished games",
    "learn": "lessons and exercises",
    "puzzle": "find the only winning move",
    "progress": "show your progress, or move it to a browser",
    "sweep": "find who wins for each size of a game",
    "serve": "play in the browser",
    "site": "show the site that needs no server",
    "backup": "copy the games of a server while it runs",
    "arena": "a tournament between levels, bots and language models",
    "bench": "measure the skill of a level, bot or language model",
    "dataset": "write positions with exact values, to train on",
    "bot": "play for another program, in JSON lines",
    "mcp": "serve the games as tools for AI assistants",
    "warm": "compile the fast searches, once after installation",
    "completion": "print the shell-completion script",
}
"""The subcommands with their help, in its order; each is a module with `add` and `run`."""

ALIKE = 0.75
"""Similarity (0 to 1) needed to suggest an option; high, as all start with dashes."""

EXAMPLES = """examples:
  duel                            choose from a menu
  duel play chain --p2 easy       play against the computer
  duel rules digits               how a game is played
  duel resume                     continue where you left off"""


def _closest(word: str, words: Iterable[str], alike: float = 0.6) -> list[str]:
    """Return the word that looks most like `word`, if one does."""
    from difflib import get_close_matches  # only errors need it

    return get_close_matches(word, list(words), 1, alike)


class Parser(argparse.ArgumentParser):
    """Reports an error in one line and says where to read more."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["formatter_class"] = argparse.RawDescriptionHelpFormatter
        super().__init__(*args, **kwargs)

    def error(self, message: str) -> NoReturn:
        message = clean_text(message)  # it may quote what was typed
        stop = "" if message.endswith("?") else "."
        print(f"{self.prog}: {message}{stop} Try: {self.prog} --help", file=sys.stderr)
        sys.exit(2)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Refuse unknown arguments here, so that the error names this command's help."""
        parsed, unknown = super().parse_known_args(args, namespace)
        if unknown and "_ARGCOMPLETE" not in os.environ:
            word = unknown[0].partition("=")[0]
            near = _closest(word, self._option_string_actions, ALIKE)
            meant = f"; did you mean {near[0]}?" if near else ""
            self.error(f"unrecognized arguments: {brief(' '.join(unknown))}{meant}")
        return parsed, unknown

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Suggest the choice that looks like the value given."""
        near = _closest(str(value), map(str, action.choices or ()))
        if near and value not in (action.choices or ()):
            message = f"invalid choice: {brief(value)}; did you mean {near[0]}?"
            raise argparse.ArgumentError(action, message)
        super()._check_value(action, value)


class Subcommands(argparse._SubParsersAction):  # type: ignore[type-arg]
    """The subcommands, each with its help."""

    def add_parser(self, name: str, **kwargs: Any) -> Any:
        """Add a subcommand."""
        return super().add_parser(name, help=SUBCOMMANDS[name], **kwargs)


def build_parser(only: str | None = None, *, names_only: bool = False) -> Parser:
    """Build the parser of the whole command line, or only of subcommand `only`.

    An empty `only` adds no subcommand; building all of them takes time. With `names_only` they
    have no arguments, which is enough for the help of the whole command line.
    """
    parser = Parser(
        prog="duel",
        description="Five two-player divisibility games. Without a command, opens a menu.",
        epilog=EXAMPLES,
    )
    parser.add_argument("--version", action="version", version=f"duel {__version__}")
    parser.add_argument("--plain", action="store_true", help="line mode: no full screen")
    parser.set_defaults(run=_menu)
    commands = parser.add_subparsers(metavar="COMMAND", title="commands", action=Subcommands)
    for name in SUBCOMMANDS if only is None else only.split():
        if names_only:
            commands.add_parser(name)
        else:
            import_module(f"divisor_duel.terminal.cli.{name}").add(commands)
    if "_ARGCOMPLETE" in os.environ:  # the shell asks for completions; no command runs
        import argcomplete

        argcomplete.autocomplete(parser)
    return parser


def _menu(arguments: argparse.Namespace) -> int:
    from divisor_duel.terminal import tui

    if tui.wants_full_screen(arguments.plain):
        return tui.run_full_screen()
    from divisor_duel.terminal.lines.menu import run

    return run(arguments)
