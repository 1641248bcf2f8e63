"""Limits on a check: their flags, and the message when one is reached."""

from __future__ import annotations

import argparse
import sys
from typing import TypedDict

from divisor_duel.errors import OverBudgetError
from divisor_duel.proofs.budget import Limits
from divisor_duel.terminal.cli.arguments import Flags, read_int, read_seconds

NOT_FINISHED = 3
"""Exit code if a limit was reached before there was a verdict."""


def add_limits(group: Flags) -> None:
    """Add the flags that limit the positions and the memory of a check."""
    defaults = Limits()
    group.add_argument(
        "--positions",
        metavar="N",
        help=f"how many positions the checker may visit (default {defaults.positions})",
    )
    group.add_argument(
        "--megabytes",
        metavar="N",
        help=f"how much memory the checker may use, in MB (default {defaults.megabytes})",
    )


class _Given(TypedDict, total=False):
    """The limits that flags set."""

    seconds: float
    positions: int
    megabytes: int


def read_limits(arguments: argparse.Namespace) -> Limits | None:
    """Return the limits given, completed with defaults; None if none is given."""
    given = _Given()
    seconds = read_seconds(arguments.seconds)
    if seconds is not None:
        given["seconds"] = seconds
    if arguments.positions is not None:
        given["positions"] = read_int("positions", arguments.positions, 1, 10**12)
    if arguments.megabytes is not None:
        given["megabytes"] = read_int("megabytes", arguments.megabytes, 1, 10**6)
    return Limits()._replace(**given) if given else None


def not_finished(error: OverBudgetError) -> int:
    """Print which limit was reached and the flag to raise it; return the exit code."""
    print(f"duel: not finished: {error}; raise the limit with --{error.what}", file=sys.stderr)
    return NOT_FINISHED
