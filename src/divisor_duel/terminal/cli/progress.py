"""`duel progress`: show your progress, or move it to a browser and back."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from divisor_duel.files import FileLimit, read_named, write_named
from divisor_duel.text import clean_text

if TYPE_CHECKING:
    from divisor_duel.terminal.cli.arguments import Commands

EXAMPLES = """examples:
  duel progress                         streak, rating, exercises
  duel progress --code                  a code to paste on the page
  duel progress --import duel1-eJyr...  add what a code holds
  duel progress --export mine.json      the same as a file
  duel progress --import mine.json      add what a file holds
  duel progress --import -              type or paste the code"""


def add(commands: Commands) -> None:
    """Add this subcommand to the command line."""
    parser = commands.add_parser(
        "progress",
        description="Show your progress, or move it to another computer or to your browser. "
        "Importing only adds: no streak gets shorter.",
    )
    parser.epilog = EXAMPLES
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--code", action="store_true", help="print it as a code to paste")
    action.add_argument("--export", metavar="FILE", help="save it to a file")
    action.add_argument(
        "--import", dest="source", metavar="CODE", help="add a code, a file, or - for typed text"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run `duel progress`."""
    from divisor_duel.learn.progress import merge, read_progress, write_progress
    from divisor_duel.learn.progress_codes import read_text, summary, write_code, write_file

    progress = read_progress()
    if arguments.code:
        print(write_code(progress))
    elif arguments.export is not None:
        write_named(arguments.export, write_file(progress), new=True)
        if arguments.export != "-":
            print(f"Saved to {clean_text(arguments.export)}.")
    elif arguments.source is not None:
        progress = merge(progress, read_text(_text_of(arguments.source)))
        write_progress(progress)
        print(f"Added. {summary(progress)}")
    else:
        print(summary(progress))
    return 0


def _text_of(source: str) -> str:
    """Return the text to import: the argument itself if it is a code, else typed or in a file."""
    from divisor_duel.learn.progress_codes import LONGEST_FILE, MARK, NOT_A_FILE

    if source.startswith(MARK):
        return source
    return read_named(source, FileLimit(LONGEST_FILE, NOT_A_FILE))
