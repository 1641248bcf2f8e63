"""`duel arena`: a tournament between any players, with scores against exact play."""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from divisor_duel.errors import OptionsError
from divisor_duel.files import cache_folder
from divisor_duel.game import brief
from divisor_duel.terminal.paint import Paint
from divisor_duel.terminal.setup import add_runner, read_runner, read_seconds, read_whole
from divisor_duel.terminal.standings import LiveTable, table

if TYPE_CHECKING:
    from divisor_duel.arena import Plan
    from divisor_duel.work import Runner

EXAMPLES = """players:
  random, easy, medium, hard, perfect   a built-in level
  py:module:function                    a Python function
  cmd:COMMAND                           a program that speaks JSON lines
  chat:MODEL@URL                        a language model (key: DUEL_API_KEY or OPENAI_API_KEY)
  NAME=PLAYER                           any of these under another name

examples:
  duel arena random easy perfect
  duel arena random 'mine=cmd:node bot.js' --games chain,digits --rounds 20 -o scores
  duel arena random py:agents:greedy --illegal retry:2 --seconds 1
  duel arena random chat:my-model@http://localhost:8000/v1 --no-legal --seconds 60"""


def add(commands: Any) -> None:
    """Add this subcommand to the command line."""
    parser = commands.add_parser(
        "arena",
        help="a tournament between levels, bots and language models",
        description="Let every two players meet, and score them against exact play.\n"
        "Each game is kept: after Ctrl-C or a crash, the same command goes on.",
    )
    parser.epilog = EXAMPLES
    parser.add_argument("players", nargs="+", metavar="PLAYER", help="who takes part")
    _add_tournament(parser.add_argument_group("tournament"))
    _add_rules(parser.add_argument_group("rules"))
    group = parser.add_argument_group("running")
    group.add_argument("-o", "--output", metavar="DIR", help="where games, scores and report go")
    group.add_argument("--fresh", action="store_true", help="forget the games played before")
    add_runner(group, "play")
    parser.set_defaults(run=run)


def _add_tournament(group: Any) -> None:
    group.add_argument(
        "--games",
        metavar="GAME,...",
        help="what is played, as chain,digits or chain:high=30 (default: all)",
    )
    group.add_argument(
        "--rounds", default="10", metavar="N", help="how often every two meet, twice each (10)"
    )
    group.add_argument(
        "--starts",
        default="sampled",
        metavar="WAY",
        help="sampled: positions of all kinds (default); fair or rulebook: that set-up's start",
    )
    group.add_argument("--seed", default="1", metavar="S", help="where chance comes from (1)")


def _add_rules(group: Any) -> None:
    group.add_argument("--seconds", default="10", metavar="S", help="the time for a move (10)")
    group.add_argument(
        "--start-seconds", default="20", metavar="S", help="the time to get ready (20)"
    )
    for name, told in (
        ("illegal", "an answer that is no legal move"),
        ("timeout", "an answer that comes too late"),
        ("crash", "a program that ends or an endpoint that fails"),
    ):
        group.add_argument(
            f"--{name}",
            default="forfeit",
            metavar="forfeit|retry:K",
            help=f"what follows {told} (forfeit)",
        )
    group.add_argument("--memory", default="4096", metavar="MB", help="for each program (4096)")
    group.add_argument(
        "--no-legal", action="store_true", help="do not tell language models the legal moves"
    )


def run(arguments: argparse.Namespace) -> int:
    """Run `duel arena`."""
    plan = read_plan(arguments)
    runner = read_runner(arguments)
    path = Path(arguments.output) if arguments.output else _own_folder(plan)
    try:
        _work(plan, runner, path, arguments.fresh)
    except KeyboardInterrupt:
        again = "without --fresh, " if arguments.fresh else ""
        print(f"Stopped; {again}the same command goes on from here.", file=sys.stderr)
        return 130
    return 0


def read_plan(arguments: argparse.Namespace) -> Plan:
    """The tournament that the command line describes."""
    from divisor_duel.arena import Plan, Policy, Terms, read_players, read_setups
    from divisor_duel.arena.starts import WAYS
    from divisor_duel.games import GAMES

    starts = arguments.starts
    if starts not in WAYS:
        raise OptionsError(f"starts must be one of {', '.join(WAYS)}, not {brief(starts)}")
    names = list(GAMES) if arguments.games is None else arguments.games.split(",")
    terms = Terms(
        seed=read_whole("seed", arguments.seed, 0, 2**63),
        starts=starts,
        seconds=read_seconds(arguments.seconds) or 0.0,
        illegal=Policy.read("illegal", arguments.illegal),
        timeout=Policy.read("timeout", arguments.timeout),
        crash=Policy.read("crash", arguments.crash),
        show_legal=not arguments.no_legal,
        start_seconds=read_seconds(arguments.start_seconds) or 0.0,
        memory=read_whole("memory", arguments.memory, 0, 2**24),
    )
    rounds = read_whole("rounds", arguments.rounds, 1, 100_000)
    return Plan(read_players(arguments.players), read_setups(names, starts), rounds, terms)


def _own_folder(plan: Plan) -> Path:
    """Where a tournament is kept when no folder is named: the same for the same tournament."""
    settings = json.dumps(plan.settings(), sort_keys=True)
    return cache_folder() / "arenas" / hashlib.sha256(settings.encode()).hexdigest()[:16]


def _work(plan: Plan, runner: Runner, path: Path, fresh: bool) -> None:
    """Play, keep and show; a person at the terminal sees how it stands all the while."""
    from divisor_duel.arena import Folder, results, run_tournament
    from divisor_duel.arena.journal import REPORT, RESULTS
    from divisor_duel.arena.report import report

    with closing(Folder(path, plan, fresh)) as folder:
        tasks = plan.tasks()
        kept = [folder.lines[task.key] for task in tasks if task.key in folder.lines]
        if kept and sys.stderr.isatty():
            print(f"{len(kept)} of {len(tasks)} games were kept from before.", file=sys.stderr)
        with LiveTable(
            [entry.name for entry in plan.players], len(tasks) - len(kept), sys.stderr
        ) as live:
            for line in kept:
                live.count(line)
            lines = run_tournament(plan, folder, runner, live.add)
        scores = results(plan, lines)
        folder.write(RESULTS, json.dumps(scores, indent=1) + "\n")
        folder.write(REPORT, report(scores, lines))
    print("\n".join(table(scores, Paint(sys.stdout))))
    print(f"\nReport: {path / REPORT}")
