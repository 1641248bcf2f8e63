"""The command line: its subcommands and its error messages."""

from __future__ import annotations

import argparse
import os
import sys
from difflib import get_close_matches
from importlib import import_module
from typing import Any, NoReturn

from divisor_duel.game import brief
from divisor_duel.text import clean_text
from divisor_duel.version import __version__

SUBCOMMANDS = (
    "play",
    "resume",
    "games",
    "rules",
    "analyze",
    "prove",
    "check",
    "draw",
    "replay",
    "review",
    "history",
    "puzzle",
    "sweep",
    "serve",
    "backup",
    "arena",
    "bench",
    "dataset",
    "bot",
    "mcp",
    "warm",
    "completion",
)
"""The subcommands in the order of the help; each is a module with `add` and `run`."""

ALIKE = 0.75
"""Similarity (0 to 1) needed to suggest an option; high, as all start with dashes."""

EXAMPLES = """examples:
  duel                            choose from a menu
  duel play chain --p2 easy       play against the computer
  duel rules digits               how a game is played
  duel resume                     continue where you left off"""


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
            near = get_close_matches(word, self._option_string_actions, 1, ALIKE)
            meant = f"; did you mean {near[0]}?" if near else ""
            self.error(f"unrecognized arguments: {brief(' '.join(unknown))}{meant}")
        return parsed, unknown

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Suggest the choice that looks like the value given."""
        near = get_close_matches(str(value), map(str, action.choices or ()), 1)
        if near and value not in (action.choices or ()):
            message = f"invalid choice: {brief(value)}; did you mean {near[0]}?"
            raise argparse.ArgumentError(action, message)
        super()._check_value(action, value)


def build_parser(only: str | None = None) -> Parser:
    """Build the parser of the whole command line, or only of subcommand `only`.

    An empty `only` adds no subcommand; building all of them takes time.
    """
    parser = Parser(
        prog="duel",
        description="Five two-player divisibility games. Without a command, opens a menu.",
        epilog=EXAMPLES,
    )
    parser.add_argument("--version", action="version", version=f"duel {__version__}")
    parser.add_argument("--plain", action="store_true", help="line mode: no full screen")
    parser.set_defaults(run=_menu)
    commands = parser.add_subparsers(metavar="COMMAND", title="commands")
    for name in SUBCOMMANDS if only is None else only.split():
        import_module(f"divisor_duel.terminal.cli.{name}").add(commands)
    if "_ARGCOMPLETE" in os.environ:  # the shell asks for completions; no command runs
        import argcomplete

        argcomplete.autocomplete(parser)
    return parser


def _menu(arguments: argparse.Namespace) -> int:
    from divisor_duel.terminal import tui

    if tui.wants_full_screen(arguments.plain):
        from divisor_duel.terminal.cli.serve import serve_with_defaults

        return tui.run_full_screen(serve_with_defaults)
    from divisor_duel.terminal.lines.menu import run

    return run(arguments)
