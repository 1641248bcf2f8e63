"""`duel backup`: copy the games of a server while it runs."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from divisor_duel.errors import DuelError
from divisor_duel.files import data_folder
from divisor_duel.text import clean_text

if TYPE_CHECKING:
    from divisor_duel.terminal.cli.arguments import Commands

EXAMPLES = """examples:
  duel backup games-monday.sqlite3                     the server's default database
  duel backup copy.sqlite3 --database games.sqlite3    another one"""


def add(commands: Commands) -> None:
    """Add this subcommand to the command line."""
    parser = commands.add_parser(
        "backup",
        description="Back up the database of `duel serve`, even while it runs. "
        "To restore, stop the server and put the copy in its place.",
    )
    parser.epilog = EXAMPLES
    parser.add_argument("file", metavar="FILE", help="the copy to write; it must not exist yet")
    parser.add_argument(
        "--database",
        metavar="PATH",
        help="database to copy (default: web.sqlite3 in the data folder)",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run `duel backup`."""
    database = arguments.database or str(data_folder() / "web.sqlite3")
    if "://" in database:
        raise DuelError("to copy a PostgreSQL database, use its own program: pg_dump --dbname ...")
    from divisor_duel.web.store.sqlite_file import copy_file

    copy_file(database, arguments.file)
    print(clean_text(f"Copied {database} to {arguments.file}"))
    return 0
