"""`duel completion`: the line that makes a shell complete `duel`."""

from __future__ import annotations

import argparse
from typing import Any


def add(commands: Any) -> None:
    """Add this subcommand to the command line."""
    parser = commands.add_parser(
        "completion",
        help="print what makes your shell complete duel",
        description="Print what makes your shell complete `duel` when Tab is pressed.",
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
