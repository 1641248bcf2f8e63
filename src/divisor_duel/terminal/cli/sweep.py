"""`duel sweep`: who wins for each size of a game, as a table, file or plot."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, TypeGuard

from divisor_duel.errors import OptionsError
from divisor_duel.files import cache_folder, check_writable, write_named
from divisor_duel.game import AnyGame, Option, Player, brief, read_number
from divisor_duel.terminal.cli.arguments import (
    Commands,
    add_games,
    add_runner,
    read_game,
    read_runner,
    read_seconds,
)
from divisor_duel.terminal.cli.progress_bar import Progress
from divisor_duel.terminal.paint import MARKS, Paint

if TYPE_CHECKING:
    from divisor_duel.jobs import Runner
    from divisor_duel.sweep import Plan, Row

EXAMPLES = """examples:
  duel sweep countdown --over start=2..100                 who wins from each number
  duel sweep divider --over high=2..30 --csv divider.csv   with every winning opening
  duel sweep digits --over target=2..200 --plot digits.svg as a picture
  duel sweep chain --over high=10..500:10 --workers 4      every tenth size, four at a time"""

SIZE_SECONDS = 60.0
"""Time limit for each size, in seconds, if none is given."""

PIPED_WIDTH = 80
"""Width of a table that does not go to a terminal, in columns."""


def add(commands: Commands) -> None:
    """Add this subcommand to the command line."""
    parser = commands.add_parser(
        "sweep",
        description="Find who wins for each size of a game, and by which openings.\n"
        "Results are saved: after Ctrl-C or a crash, run the same command to continue.",
    )
    parser.epilog = EXAMPLES
    add_games(parser, run, _add_sweep)


def _add_sweep(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("sweep")
    group.add_argument(
        "--over", metavar="NAME=A..B[:STEP]", required=True, help="option to sweep, and its values"
    )
    group.add_argument(
        "--seconds", metavar="S", help=f"time limit for each size (default {SIZE_SECONDS:g})"
    )
    add_runner(group)
    group.add_argument("--fresh", action="store_true", help="discard the results saved before")
    group.add_argument(
        "--csv", metavar="FILE", help="write the whole table (- for standard output)"
    )
    group.add_argument(
        "--bfile",
        metavar="FILE",
        help="write n a(n) lines as in the OEIS: the nim-value or, in games without one, "
        "1 where the first player wins and 0 where the second does (- for standard output)",
    )
    group.add_argument(
        "--plot", metavar="FILE", help="draw who wins, and how soon, as FILE.svg, .pdf or .png"
    )


def run(arguments: argparse.Namespace) -> int:
    """Run `duel sweep`."""
    plan = read_plan(arguments.game, arguments.over, vars(arguments))
    seconds = read_seconds(arguments.seconds) or SIZE_SECONDS
    runner = read_runner(arguments)
    if arguments.bfile is not None and plan.sizes.step != 1:
        raise OptionsError("a b-file has every size in turn, so leave out the step")
    for name in (arguments.csv, arguments.bfile, arguments.plot):
        check_writable(name)
    if _is_picture(arguments.plot):
        from divisor_duel.drawing import check_name

        check_name(Path(arguments.plot))
    try:
        cache = None if arguments.scheduler else cache_folder()  # other machines have their own
        rows = _work(plan, runner, seconds, arguments.fresh, cache)
    except KeyboardInterrupt:
        again = " without --fresh" if arguments.fresh else ""
        print(f"Stopped. Run the same command{again} to continue.", file=sys.stderr)
        return 130
    _show(plan, rows, arguments)
    return 0


def read_plan(game: type[AnyGame], over: str, given: Mapping[str, str | None]) -> Plan:
    """Return the sweep that ``--over`` and the options of the game describe."""
    from divisor_duel.sweep import Plan

    numbers = {spec.name: spec for spec in game.option_specs() if not spec.choices}
    name, equals, values = over.partition("=")
    if name not in numbers or not equals:
        names = " or ".join(numbers)
        raise OptionsError(
            f"over must be {names} with values, as in {_example(game)}, not {brief(over)}"
        )
    if given.get(name) is not None:
        raise OptionsError(f"--over already varies {name}, so leave out --{name}")
    sizes = _read_sizes(game, numbers[name], values)
    settings = read_game(game, {**given, name: str(sizes[0])}).options
    del settings[name]
    return Plan(game, settings, name, sizes)


def _read_sizes(game: type[AnyGame], spec: Option, text: str) -> range:
    """Return the values that ``A..B`` or ``A..B:STEP`` names."""
    ends, colon, step_text = text.partition(":")
    first_text, dots, last_text = ends.partition("..")
    if not dots:
        problem = f"{spec.name} must go from a number to a number, as in {_example(game)}"
        raise OptionsError(f"{problem}, not {brief(text)}")
    first, last = (spec.read(end) for end in (first_text, last_text))
    step = read_number(step_text) if colon else 1
    if not step:
        raise OptionsError(f"the step must be a whole number from 1, not {brief(step_text)}")
    assert isinstance(first, int)
    assert isinstance(last, int)
    if first > last:
        raise OptionsError(f"{spec.name} must go up, but {first} is above {last}")
    return range(first, last + 1, step)


def _example(game: type[AnyGame]) -> str:
    spec = next(spec for spec in reversed(game.option_specs()) if not spec.choices)
    return f"{spec.name}={spec.least}..{spec.default}"


def _work(
    plan: Plan, runner: Runner, seconds: float | None, fresh: bool, cache: Path | None
) -> list[Row]:
    """Return all rows; a terminal shows progress and how many rows were saved before."""
    from divisor_duel.sweep import SweepJournal, journal_path, remaining_tasks, sweep

    with closing(SweepJournal(journal_path(plan), fresh)) as journal:
        todo = len(remaining_tasks(plan, journal, seconds))
        saved = len(plan.sizes) - todo
        if saved and sys.stderr.isatty():
            print(f"{saved} of {len(plan.sizes)} sizes are already saved.", file=sys.stderr)
        with Progress(todo, "sizes", sys.stderr) as progress:
            return sweep(plan, journal, runner, seconds, lambda row: progress.step(), cache)


def _show(plan: Plan, rows: Sequence[Row], arguments: argparse.Namespace) -> None:
    from divisor_duel.sweep import as_bfile, as_csv

    plot_name = arguments.plot
    if plot_name is not None:
        from divisor_duel.sweep.plot import plot

        picture = plot(plan, rows)
        if _is_picture(plot_name):
            from divisor_duel.drawing import write_picture

            write_picture(Path(plot_name), picture)
        else:
            write_named(plot_name, picture)
    for name, export in ((arguments.csv, as_csv), (arguments.bfile, as_bfile)):
        if name is not None:
            write_named(name, export(plan, rows))
    if "-" not in (arguments.csv, arguments.bfile, plot_name):
        paint = Paint(sys.stdout)
        width = shutil.get_terminal_size().columns if paint.terminal else PIPED_WIDTH
        print("\n".join(table(plan, rows, paint, width)))


def table(plan: Plan, rows: Sequence[Row], paint: Paint, width: int) -> list[str]:
    """Return the rows as lines, with openings cut to fit `width` columns."""
    digits = max(len(plan.over), len(str(plan.sizes[-1])))
    nim = f"{'nim-value':>11}" if plan.has_nim_values else ""
    head = f"  {plan.over:>{digits}}  {'winner':9}{'moves left':>10}{nim}  winning openings"
    lines = [paint.bold(plan.title), "", paint.dim(head)]
    for row in rows:
        left = "" if row.remoteness is None else str(row.remoteness)
        nim = f"{'' if row.grundy is None else row.grundy:>11}" if plan.has_nim_values else ""
        known = f"{row.size:>{digits}}  {row.winner:9}{left:>10}{nim}  "
        text = f"{_mark(row)} {known}{_openings(plan, row, width - len(known) - 2)}".rstrip()
        player = _PLAYERS.get(row.winner)
        lines.append(paint.player(player, text[0]) + text[1:] if player else paint.dim(text))
    return [*lines, "", *_summary(plan, rows)]


_PLAYERS = {"first": Player.ONE, "second": Player.TWO}


def _mark(row: Row) -> str:
    player = _PLAYERS.get(row.winner)
    return MARKS[player] if player else "?"


def _openings(plan: Plan, row: Row, width: int) -> str:
    """Return the winning openings, cut to `width`, and their count if all are solved."""
    from divisor_duel.sweep import format_openings

    words = format_openings(plan, row)
    more = ["?"] if row.undecided else []
    if len(" ".join(words + more)) <= width:
        return " ".join(words + more)
    tail = ["...", *(more or [f"({len(words)})"])]
    room = width - len(" ".join(tail)) - 1
    shown = " ".join(words)[: max(0, room) + 1].rpartition(" ")[0]
    return " ".join([shown, *tail] if shown else tail)


def _summary(plan: Plan, rows: Sequence[Row]) -> list[str]:
    wins = {winner: sum(row.winner == winner for row in rows) for winner in ("first", "second")}
    unknown = len(rows) - sum(wins.values())
    left = f", and {unknown} could not be solved" if unknown else ""
    second = wins["second"]
    lines = [f"The first player wins {wins['first']} of {len(rows)}, the second {second}{left}."]
    if any(row.undecided for row in rows):
        lines.append("? was not solved in time; try more --seconds.")
    return lines


def _is_picture(name: str | None) -> TypeGuard[str]:
    """Return whether a plot goes to a file, not to standard output or a device."""
    return name is not None and name != "-" and (Path(name).is_file() or not Path(name).exists())
