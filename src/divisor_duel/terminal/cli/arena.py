"""`duel arena`: a tournament between players, scored against exact play."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from divisor_duel.errors import OptionsError
from divisor_duel.game import brief
from divisor_duel.terminal.cli.arguments import (
    Commands,
    Flags,
    add_runner,
    read_int,
    read_runner,
    read_seconds,
)
from divisor_duel.terminal.cli.paper import write_paper
from divisor_duel.terminal.cli.player_flags import (
    add_calls,
    read_calls,
    read_legal,
    with_and_without_legal_moves,
)
from divisor_duel.terminal.cli.standings import LiveTable, table
from divisor_duel.terminal.paint import Paint
from divisor_duel.text import clean_text, plural

if TYPE_CHECKING:
    from divisor_duel.arena import Schedule
    from divisor_duel.arena.results.scores import Undone
    from divisor_duel.arena.run.tournament import Calls
    from divisor_duel.jobs import Runner

EXAMPLES = """players:
  random, easy, medium, hard, perfect   a built-in level
  py:module:function                    a Python function
  cmd:COMMAND                           a program that speaks JSON lines
  chat:MODEL@URL                        a language model (key: DUEL_API_KEY or OPENAI_API_KEY)
  chat:MODEL,temperature=0,key=MY_KEY@URL   the same with options
  FILE.toml                             a model with all its options
  NAME=PLAYER                           any of these under another name

examples:
  duel arena random easy perfect
  duel arena random 'mine=cmd:node bot.js' --games chain,digits --rounds 20 -o scores
  duel arena random py:agents:greedy --illegal retry:2 --seconds 1
  duel arena model.toml --against random,hard,perfect --legal both --budget 5.00
  duel arena export scores -o paper              CSV, LaTeX and figures for a paper"""


def add(commands: Commands) -> None:
    """Add this subcommand to the command line."""
    parser = commands.add_parser(
        "arena",
        description="Play every player against every other, and score them against exact play.\n"
        "Each game is saved: after Ctrl-C or a crash, run the same command to continue.",
    )
    parser.epilog = EXAMPLES
    parser.add_argument("players", nargs="+", metavar="PLAYER", help="a player (see below)")
    _add_tournament(parser.add_argument_group("tournament"))
    _add_rules(parser.add_argument_group("rules"))
    _add_running(parser.add_argument_group("running"))
    parser.add_argument(
        "--template", action=_ShowTemplate, nargs=0, help="print the prompt template, to adapt"
    )
    parser.set_defaults(run=run)


class _ShowTemplate(argparse.Action):
    """Print the prompt template and exit, as --help does."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from divisor_duel.questions.prompts import default_template

        print(default_template(), end="")
        parser.exit()


def _add_running(group: Flags) -> None:
    group.add_argument("-o", "--output", metavar="DIR", help="folder for games, scores and report")
    group.add_argument("--fresh", action="store_true", help="discard the games saved before")
    group.add_argument(
        "--redo", metavar="faults|PLAYER", help="play games with faults again, or all of PLAYER's"
    )
    group.add_argument(
        "--keep", action="store_true", help="keep saved games of players that have changed since"
    )
    add_runner(group, "play")
    add_calls(group)


def _add_tournament(group: Flags) -> None:
    group.add_argument(
        "--games",
        metavar="GAME,...",
        help="what to play, such as chain,digits or chain:high=30 (default: all)",
    )
    group.add_argument(
        "--rounds", default="10", metavar="N", help="rounds of two games for each pair (default 10)"
    )
    group.add_argument(
        "--starts",
        default="sampled",
        metavar="WAY",
        help="sampled: varied positions (default); fair or rulebook: the start of that set-up",
    )
    group.add_argument(
        "--against",
        metavar="PLAYER,...",
        help="a gauntlet: play these opponents, not each other",
    )
    group.add_argument("--seed", default="1", metavar="S", help="random seed (default 1)")


def _add_rules(group: Flags) -> None:
    group.add_argument(
        "--seconds", metavar="S", help="time limit per move (default 10; language models 300)"
    )
    group.add_argument(
        "--start-seconds",
        default="20",
        metavar="S",
        help="time limit for getting ready (default 20)",
    )
    for name, fault in (
        ("illegal", "an answer that is not a legal move"),
        ("timeout", "an answer that comes too late"),
        ("crash", "a program that exits or an endpoint that fails"),
    ):
        group.add_argument(
            f"--{name}",
            default="forfeit",
            metavar="forfeit|retry:K",
            help=f"what to do about {fault} (default forfeit)",
        )
    group.add_argument(
        "--memory", default="4096", metavar="MB", help="memory limit per program (default 4096)"
    )
    group.add_argument(
        "--legal",
        metavar="shown|hidden|both",
        help="whether prompts show the legal moves; both: each model plays both ways "
        "(default shown)",
    )
    group.add_argument("--no-legal", action="store_true", help="same as --legal hidden")
    group.add_argument(
        "--judge",
        default="on",
        metavar="on|off",
        help="compare moves with exact play; off: only wins and ratings (default on)",
    )
    group.add_argument(
        "--skip-forced", action="store_true", help="play a player's only legal move without asking"
    )


