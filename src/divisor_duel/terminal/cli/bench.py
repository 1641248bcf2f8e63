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
from divisor_duel.terminal.cli.bench_table import table
from divisor_duel.terminal.cli.paper import write_paper
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
    from divisor_duel.arena.bench.scores import ItemScore
    from divisor_duel.arena.results.scores import Results, Undone
    from divisor_duel.arena.run.rows import AnswerRow, Unplayed
    from divisor_duel.arena.run.tournament import Calls
    from divisor_duel.questions.bench_positions import PositionSet

EXAMPLES = """examples:
  duel bench easy hard 'mine=cmd:node bot.js'          the small tier, then games
  duel bench model.toml --tier medium -o model         replies, results and report in a folder
  duel bench baselines --no-games -o baselines         levels, rules of thumb and examples
  duel bench compare model-a model-b                   is the difference between two folders real?
  duel bench compare model:one model:two               or between two players of a folder
  duel bench export model-a model-b -o paper           CSV, LaTeX and figures for a paper
  duel bench board runs/* -o leaderboard.html          a page of entries, each one checked
  duel bench make --secret --tier small -o autumn      a secret set, and its announcement
  duel bench model.toml --set autumn.secret.json       the positions of that set
  duel bench verify autumn.public.json autumn.secret.json    check a set that was revealed"""


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
    group.add_argument("--bench", metavar="1|2", help="version (default 2, or that of the folder)")
    group.add_argument("--set", metavar="FILE", help="the positions of a secret set")
    group.add_argument("--secret", action="store_true", help="with make: make a secret set")
    group.add_argument(
        "--held-out", action="store_true", help="the second open set that Bench 1 has"
    )
    group.add_argument(
        "--ours",
        action="append",
        default=[],
        metavar="DIR",
        help="with board: a run of our own, which confirms an entry",
    )
    group.add_argument(
        "--seed", default="1", metavar="S", help="random seed of levels and starts (default 1)"
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
    group.add_argument(
        "--fresh", action="store_true", help="discard the answers saved before (Bench 1)"
    )
    group.add_argument(
        "--redo",
        metavar="faults|PLAYER",
        help="ask again where answers had faults, or all of PLAYER's; retries are not scored",
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
    if word == "export":
        return _export(rest, arguments.output)
    if word == "board":
        return _board(rest, arguments.output, arguments.ours)
    if word == "baselines":
        arguments.players = [*baseline_players(), *rest]
    if word == "make":
        return _make(arguments)
    if word == "verify":
        return _verify(rest)
    try:
        return _measure(arguments)
    except KeyboardInterrupt:
        print("Stopped. Run the same command to continue.", file=sys.stderr)
        return 130


def baseline_players() -> list[str]:
    """Return all levels, all published rules of thumb, and the examples that are here."""
    from divisor_duel.engine.levels import LEVELS
    from divisor_duel.questions.one_ply_rules import RULES

    rules = (f"{name}=rule:{name}" for name in RULES)
    examples = [
        f"{name}=py:{place}"
        for name, (place, *files) in BASELINE_EXAMPLES.items()
        if all(Path(file).exists() for file in files)
    ]
    return [*LEVELS, *rules, *examples]


BASELINE_EXAMPLES = {
    "table-learner": ("examples.learn:player", "examples/learn.py"),
    "ppo": ("examples.ppo:player", "examples/ppo.py", "ppo-networks"),
    "mcts-50": ("examples.mcts:games_50", "examples/mcts.py"),
    "mcts-200": ("examples.mcts:games_200", "examples/mcts.py"),
    "mcts-800": ("examples.mcts:games_800", "examples/mcts.py"),
}
"""Example players in the table of baselines, each with the files that must be there."""


def read_plan(arguments: argparse.Namespace, version: str | None = None) -> BenchPlan:
    """Return the benchmark that the command line describes."""
    from divisor_duel.arena import Terms, read_players
    from divisor_duel.arena.bench.run import BenchPlan
    from divisor_duel.arena.players.model_settings import SECONDS as MODEL_SECONDS
    from divisor_duel.arena.players.terms import PATIENCE, SECONDS

    legal = read_legal(arguments)
    players = read_players(arguments.players, least=1)
    if legal == "both":
        players = with_and_without_legal_moves(players)
    terms = Terms(
        seed=read_int("seed", arguments.seed, 0, 2**63),
        seconds=read_seconds(arguments.seconds) or SECONDS,
        model_seconds=read_seconds(arguments.seconds) or MODEL_SECONDS,
        patience=read_seconds(arguments.patience) or PATIENCE,
        show_legal=legal != "hidden",
        start_seconds=read_seconds(arguments.start_seconds) or 0.0,
        memory=read_int("memory", arguments.memory, 0, 2**24),
    )
    times = read_int("times", arguments.times, 1, 1000)
    return BenchPlan(players, _positions(arguments, version), times, terms)


def _positions(arguments: argparse.Namespace, version: str | None) -> PositionSet:
    """Return the set of positions that the command line names."""
    from divisor_duel.questions.bench_item import HELD_OUT, OPEN
    from divisor_duel.questions.bench_positions import TIERS, VERSION, VERSIONS, position_set
    from divisor_duel.questions.secret_sets import position_set_of, read_secret

    version = version or arguments.bench or VERSION
    if arguments.set:
        return position_set_of(read_secret(Path(arguments.set)))
    if arguments.tier not in TIERS:
        names = ", ".join(TIERS)
        raise OptionsError(f"tier must be one of {names}, not {brief(arguments.tier)}")
    if version not in VERSIONS:
        raise OptionsError(f"bench must be {' or '.join(VERSIONS)}, not {brief(version)}")
    if arguments.held_out and version == VERSION:
        problem = f"Bench {VERSION} has no second open set: make a secret one"
        raise OptionsError(f"{problem}, with `duel bench make --secret`")
    return position_set(arguments.tier, HELD_OUT if arguments.held_out else OPEN, version)


def plan_and_folder(arguments: argparse.Namespace) -> tuple[BenchPlan, Path]:
    """Return the benchmark and its folder; a folder of Bench 1 continues as Bench 1."""
    from divisor_duel.arena.run.output_folder import default_folder, saved_settings
    from divisor_duel.questions import bench_one

    plan = read_plan(arguments)
    named = Path(arguments.output) if arguments.output else None
    path = named or default_folder("benches", plan)
    if arguments.bench or arguments.set:
        return plan, path
    old = read_plan(arguments, bench_one.VERSION)
    old_path = named or default_folder("benches", old)
    saved = saved_settings(old_path)
    if saved and saved.get("bench") == bench_one.VERSION:
        return old, old_path
    return plan, path


def _measure(arguments: argparse.Namespace) -> int:
    from divisor_duel.arena.bench.report import report
    from divisor_duel.arena.bench.run import SET_FILE, BenchFolder
    from divisor_duel.arena.bench.scores import results, transcript_hash

    plan, path = plan_and_folder(arguments)
    calls = read_calls(arguments, plan.players)
    again = (arguments.fresh, arguments.redo, arguments.keep)
    with closing(BenchFolder(path, plan, *again)) as folder:
        if arguments.set:
            folder.write(SET_FILE, Path(arguments.set).read_text())
        lines = _ask(plan, folder, arguments, calls)
        gauntlet = None if arguments.no_games else _play(plan, path, arguments, calls)
        scores = results(plan, lines, gauntlet)
        folder.write("results.json", json.dumps(scores, indent=1) + "\n")
        folder.write("report.html", report(scores))
    print("\n".join(table(scores, Paint(sys.stdout))))
    print(f"\nAnswers: sha256 {transcript_hash(lines)}")
    print(f"Report: {clean_text(str(path / 'report.html'))}")
    unplayed = gauntlet["unplayed"] if gauntlet else []
    return _report_undone([*scores["unasked"], *unplayed])


def _ask(
    plan: BenchPlan, folder: BenchFolder, arguments: argparse.Namespace, calls: Calls
) -> list[AnswerRow | Unplayed]:
    """Return every answer: the saved ones, and the others asked for now."""
    from divisor_duel import jobs
    from divisor_duel.arena.bench.run import JOB, steps, unasked
    from divisor_duel.arena.run.tournament import check_and_choose_runner

    tasks = folder.tasks()
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

    games = gauntlet(plan.players, plan.positions.tier, plan.terms, plan.keeps_answers)
    redo = None if plan.keeps_answers else arguments.redo
    again = (arguments.fresh, redo, arguments.keep or plan.keeps_answers)
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
    from divisor_duel.arena.bench.export import folder_and_player

    folder, name = folder_and_player(text)
    entry = read(folder)
    names = list(entry.results["players"])
    if not name and len(names) > 1:
        raise DuelError(f"{brief(text)} has several players; write {text}:{names[0]}")
    if name and name not in names:
        raise DuelError(
            f"{brief(str(folder))} has no player {brief(name)}; there are {', '.join(names)}"
        )
    return entry.item_scores(name or names[0]), name or names[0]


def _export(names: list[str], output: str | None) -> int:
    """Write tables and figures for a paper."""
    from divisor_duel.arena.bench.export import choose, paper_files

    if not names or output is None:
        raise OptionsError("export takes folders of results, or DIR:PLAYER, and -o DIR")
    return write_paper(Path(output), paper_files(choose(names)))


def _board(names: list[str], output: str | None, ours: list[str]) -> int:
    from divisor_duel.arena.bench.leaderboard import leaderboard

    if not names or output is None:
        raise OptionsError("board takes folders of results and -o FILE.html")
    text, refused = leaderboard([Path(name) for name in names], [Path(name) for name in ours])
    _write(Path(output), text)
    for problem in refused:
        print(clean_text(f"duel: {problem}"), file=sys.stderr)
    print(f"Leaderboard: {clean_text(output)}")
    return 1 if refused else 0


def _write(path: Path, text: str) -> None:
    try:
        write_atomic(path.resolve(), text.encode(errors="replace"))
    except OSError as error:
        raise DuelError(f"cannot write {brief(str(path))}: {error.strerror}") from None


def _make(arguments: argparse.Namespace) -> int:
    """Make a secret set and its announcement."""
    from divisor_duel.questions import secret_sets

    if not arguments.secret or arguments.output is None or len(arguments.players) != 1:
        raise OptionsError("make takes --secret, -o NAME and perhaps --tier")
    secret_sets.files_of(arguments.output)  # refuse old names before the long work
    print("Choosing the positions takes a few minutes.", file=sys.stderr)
    secret = secret_sets.make(arguments.tier)
    private, public = secret_sets.write(secret, arguments.output)
    print(f"Keep until the runs are over: {clean_text(str(private))}")
    print(f"Publish now: {clean_text(str(public))}")
    print(f"{secret['positions']} positions, hash {secret['set_hash']}")
    return 0


def _verify(names: list[str]) -> int:
    """Check a revealed set against its announcement."""
    from divisor_duel.questions import secret_sets

    if len(names) != 2:
        raise OptionsError("verify takes the announcement and the revealed set")
    public, revealed = (Path(name) for name in names)
    print("Choosing the positions again takes a few minutes.", file=sys.stderr)
    print(
        secret_sets.verify(secret_sets.read_announcement(public), secret_sets.read_secret(revealed))
    )
    return 0
