"""`duel prove`: write who wins, with a proof that others can check."""

from __future__ import annotations

import argparse
import sys

from divisor_duel.engine import Engine
from divisor_duel.errors import OverBudgetError
from divisor_duel.files import check_writable, write_named
from divisor_duel.play.record import Record
from divisor_duel.proofs.budget import Limits
from divisor_duel.terminal.cli.arguments import (
    Commands,
    add_games,
    add_left,
    add_numbers,
    add_position,
    add_start,
    read_left,
    read_position,
    read_seconds,
)
from divisor_duel.terminal.cli.check_limits import add_limits, not_finished, read_limits
from divisor_duel.terminal.cli.waiting import PROVING_SECONDS, Waiting, advice, summary
from divisor_duel.terminal.engine import command_engine
from divisor_duel.text import clean_text

SUMMARY_SECONDS = 0.5
"""Time limit, in seconds, for saying what is proved when a limit was reached."""

EXAMPLES = """examples:
  duel prove divider --high 20 -o divider.json         who wins 2..20, with a strategy
  duel prove chain --moves "15 5" -o chain.json        after two moves
  duel prove divider --left 6,8,16,30 -o left.json     with only these numbers left
  duel prove chain --position "last=6 pool=2-4,9" -o p.json   any position
  duel check chain.json                                check it without the engine

Exit codes: 0 if the proof was written, 2 if it cannot be, 3 if a limit was reached first."""


def add(commands: Commands) -> None:
    """Add this subcommand to the command line."""
    parser = commands.add_parser(
        "prove",
        description="Write a JSON certificate for the winner, with an answer to every reply.",
    )
    parser.epilog = EXAMPLES
    add_games(parser, run, add_numbers, add_position, add_start, add_left, _add_output, sums=True)


def _add_output(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("output")
    group.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FILE",
        help="certificate to write (- for standard output)",
    )
    group.add_argument(
        "--seconds",
        metavar="S",
        help="time limit for finding a proof, and again for checking it "
        f"(default {PROVING_SECONDS:g}, and {Limits().seconds:g})",
    )
    add_limits(group)
    group.add_argument(
        "--strategy", action="store_true", help="write a strategy even if a shorter proof is known"
    )


def run(arguments: argparse.Namespace) -> int:
    """Run `duel prove`."""
    from divisor_duel.proofs.certificate import write_certificate
    from divisor_duel.proofs.kinds import name_of
    from divisor_duel.proofs.prover import prove

    record = read_left(arguments)[0] if arguments.left is not None else read_position(arguments)
    seconds = read_seconds(arguments.seconds) or PROVING_SECONDS
    limits, engine = read_limits(arguments), command_engine()
    check_writable(arguments.output)
    try:
        with Waiting(seconds):
            certificate = prove(
                record.game,
                record.moves,
                record.first,
                seconds,
                limits,
                strategy=arguments.strategy,
                start=record.start,
                engine=engine,
            )
    except OverBudgetError as error:
        if error.what == "seconds":
            _print_so_far(record, engine)
        return not_finished(error)
    write_named(arguments.output, write_certificate(certificate))
    if arguments.output != "-":
        kind = name_of(type(certificate.proof))
        written = clean_text(f"{arguments.output} ({kind})")
        print(f"Player {int(certificate.winner)} wins. Written: {written}")
    return 0


def _print_so_far(record: Record, engine: Engine) -> None:
    """Print what is proved about the moves, and what would make the search faster."""
    wins = engine.judge_moves(record.game, record.last_position(), SUMMARY_SECONDS)
    if set(wins.values()) != {None}:
        print(f"So far: {summary(record.game, wins)}.", file=sys.stderr)
    if tip := advice(record.game):
        print(f"Tip: {tip}", file=sys.stderr)
