"""`duel check`: whether a certificate proves what it claims, by the rules alone."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from divisor_duel.certificate import read_certificate
from divisor_duel.check import check
from divisor_duel.errors import CertificateError
from divisor_duel.files import CERTIFICATE_FILE, read_named
from divisor_duel.terminal.setup import add_positions, read_positions

REFUSED = 1
"""How the command ends if the certificate was checked and does not hold."""

EXAMPLES = """examples:
  duel prove divider --high 20 -o divider.json   write a certificate
  duel check divider.json                        check it
  duel check big.json --positions 30000000       one that takes minutes

Ends with 0 if it holds, 1 if it does not, 2 if it cannot be read or is too large to check."""


def add(commands: Any) -> None:
    """Add this subcommand to the command line."""
    parser = commands.add_parser(
        "check",
        help="check a certificate by the rules alone",
        description="Say whether a certificate proves what it claims, by the rules alone.",
    )
    parser.epilog = EXAMPLES
    parser.add_argument("file", metavar="FILE", help="a certificate, or - for standard input")
    add_positions(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run `duel check`."""
    certificate = read_certificate(read_named(arguments.file, CERTIFICATE_FILE))
    try:
        told = check(certificate, read_positions(arguments))
    except CertificateError as error:
        print(f"duel: {error}", file=sys.stderr)
        return REFUSED
    game, winner = certificate.game, certificate.winner
    played = " ".join(game.format_move(move) for move in certificate.moves)
    after = f", after {played}" if played else ""
    begun = f", from {certificate.start}" if certificate.start else ""
    print(f"It holds: Player {int(winner)} wins {game.title} ({game.phrase()}){begun}{after}.")
    print(told)
    return 0
