"""`duel check`: check whether a certificate proves what it claims."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from divisor_duel.errors import CertificateError, OverBudgetError
from divisor_duel.files import CERTIFICATE_FILE, read_named
from divisor_duel.proof import Checked
from divisor_duel.proofs.budget import CheckBudget, Limits
from divisor_duel.proofs.certificate import Certificate, read_certificate
from divisor_duel.proofs.checker import check
from divisor_duel.terminal.cli.check_limits import add_limits, not_finished, read_limits

if TYPE_CHECKING:
    from divisor_duel.terminal.cli.arguments import Commands

REFUSED = 1
"""The exit code if the certificate was checked and does not hold."""

EXAMPLES = """examples:
  duel prove divider --high 20 -o divider.json   write a certificate
  duel check divider.json                        check it
  duel check big.json --positions 30000000 --seconds 900   with higher limits

Exit codes: 0 if it holds, 1 if it does not, 2 if it is not a certificate, 3 if a limit was
reached before there was a verdict."""


def add(commands: Commands) -> None:
    """Add this subcommand to the command line."""
    parser = commands.add_parser(
        "check",
        description="Check whether a certificate proves its claim, and list the theorems it uses.",
    )
    parser.epilog = EXAMPLES
    parser.add_argument("file", metavar="FILE", help="a certificate, or - for standard input")
    parser.add_argument("--seconds", metavar="S", help=f"time limit (default {Limits().seconds:g})")
    add_limits(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run `duel check`."""
    limits = read_limits(arguments)
    text = read_named(arguments.file, CERTIFICATE_FILE)
    budget = CheckBudget(limits)
    try:
        certificate = read_certificate(text, budget)
        checked = check(certificate, budget)
    except CertificateError as error:
        print(f"duel: {error}", file=sys.stderr)
        return REFUSED
    except OverBudgetError as error:
        return not_finished(error)
    _print_verdict(certificate, checked)
    return 0


def _print_verdict(certificate: Certificate, checked: Checked) -> None:
    """Print what holds, what was checked and what the verdict rests on."""
    game, winner = certificate.game, certificate.winner
    played = " ".join(game.format_move(move) for move in certificate.moves)
    after = f", after {played}" if played else ""
    start = f", from {' '.join(certificate.start.split())}" if certificate.start else ""
    print(f"It holds: Player {int(winner)} wins {game.title} ({game.phrase()}){start}{after}.")
    print(checked.what)
    print(checked.basis)
