"""`duel warm`: compile the fast searches once, after the extra `fast` was installed."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from divisor_duel.terminal.cli.arguments import Commands

DESCRIPTION = (
    "Compile the fast searches of Divider Duel and Chain, once after the extra `fast` was "
    "installed. From then on hints, analyses and computer players use them."
)


def add(commands: Commands) -> None:
    """Add this subcommand to the command line."""
    parser = commands.add_parser("warm", description=DESCRIPTION)
    parser.epilog = "example:\n  duel warm"
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run `duel warm`."""
    from divisor_duel.engine.compiled import code_folder, compile_all, is_installed, modules_of
    from divisor_duel.errors import DuelError
    from divisor_duel.extras import install_message
    from divisor_duel.games.registry import GAMES

    if not is_installed():
        raise DuelError(install_message("the fast searches need more packages", "fast"))
    print("Compiling the fast searches. This takes half a minute or less.", flush=True)
    seconds = compile_all(modules_of(GAMES.values()))
    print(f"Done. They are in {code_folder()}, and load in {seconds:.1f} s.")
    return 0
