"""`duel rules`: show the rules of a game in a few plain sentences."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from divisor_duel.games.registry import GAMES

if TYPE_CHECKING:
    from divisor_duel.terminal.cli.arguments import Commands


def add(commands: Commands) -> None:
    """Add this subcommand to the command line."""
    parser = commands.add_parser("rules", description="Show the rules of a game.")
    parser.epilog = "example:\n  duel rules chain"
    parser.add_argument("game", choices=list(GAMES), metavar="GAME", help=", ".join(GAMES))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run `duel rules`."""
    print(GAMES[arguments.game].rules())
    return 0
