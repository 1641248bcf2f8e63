"""`duel bench`: one number for a player's skill, measured against exact play."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from divisor_duel.errors import DuelError, OptionsError
from divisor_duel.files import write_atomic
from divisor_duel.game import brief
from divisor_duel.terminal.cli.arguments import (
    Commands,
    Flags,
    add_runner,
    read_int,
    read_runner,
    read_seconds,
)
from divisor_duel.terminal.cli.player_flags import (
    add_calls,
    read_calls,
    read_legal,
    with_and_without_legal_moves,
)
from divisor_duel.terminal.cli.standings import ModelProgress
from divisor_duel.terminal.paint import Paint
from divisor_duel.text import clean_text

if TYPE_CHECKING:
    from divisor_duel.arena.bench.run import BenchFolder, BenchPlan
    from divisor_duel.arena.bench.scores import BenchResults, ItemScore, PlayerResults, WonGames
    from divisor_duel.arena.results.scores import Results, Undone
    from divisor_duel.arena.run.rows import AnswerRow, Unplayed
    from divisor_duel.arena.run.tournament import Calls

EXAMPLES = """examples:
  duel bench easy hard 'mine=cmd:node bot.js'          the small tier: 90 positions, then games
  duel bench model.toml --tier medium -o model         replies, results and report in a folder
  duel bench model.toml --held-out --no-games          other positions of the same kind
  duel bench compare model-a model-b                   is the difference between two folders real?
  duel bench compare model:one model:two               or between two players of a folder
  duel bench board runs/* -o leaderboard.html          a page of entries, each one verified"""


def add(commands: Commands) -> None:
    """Add this subcommand to the command line."""
    parser = commands.add_parser(
        "bench",
        description="Ask each player about a fixed set of positions, grade the answers exactly,\n"
        "and play games against the levels. 1 is perfect, 0 is random play.\n"
        "Players are written as in `duel arena`.",
    )
    parser.epilog = EXAMPLES
    parser.add_argument("players", nargs="+", metavar="PLAYER", help="a player to measure")
    _add_bench(parser.add_argument_group("bench"))
    _add_running(parser.add_argument_group("running"))
    parser.set_defaults(run=run)


def _add_bench(group: Flags) -> None:
    group.add_argument(
        "--tier", default="small", metavar="small|medium|large", help="size (default small)"
    )
    group.add_argument(
        "--times", default="1", metavar="K", help="ask each position K times (default 1)"
    )
    group.add_argument(
        "--held-out",
        action="store_true",
        help="ask other positions, in case the public ones leaked",
    )
    group.add_argument("--no-games", action="store_true", help="only positions, no games")
    group.add_argument(
        "--seconds", metavar="S", help="time limit per move (default 10; models 300)"
    )
    group.add_argument(
        "--start-seconds",
        default="20",
        metavar="S",
        help="time limit for getting ready (default 20)",
    )
    group.add_argument(
        "--memory", default="4096", metavar="MB", help="memory limit per program (default 4096)"
    )
    group.add_argument(
        "--legal", metavar="shown|hidden|both", help="as in duel arena (default shown)"
    )


def _add_running(group: Flags) -> None:
    group.add_argument(
        "-o", "--output", metavar="DIR", help="folder for answers, results and report"
    )
    group.add_argument("--fresh", action="store_true", help="discard the answers saved before")
    group.add_argument(
        "--redo",
        metavar="faults|PLAYER",
        help="ask again where answers had faults, or all of PLAYER's",
    )
    group.add_argument(
        "--keep", action="store_true", help="keep saved answers of players that have changed since"
    )
    add_runner(group)
    add_calls(group)


def run(arguments: argparse.Namespace) -> int:
    """Run `duel bench`."""
    word, *rest = arguments.players
    if word == "compare":
        return _compare(rest)
    if word == "board":
        return _board(rest, arguments.output)
    try:
        return _measure(arguments)
    except KeyboardInterrupt:
        print("Stopped. Run the same command to continue.", file=sys.stderr)
        return 130


def read_plan(arguments: argparse.Namespace) -> BenchPlan:
    """Return the benchmark that the command line describes."""
    from divisor_duel.arena import Terms, read_players
    from divisor_duel.arena.bench.run import BenchPlan
    from divisor_duel.arena.players.model_settings import SECONDS as MODEL_SECONDS
    from divisor_duel.arena.players.terms import PATIENCE, SECONDS
    from divisor_duel.questions.bench_positions import HELD_OUT, OPEN, TIERS

    if arguments.tier not in TIERS:
        names = ", ".join(TIERS)
        raise OptionsError(f"tier must be one of {names}, not {brief(arguments.tier)}")
    legal = read_legal(arguments)
    players = read_players(arguments.players, least=1)
    if legal == "both":
        players = with_and_without_legal_moves(players)
    terms = Terms(
        seconds=read_seconds(arguments.seconds) or SECONDS,
        model_seconds=read_seconds(arguments.seconds) or MODEL_SECONDS,
        patience=read_seconds(arguments.patience) or PATIENCE,
        show_legal=legal != "hidden",
        start_seconds=read_seconds(arguments.start_seconds) or 0.0,
        memory=read_int("memory", arguments.memory, 0, 2**24),
    )
    times = read_int("times", arguments.times, 1, 1000)
    seed = HELD_OUT if arguments.held_out else OPEN
    return BenchPlan(players, arguments.tier, seed, times, terms)


def _measure(arguments: argparse.Namespace) -> int:
    from divisor_duel.arena.bench.report import report
    from divisor_duel.arena.bench.run import BenchFolder
    from divisor_duel.arena.bench.scores import results
    from divisor_duel.arena.run.output_folder import default_folder

    plan = read_plan(arguments)
    calls = read_calls(arguments, plan.players)
    path = Path(arguments.output) if arguments.output else default_folder("benches", plan)
    again = (arguments.fresh, arguments.redo, arguments.keep)
    with closing(BenchFolder(path, plan, *again)) as folder:
        lines = _ask(plan, folder, arguments, calls)
        gauntlet = None if arguments.no_games else _play(plan, path, arguments, calls)
        scores = results(plan, lines, gauntlet)
        folder.write("results.json", json.dumps(scores, indent=1) + "\n")
        folder.write("report.html", report(scores))
    print("\n".join(table(scores, Paint(sys.stdout))))
    print(f"\nReport: {clean_text(str(path / 'report.html'))}")
    unplayed = gauntlet["unplayed"] if gauntlet else []
    return _report_undone([*scores["unasked"], *unplayed])


def _ask(
    plan: BenchPlan, folder: BenchFolder, arguments: argparse.Namespace, calls: Calls
) -> list[AnswerRow | Unplayed]:
    """Return every answer: the saved ones, and the others asked for now."""
    from divisor_duel import jobs
    from divisor_duel.arena.bench.run import JOB, steps, unasked
    from divisor_duel.arena.run.tournament import check_and_choose_runner

    tasks = plan.tasks()
    left = jobs.remaining_tasks(JOB, tasks, folder.games)
    alone = arguments.workers is None and arguments.scheduler is None
    far = arguments.scheduler is not None
    runner = check_and_choose_runner(
        JOB, plan, folder, read_runner(arguments), calls, alone, far, (steps, unasked)
    )
    with ModelProgress(len(left), "answers", sys.stderr, calls.budget) as progress:
        return jobs.run_job(JOB, tasks, folder.games, runner, lambda row: progress.step())


def _play(plan: BenchPlan, path: Path, arguments: argparse.Namespace, calls: Calls) -> Results:
    """Play the games against the levels, as a tournament in a subfolder."""
    from divisor_duel.arena import OutputFolder, results, run_tournament
    from divisor_duel.arena.bench.gauntlet import FOLDER, gauntlet
    from divisor_duel.arena.results.report import report
    from divisor_duel.arena.run.tournament import JOB, check_and_choose_runner

    games = gauntlet(plan.players, plan.tier, plan.terms)
    again = (arguments.fresh, arguments.redo, arguments.keep)
    with closing(OutputFolder(path / FOLDER, games, *again)) as folder:
        tasks = games.tasks()
        saved = sum(task.key in folder.played for task in tasks)
        alone = arguments.workers is None and arguments.scheduler is None
        far = arguments.scheduler is not None
        runner = check_and_choose_runner(
            JOB, games, folder, read_runner(arguments), calls, alone, far
        )
        with ModelProgress(len(tasks) - saved, "games", sys.stderr, calls.budget) as progress:
            lines = run_tournament(games, folder, runner, lambda line: progress.step())
        scores = results(games, lines)
        folder.write("results.json", json.dumps(scores, indent=1) + "\n")
        folder.write("report.html", report(scores, lines))
    return scores


def table(scores: BenchResults, paint: Paint) -> list[str]:
    """Return the scores as lines of text."""
    from divisor_duel.arena.bench.report import ranked

    settings, players = scores["settings"], scores["players"]
    held = ", held-out positions" if settings["set"]["seed"] != "open" else ""
    title = f"Divisor Duel Bench {settings['bench']}, tier {settings['tier']}{held}: "
    lines = [paint.bold(f"{title}{scores['positions']} positions; 1 is perfect, 0 is random"), ""]
    room = max(len(name) for name in (*players, "player"))
    parts = list(dict.fromkeys(p for entry in players.values() for p in entry["profile"]["game"]))
    head = f"{'player':{room}}   score          95%  faults" + "".join(f"{p:>10}" for p in parts)
    lines.append(paint.dim(head))
    for name in ranked(players):
        entry = players[name]
        if entry["score"] is None:
            lines.append(f"{name:{room}}  not asked")
            continue
        spread = f"{entry['low']:.2f}..{entry['high']:.2f}"
        groups = entry["profile"]["game"]
        shares = [groups[part]["score"] if part in groups else None for part in parts]
        cells = "".join(f"{'-' if share is None else f'{share:.2f}':>10}" for share in shares)
        faults = sum(entry["faults"].values())
        lines.append(f"{name:{room}}  {entry['score']:>6.3f}{spread:>13}{faults:>8}{cells}")
    return lines + _games(players, paint)


def _games(players: dict[str, PlayerResults], paint: Paint) -> list[str]:
    results = {name: entry["games"] for name, entry in players.items() if "games" in entry}
    if not results:
        return []
    room = max(len(name) for name in (*results, "player"))
    others = list(next(iter(results.values()))["against"])
    head = f"{'player':{room}}" + "".join(f"{x.removeprefix('level-'):>10}" for x in others)
    lines = ["", paint.bold("Games won against"), paint.dim(f"{head}  converts  resists")]
    for name, games in results.items():
        none: WonGames = {"wins": 0, "games": 0}
        counts = [games["against"].get(other, none) for other in others]
        won = [f"{count['wins']}/{count['games']}" for count in counts]
        cells = "".join(f"{share:>10}" for share in won)
        estimates = (games["conversion"], games["resistance"])
        ends = ["-" if share is None else f"{share['value']:.0%}" for share in estimates]
        lines.append(f"{name:{room}}{cells}{ends[0]:>10}{ends[1]:>9}")
    return lines


def _report_undone(trouble: list[Undone]) -> int:
    reasons = {row["player"]: row["detail"] for row in trouble}
    for player, detail in reasons.items():
        count = sum(row["player"] == player for row in trouble)
        problem = f"duel: {count} not done because of {player}: {detail}"
        print(clean_text(problem), file=sys.stderr)
    if reasons:
        print("duel: run the same command to do the rest", file=sys.stderr)
    return 3 if reasons else 0


def _compare(names: list[str]) -> int:
    from divisor_duel.arena.bench.comparison import compare

    if len(names) != 2:
        raise OptionsError("compare takes two folders, or DIR:PLAYER twice")
    (one, first), (two, second) = (_entry(name) for name in names)
    comparison = compare(one, two, (first, second))
    low, high = comparison.difference.low, comparison.difference.high
    print(f"{first} - {second}: {comparison.difference.value:+.3f}, 95% {low:+.3f} to {high:+.3f}")
    better = f"only {first} right: {comparison.only[0]}, only {second} right: {comparison.only[1]}"
    p = f"p = {comparison.p:.4f}" if comparison.p >= 0.0001 else "p < 0.0001"
    print(f"{comparison.shared} positions; {better}; {p}")
    print(comparison.verdict)
    return 0


def _entry(text: str) -> tuple[dict[str, ItemScore], str]:
    """Return the marks and the name of the player in ``DIR`` or ``DIR:PLAYER``."""
    from divisor_duel.arena.bench.comparison import read

    folder, _, name = (text, "", "") if Path(text).is_dir() else text.rpartition(":")
    entry = read(Path(folder or text))
    names = list(entry.results["players"])
    if not name and len(names) > 1:
        raise DuelError(f"{brief(text)} has several players; write {text}:{names[0]}")
    if name and name not in names:
        raise DuelError(
            f"{brief(folder)} has no player {brief(name)}; there are {', '.join(names)}"
        )
    return entry.item_scores(name or names[0]), name or names[0]


def _board(names: list[str], output: str | None) -> int:
    from divisor_duel.arena.bench.leaderboard import leaderboard

    if not names or output is None:
        raise OptionsError("board takes folders of results and -o FILE.html")
    text, refused = leaderboard([Path(name) for name in names])
    try:
        write_atomic(Path(output).resolve(), text.encode(errors="replace"))
    except OSError as error:
        raise DuelError(f"cannot write {brief(output)}: {error.strerror}") from None
    for problem in refused:
        print(clean_text(f"duel: {problem}"), file=sys.stderr)
    print(f"Leaderboard: {clean_text(output)}")
    return 1 if refused else 0
