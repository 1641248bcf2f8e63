"""`duel dataset`: write positions with their exact values, one row each."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from divisor_duel.errors import DuelError, OptionsError
from divisor_duel.files import write_atomic
from divisor_duel.game import brief
from divisor_duel.terminal.cli.arguments import Commands, add_runner, read_int, read_runner
from divisor_duel.terminal.cli.progress_bar import Progress
from divisor_duel.text import clean_text

if TYPE_CHECKING:
    from divisor_duel.arena.bench.dataset import DatasetPlan

EXAMPLES = """examples:
  duel dataset chain digits --positions 1000 -o positions.jsonl
  duel dataset chain:high=100 --positions 5000 --workers 2 -o chain.parquet"""


OLD_FILE = (
    "an earlier version started this file, so it is finished in the old way: an eighth of its "
    "positions are reserved for the bench, so do not train on them"
)


def add(commands: Commands) -> None:
    """Add this subcommand to the command line."""
    parser = commands.add_parser(
        "dataset",
        description="Write positions from random games with every move's value, one row each.\n"
        "No position appears twice or in two splits, and none is reserved for the bench.\n"
        "After Ctrl-C or a crash, run the same command to continue.",
    )
    parser.epilog = EXAMPLES
    parser.add_argument(
        "games", nargs="+", metavar="GAME", help="a game, such as chain or chain:high=30"
    )
    group = parser.add_argument_group("dataset")
    group.add_argument(
        "--positions", default="1000", metavar="N", help="positions per game (default 1000)"
    )
    group.add_argument("--seed", default="1", metavar="S", help="random seed (default 1)")
    group.add_argument(
        "-o", "--output", metavar="FILE.jsonl|.parquet", required=True, help="output file"
    )
    group.add_argument("--fresh", action="store_true", help="discard the rows saved before")
    add_runner(group)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run `duel dataset`."""
    from divisor_duel.arena.bench.dataset import DatasetPlan
    from divisor_duel.arena.players.terms import RULEBOOK
    from divisor_duel.arena.run.schedule import read_setups

    path = Path(arguments.output)
    if path.suffix not in (".jsonl", ".parquet"):
        raise OptionsError(f"the file must end in .jsonl or .parquet, not {brief(path.name)}")
    plan = DatasetPlan(
        read_setups(arguments.games, RULEBOOK),
        read_int("positions", arguments.positions, 1, 10_000_000),
        read_int("seed", arguments.seed, 0, 2**63),
    )
    try:
        return _make(plan, path, arguments)
    except KeyboardInterrupt:
        print("Stopped. Run the same command to continue.", file=sys.stderr)
        return 130


def _make(plan: DatasetPlan, path: Path, arguments: argparse.Namespace) -> int:
    from divisor_duel import jobs
    from divisor_duel.arena.bench.dataset import JOB, Rows, write_parquet

    runner = read_runner(arguments)
    parquet = path.suffix == ".parquet"
    working = path.with_name(f"{path.name}.part.jsonl") if parquet else path
    with closing(Rows(working, arguments.fresh)) as journal:
        if journal.is_old:
            print(f"duel: {OLD_FILE}", file=sys.stderr)
            plan = plan._replace(all_positions=True)
        tasks = plan.tasks()
        left = jobs.remaining_tasks(JOB, tasks, journal)
        with Progress(len(left), "positions", sys.stderr) as progress:
            rows = jobs.run_job(JOB, tasks, journal, runner, lambda row: progress.step())
        try:
            if parquet:
                write_parquet(rows, path)
            else:
                write_atomic(path.resolve(), journal.saved_lines(task.key for task in tasks))
        except OSError as error:
            raise DuelError(f"cannot write {brief(str(path))}: {error}") from None
    if parquet:
        working.unlink()
    counts = Counter(row.split for row in rows)
    splits = ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
    print(f"{len(rows)} positions in {clean_text(str(path))}: {splits}")
    return 0
