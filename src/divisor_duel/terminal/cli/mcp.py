"""`duel mcp`: serve the games as tools of the Model Context Protocol."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from divisor_duel.errors import DuelError
from divisor_duel.extras import install_message

if TYPE_CHECKING:
    from divisor_duel.terminal.cli.arguments import Commands

EXAMPLES = """examples:
  duel mcp        the server command for a client's settings (standard input and output)"""


def add(commands: Commands) -> None:
    """Add this subcommand to the command line."""
    parser = commands.add_parser(
        "mcp",
        description="Serve the games as tools of the Model Context Protocol on standard input\n"
        "and output: games, rules, position, play, analyze and explain.",
    )
    parser.epilog = EXAMPLES
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run `duel mcp`."""
    try:
        from divisor_duel.adapters.mcp import main
    except ImportError:
        raise DuelError(install_message("this needs one more package", "mcp")) from None
    main()
    return 0
