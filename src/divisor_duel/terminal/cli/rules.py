"""`duel rules`: show the rules of a game in a few plain sentences."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from divisor_duel.games.registry import every_game

if TYPE_CHECKING:
    from divisor_duel.terminal.cli.arguments import Commands


def add(commands: Commands) -> None:
    """Add this subcommand to the command line."""
    parser = commands.add_parser("rules", description="Show the rules of a game.")
    parser.epilog = "example:\n  duel rules chain"
    games = list(every_game())
    parser.add_argument("game", choices=games, metavar="GAME", help=", ".join(games))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run `duel rules`."""
    print(every_game()[arguments.game].rules())
    return 0
