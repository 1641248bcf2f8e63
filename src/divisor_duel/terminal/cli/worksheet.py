"""`duel worksheet`: puzzles on paper, with an answer key."""

from __future__ import annotations

import argparse
import secrets
from pathlib import Path

from divisor_duel.games.registry import GAMES
from divisor_duel.terminal.cli.arguments import Commands, read_int
from divisor_duel.terminal.engine import command_engine
from divisor_duel.text import clean_text

EXAMPLES = """examples:
  duel worksheet chain -o sheet.pdf                  eight puzzles on A4 paper
  duel worksheet chain --puzzles 12 -o sheet.pdf     more of them
  duel worksheet ladder --paper letter -o sheet.pdf  on US Letter paper
  duel worksheet digits --seed 7 -o sheet.html       the same puzzles, for a browser"""


def add(commands: Commands) -> None:
    """Add this subcommand to the command line."""
    parser = commands.add_parser(
        "worksheet",
        description="Write a worksheet: rules, a board, puzzles with space to write, and answers.",
    )
    parser.epilog = EXAMPLES
    parser.add_argument("game", choices=list(GAMES), metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--puzzles", default="8", metavar="N", help="how many puzzles (default 8)")
    parser.add_argument("--paper", default="a4", metavar="SIZE", help="a4 or letter (default a4)")
    parser.add_argument("--seed", metavar="S", help="number of the worksheet (default: random)")
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FILE",
        help="file to write: FILE.pdf, FILE.svg or FILE.html",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run `duel worksheet`."""
    from divisor_duel.drawing.worksheet import MOST_PUZZLES, check_name, make_worksheet, save

    path = Path(arguments.output)
    check_name(path)
    puzzles = read_int("puzzles", arguments.puzzles, 1, MOST_PUZZLES)
    seed = secrets.randbelow(10**6)
    if arguments.seed is not None:
        seed = read_int("seed", arguments.seed, 0, 10**18)
    sheet = make_worksheet(
        arguments.game, puzzles, str(seed), arguments.paper.lower(), command_engine()
    )
    save(path, sheet)
    print(f"Written: {clean_text(str(path))}, {len(sheet.pages)} pages, seed {seed}.")
    return 0