def run(arguments: argparse.Namespace) -> int:
    """Run `duel arena`."""
    if arguments.players[:1] == ["export"]:
        return _export(arguments.players[1:], arguments.output)
    plan, path = plan_and_folder(arguments)
    calls = read_calls(arguments, plan.players)
    runner = read_runner(arguments)
    try:
        return _work(plan, runner, calls, path, arguments)
    except KeyboardInterrupt:
        again = " without --fresh" if arguments.fresh else ""
        print(f"Stopped. Run the same command{again} to continue.", file=sys.stderr)
        return 130


def _export(names: list[str], output: str | None) -> int:
    """Write tables and figures for a paper."""
    from divisor_duel.arena.results.export import paper_files, read_results

    if len(names) != 1 or output is None:
        raise OptionsError("export takes the folder of a tournament and -o DIR")
    return write_paper(Path(output), paper_files(read_results(Path(names[0]))))


def plan_and_folder(arguments: argparse.Namespace) -> tuple[Schedule, Path]:
    """Return the tournament and its folder; a folder keeps its way of counting."""
    from divisor_duel.arena.run.output_folder import default_folder, saved_settings

    plan = read_plan(arguments)
    old = replace(plan, clustered=False)
    named = Path(arguments.output) if arguments.output else None
    old_path = named or default_folder("arenas", old)
    saved = None if arguments.fresh else saved_settings(old_path)
    if saved and "intervals" not in saved:
        return old, old_path
    return plan, named or default_folder("arenas", plan)


def read_plan(arguments: argparse.Namespace) -> Schedule:
    """Return the tournament that the command line describes."""
    from divisor_duel.arena import Policy, Schedule, Terms, read_players, read_setups
    from divisor_duel.arena.players.model_settings import SECONDS as MODEL_SECONDS
    from divisor_duel.arena.players.terms import PATIENCE, SECONDS, START_KINDS
    from divisor_duel.games.registry import GAMES

    starts = arguments.starts
    if starts not in START_KINDS:
        raise OptionsError(f"starts must be one of {', '.join(START_KINDS)}, not {brief(starts)}")
    names = list(GAMES) if arguments.games is None else arguments.games.split(",")
    legal = read_legal(arguments)
    terms = Terms(
        seed=read_int("seed", arguments.seed, 0, 2**63),
        starts=starts,
        illegal=Policy.read("illegal", arguments.illegal),
        timeout=Policy.read("timeout", arguments.timeout),
        crash=Policy.read("crash", arguments.crash),
        show_legal=legal != "hidden",
        start_seconds=read_seconds(arguments.start_seconds) or 0.0,
        memory=read_int("memory", arguments.memory, 0, 2**24),
        skip_forced=arguments.skip_forced,
        judge=_read_switch("judge", arguments.judge),
        seconds=read_seconds(arguments.seconds) or SECONDS,
        model_seconds=read_seconds(arguments.seconds) or MODEL_SECONDS,
        patience=read_seconds(arguments.patience) or PATIENCE,
    )
    rounds = read_int("rounds", arguments.rounds, 1, 100_000)
    anchors = arguments.against.split(",") if arguments.against else []
    players = read_players([*arguments.players, *anchors])
    against = frozenset(entry.name for entry in players[len(arguments.players) :])
    if legal == "both":
        players = with_and_without_legal_moves(players)
    return Schedule(players, read_setups(names, starts), rounds, terms, against)


def _read_switch(name: str, text: str) -> bool:
    if text not in ("on", "off"):
        raise OptionsError(f"{name} must be on or off, not {brief(text)}")
    return text == "on"


def _work(
    plan: Schedule, runner: Runner, calls: Calls, path: Path, arguments: argparse.Namespace
) -> int:
    """Play, save and show the tournament, with a live table on a terminal."""
    from divisor_duel.arena import OutputFolder, results, run_tournament
    from divisor_duel.arena.results.report import report
    from divisor_duel.arena.run.output_folder import REPORT, RESULTS
    from divisor_duel.arena.run.tournament import JOB, check_and_choose_runner

    with closing(
        OutputFolder(path, plan, arguments.fresh, arguments.redo, arguments.keep)
    ) as folder:
        tasks = plan.tasks()
        saved = [folder.played[task.key] for task in tasks if task.key in folder.played]
        if saved and sys.stderr.isatty():
            print(f"{len(saved)} of {len(tasks)} games are already saved.", file=sys.stderr)
        cluster = arguments.scheduler is not None
        alone = arguments.workers is None and not cluster
        runner = check_and_choose_runner(JOB, plan, folder, runner, calls, alone, cluster)
        names = [entry.name for entry in plan.players]
        with LiveTable(names, len(tasks) - len(saved), sys.stderr, calls.budget) as live:
            for line in saved:
                live.count(line)
            lines = run_tournament(plan, folder, runner, live.add)
        scores = results(plan, lines)
        folder.write(RESULTS, json.dumps(scores, indent=1) + "\n")
        folder.write(REPORT, report(scores, lines))
    print("\n".join(table(scores, Paint(sys.stdout))))
    print(f"\nReport: {clean_text(str(path / REPORT))}")
    return _report_unplayed(scores["unplayed"])


def _report_unplayed(games: list[Undone]) -> int:
    """Print which games were not played and why; return the exit code."""
    if not games:
        return 0
    reasons = {game["player"]: game["detail"] for game in games}
    for player, detail in reasons.items():
        count = sum(game["player"] == player for game in games)
        problem = f"{plural(count, 'game')} not played because of {player}"
        print(clean_text(f"duel: {problem}: {detail}"), file=sys.stderr)
    print("duel: run the same command to play the rest", file=sys.stderr)
    return 3
