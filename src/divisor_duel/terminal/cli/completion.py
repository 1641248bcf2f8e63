"""`duel completion`: print the shell-completion script."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from divisor_duel.terminal.cli.arguments import Commands


def add(commands: Commands) -> None:
    """Add this subcommand to the command line."""
    parser = commands.add_parser(
        "completion",
        description="Print the script that lets your shell complete `duel` commands with Tab.",
    )
    parser.epilog = """examples:
  eval "$(duel completion bash)"       in ~/.bashrc
  eval "$(duel completion zsh)"        in ~/.zshrc
  duel completion fish | source        in ~/.config/fish/config.fish"""
    parser.add_argument("shell", choices=["bash", "zsh", "fish"], help="bash, zsh or fish")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run `duel completion`."""
    from argcomplete.shell_integration import shellcode

    print(shellcode(["duel"], shell=arguments.shell))
    return 0
