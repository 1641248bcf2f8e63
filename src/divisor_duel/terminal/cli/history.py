"""`duel history`: list, copy or delete finished games."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from divisor_duel.errors import SavedGameError
from divisor_duel.play.record import Record
from divisor_duel.terminal.command_name import command_name
from divisor_duel.terminal.finished_games import (
    export,
    finished_files,
    pairing,
    read_all,
    read_finished,
)
from divisor_duel.terminal.saved_games import MOST_LISTED, find_by_name, older_games_note
from divisor_duel.text import clean_text, plural

if TYPE_CHECKING:
    from divisor_duel.terminal.cli.arguments import Commands

EXAMPLES = """examples:
  duel history                                      list them, the latest first
  duel history --export 20261115-1924 game.duel     copy one to a file
  duel history --delete 20261115-1924               delete one for good"""


def add(commands: Commands) -> None:
    """Add this subcommand to the command line."""
    parser = commands.add_parser(
        "history",
        description="List the finished games, latest first. Every finished game is stored.",
    )
    parser.epilog = EXAMPLES
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--export", nargs=2, metavar=("NAME", "FILE"), help="copy a game to a file")
    action.add_argument("--delete", metavar="NAME", help="delete a game for good")
    action.add_argument(
        "--all", action="store_true", help=f"list all games, not only the latest {MOST_LISTED}"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run `duel history`."""
    if arguments.export:
        name, file = arguments.export
        export(file, read_finished(_find(name)).records)
        print(f"Saved to {clean_text(file)}.")
    elif arguments.delete is not None:
        path = _find(arguments.delete)  # not read, so that a damaged game can be deleted too
        try:
            path.unlink()
        except OSError as error:
            raise SavedGameError(f"cannot delete {path}: {error.strerror}") from None
        print(f"Deleted {clean_text(path.stem)}.")
    else:
        _list(arguments.all)
    return 0


def _list(everything: bool) -> None:
    files = finished_files()
    if not files:
        print("No finished games yet.")
    for path in files if everything else files[:MOST_LISTED]:
        try:
            match = read_finished(path)
        except SavedGameError as error:
            print(f"{clean_text(path.stem)}  damaged: {error}")
            continue
        for record in match.records:
            print(f"{match.name}  {_described(record)}")
    if not everything:
        print(
            "".join(f"{line}\n" for line in older_games_note(files, f"{command_name()} history")),
            end="",
        )


def last_game() -> list[Record]:
    """Return the rounds of the latest finished match; SavedGameError if none."""
    for match in read_all(finished_files()):
        return list(match.records)
    raise SavedGameError("no finished games yet; name a file, or play one with: duel play")


def _find(name: str) -> Path:
    return find_by_name(finished_files(), name, "finished game", "duel history")


def _described(record: Record) -> str:
    outcome = record.outcome()
    won = f"{record.names[outcome.winner - 1]} won" if outcome else "not finished"
    of = f", round {record.round[0]} of {record.round[1]}" if record.round[1] > 1 else ""
    return f"{pairing(record)}{of}: {won} in {plural(len(record.moves), 'move')}"
