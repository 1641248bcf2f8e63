"""`duel draw`: draw a position as a picture."""

from __future__ import annotations

import argparse
from pathlib import Path

from divisor_duel.terminal.cli.arguments import (
    Commands,
    add_games,
    add_numbers,
    add_position,
    add_start,
    read_position,
    read_seconds,
)
from divisor_duel.terminal.engine import command_engine
from divisor_duel.text import clean_text

EXAMPLES = """examples:
  duel draw divider -o divider.svg                   the rule book's list, with its groups
  duel draw chain --moves "15 5" -o chain.png        after two moves
  duel draw countdown --start 360 -o countdown.svg   who wins from every number to 360
  duel draw digits --theme dark -o digits.png        on a dark background
  duel draw divider --high 30 --seconds 20 -o 30.svg with more time to think"""


THEMES = ("light", "dark", "auto")
"""The themes of `drawing/style.py`, which only a picture needs."""


def add(commands: Commands) -> None:
    """Add this subcommand to the command line."""
    parser = commands.add_parser(
        "draw",
        description="Draw a position, with what every move is worth and why.",
    )
    parser.epilog = EXAMPLES
    add_games(parser, run, add_numbers, add_position, add_start, _add_output)


def _add_output(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("output")
    group.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FILE",
        help="picture to write: FILE.svg, FILE.pdf or FILE.png",
    )
    group.add_argument("--seconds", metavar="S", help="time limit for the values (default 5)")
    group.add_argument(
        "--theme",
        choices=THEMES,
        default=THEMES[0],
        help="colours (default light); auto follows the browser that shows an SVG file",
    )


def run(arguments: argparse.Namespace) -> int:
    """Run `duel draw`."""
    from divisor_duel.drawing import SECONDS, save  # only this command needs it
    from divisor_duel.drawing.style import Theme

    record = read_position(arguments)
    seconds = read_seconds(arguments.seconds)
    path = Path(arguments.output)
    limit = SECONDS if seconds is None else seconds
    save(path, record, limit, command_engine(), Theme(arguments.theme))
    print(f"Drawn: {clean_text(str(path))}")
    return 0
