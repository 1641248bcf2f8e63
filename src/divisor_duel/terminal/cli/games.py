"""`duel games`: list the games and their options."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from divisor_duel.games.registry import GAMES, every_game
from divisor_duel.terminal.lines.console import Console
from divisor_duel.terminal.words import allowed_values, as_sentence

if TYPE_CHECKING:
    from divisor_duel.terminal.cli.arguments import Commands


def add(commands: Commands) -> None:
    """Add this subcommand to the command line."""
    parser = commands.add_parser("games", description="List the games and their options.")
    parser.epilog = "example:\n  duel games"
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run `duel games`."""
    console = Console()
    for game in every_game().values():
        fair = " ".join(f"--{name} {value}" for name, value in game.fair.options.items())
        console.show([f"{game.id:11}{game.title}", f"{'':11}{game.summary}"])
        for spec in game.option_specs():
            text = f"{spec.help} ({allowed_values(spec)}; default {spec.default})"
            console.show([f"{'':11}--{spec.name:9}{text}"])
        console.show([f"{'':11}--preset fair is {fair}: {game.fair.why}", ""])
    for trouble in GAMES.problems.values():
        console.show([as_sentence(trouble)])
    return 0
