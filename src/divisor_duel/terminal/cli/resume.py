"""`duel resume`: continue a saved match."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from divisor_duel.engine.levels import OPPONENTS
from divisor_duel.errors import SavedGameError
from divisor_duel.game import brief
from divisor_duel.play.match import Match
from divisor_duel.play.record import HUMAN, Record
from divisor_duel.terminal import tui
from divisor_duel.terminal.command_name import command_name
from divisor_duel.terminal.finished_games import pairing
from divisor_duel.terminal.lines.console import Console
from divisor_duel.terminal.lines.session import run_match
from divisor_duel.terminal.saved_games import (
    MOST_LISTED,
    SavedMatch,
    delete,
    find_by_name,
    older_games_note,
    open_save,
    unfinished_files,
)
from divisor_duel.text import clean_text, plural

if TYPE_CHECKING:
    from divisor_duel.terminal.cli.arguments import Commands

MOST_REPORTED = 5
"""How many damaged files are named; the others are only counted."""

EXAMPLES = """examples:
  duel resume                           the game played last
  duel resume --list                    all that can be resumed
  duel resume 20261115-1924             one of them, by the start of its name
  duel resume --delete 20261115-1924    delete it"""


def add(commands: Commands) -> None:
    """Add this subcommand to the command line."""
    parser = commands.add_parser(
        "resume",
        description="Continue the game played last, or the one named.",
    )
    parser.epilog = EXAMPLES
    name = parser.add_argument(
        "name", nargs="?", help="the game's name or its first characters (see --list)"
    )
    name.completer = _names  # type: ignore[attr-defined]  # argcomplete reads it
    parser.add_argument("--list", action="store_true", help="list the games that can be resumed")
    parser.add_argument(
        "--all", action="store_true", help=f"list all, not only the latest {MOST_LISTED}"
    )
    parser.add_argument("--delete", action="store_true", help="delete the named game")
    parser.add_argument("--plain", action="store_true", help="line mode: no full screen")
    parser.set_defaults(run=run)


def _names(**_: object) -> list[str]:
    """Return the names of the games that can be resumed, for the shell to complete."""
    return [clean_text(path.stem) for path in unfinished_files()]


def run(arguments: argparse.Namespace) -> int:
    """Run `duel resume`."""
    if arguments.list or arguments.all:
        _list(arguments.all)
        return 0
    if arguments.delete:
        if arguments.name is None:
            raise SavedGameError("name a game; list them with: duel resume --list")
        delete(find_by_name(unfinished_files(), arguments.name, "game", "duel resume --list"))
        print("Deleted.")
        return 0
    saved, match = _find(arguments.name)
    if match.over:  # stopped after its last move, before its file was moved
        saved.finish()
        print("That game is over.")
        return 0
    if match.round.outcome:
        match.next_round()
    if tui.wants_full_screen(arguments.plain):
        return tui.run_full_screen((match, saved))
    console = Console()
    console.show([f"{match.game.title}: {_summary(match)}.", ""])
    return run_match(match, saved, console)


def _find(name: str | None) -> tuple[SavedMatch, Match]:
    """Return the named match, or the one played last that no other window has.

    Damaged files are reported on standard error and skipped.
    """
    files = unfinished_files()
    if not files:
        raise SavedGameError("no game to resume; start one with: duel play")
    if name is not None:
        files = [path for path in files if path.stem.startswith(name)]
        if not files:
            raise SavedGameError(
                f"no saved game starts with {brief(name)}; see: duel resume --list"
            )
    problems: list[SavedGameError] = []
    for path in files:
        try:
            opened = open_save(path)
            if opened:
                _check_levels(path, opened[1], opened[0])
                _report(problems)
                return opened[0], Match(opened[1])
        except SavedGameError as error:
            problems.append(error)
    if problems:
        _report(problems[1:])
        raise problems[0]
    raise SavedGameError("every saved game is open in another window")


def _report(problems: Sequence[SavedGameError]) -> None:
    """Name the first few damaged files and count the others."""
    for problem in problems[:MOST_REPORTED]:
        print(f"duel: {problem}", file=sys.stderr)
    if len(problems) > MOST_REPORTED:
        left = len(problems) - MOST_REPORTED
        print(
            f"duel: {left} more saved games cannot be read; see: duel resume --list",
            file=sys.stderr,
        )


def _check_levels(path: Path, records: list[Record], saved: SavedMatch) -> None:
    """Raise SavedGameError if a computer player has an unknown level."""
    for level in records[-1].levels:
        if level != HUMAN and level not in OPPONENTS:
            saved.close()
            known = ", ".join(OPPONENTS)
            raise SavedGameError(
                f"{path.stem} has a player of level {brief(level)}, but there are only {known}"
            )


def _list(everything: bool) -> None:
    files = unfinished_files()
    if not files:
        print("No game to resume.")
    for path in files if everything else files[:MOST_LISTED]:
        print(f"{clean_text(path.stem)}  {_describe(path)}")
    if not everything:
        command = f"{command_name()} resume --list"
        print("".join(f"{line}\n" for line in older_games_note(files, command)), end="")


def _describe(path: Path) -> str:
    try:
        opened = open_save(path)
    except SavedGameError as error:
        return f"damaged: {error}"
    if not opened:
        return "being played in another window"
    saved, records = opened
    saved.close()
    match = Match(records)
    of = f", round {match.number} of {match.rounds}" if match.rounds > 1 else ""
    return _summary(match, of)


def _summary(match: Match, of: str = "") -> str:
    """Return who plays, and how many moves they have made."""
    return f"{pairing(match.record())}{of}, {plural(len(match.round.moves), 'move')} so far"
