"""Verify the results of a bench against its own answers, replies and games.

The positions are generated again. Every answer is parsed again from its reply and graded.
Every game is replayed by the rules from its prescribed start, and every move judged
again. The results must be exactly what results.json says of each player.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from msgspec import UNSET

from divisor_duel.arena.bench.comparison import SavedBench, read, read_rows
from divisor_duel.arena.bench.gauntlet import FOLDER, gauntlet
from divisor_duel.arena.bench.run import BenchPlan, question_of
from divisor_duel.arena.bench.scores import PlayerResults, games_of, results_of_player
from divisor_duel.arena.players.entries import Entry
from divisor_duel.arena.players.levels import is_built_in
from divisor_duel.arena.players.terms import Terms
from divisor_duel.arena.results import scores
from divisor_duel.arena.run.referee import recompute
from divisor_duel.arena.run.rows import AnswerRow, GameRow
from divisor_duel.arena.run.schedule import GameTask, Schedule
from divisor_duel.errors import DuelError
from divisor_duel.game import AnyGame
from divisor_duel.questions.question import OK, Exchange, Fault
from divisor_duel.questions.replies import find_move


def read_verified(folder: Path) -> SavedBench:
    """Return the bench in a folder; DuelError naming the first thing that is wrong."""
    bench = read(folder)
    if not bench.results.get("complete"):
        raise DuelError("it is not complete")
    settings, claims = bench.results["settings"], bench.results["players"]
    plan = plan_of(bench)
    models = {name for name in claims if "request" in settings["players"][name]}
    _check_answers(plan, bench, models)
    games = gauntlet(plan.players, bench.positions.tier, plan.terms, plan.keeps_answers)
    _check_games(folder / FOLDER, games, claims, models)
    return bench


def plan_of(bench: SavedBench) -> BenchPlan:
    """Return the plan of a saved bench."""
    settings = bench.results["settings"]
    entries = tuple(
        Entry(name, settings["players"][name]["player"]) for name in bench.results["players"]
    )
    return BenchPlan(entries, bench.positions, settings["rounds"], Terms(seed=settings["seed"]))


def _check_answers(plan: BenchPlan, bench: SavedBench, models: set[str]) -> None:
    """Check that every player answered every question and has the resulting scores."""
    known = {row.key: row for row in bench.rows}
    own: dict[str, list[AnswerRow]] = {entry.name: [] for entry in plan.players}
    tasks = plan.tasks()
    for task in tasks:
        row, name = known.get(task.key), task.players[0].name
        if row and (row.item, row.players) == (task.item.id, [name]):
            own[name].append(row)
            if name in models and row.move is not None:
                exchange = row.exchanges[-1] if row.exchanges else None
                _check_reply(task.key, question_of(task).game, exchange, row.move)
    asked = len(tasks) // len(own)
    for name, rows in own.items():
        if len(rows) != asked:
            raise DuelError(f"{name} has answers to {len(rows)} of {asked} questions")
        retries = [row for row in bench.rows if row.players == [name] and row.retry]
        claim, actual = bench.results["players"][name], results_of_player(plan, rows + retries)
        if claim["score"] != actual["score"]:
            raise DuelError(f"{name} claims a score of {claim['score']}, but has {actual['score']}")
        claimed: Mapping[str, object] = claim
        for field, value in actual.items():
            if claimed.get(field) != value:
                raise DuelError(f"its {field} for {name} does not match the answers")


def _check_reply(key: str, game: AnyGame, exchange: Exchange | None, move: int) -> None:
    """Check that a model's move is the one in its reply."""
    replied = None
    if exchange and exchange.reply is not UNSET:
        with suppress(Fault):
            replied = find_move(game, exchange.reply)
    if replied != move:
        raise DuelError(f"the move {move} in {key} is not what the reply says")


def _check_games(
    folder: Path, plan: Schedule, claims: Mapping[str, PlayerResults], models: set[str]
) -> None:
    """Replay and judge all games, and check their results; a bench may have no games."""
    file = folder / "games.jsonl"
    try:
        rows = read_rows(file, GameRow) if file.exists() else []
    except (OSError, ValueError, RecursionError):
        raise DuelError("games.jsonl cannot be read, or a row of it is damaged") from None
    known = {row.key: row for row in rows if isinstance(row, GameRow)}
    tasks = plan.tasks() if known or any("games" in claim for claim in claims.values()) else []
    games = []
    for task in tasks:
        if task.key in known:
            games.append(known[task.key])
            _check_game(task, known[task.key], models)
    if len(games) != len(tasks):
        raise DuelError(f"{len(tasks) - len(games)} of {len(tasks)} games are missing")
    if not tasks:
        return
    actual = scores.results(plan, games)
    for name, claim in claims.items():
        if claim.get("games") != games_of(actual, name):
            raise DuelError(f"its results for the games of {name} do not match the games")


def _check_game(task: GameTask, row: GameRow, models: set[str]) -> None:
    """Check that all fields of a saved game but `reason` follow from its moves.

    The wording of `reason` can change between versions; the winner is compared.
    """
    if row.forfeit and is_built_in(task.players[row.forfeit.player - 1].spec):
        raise DuelError(f"in the game {task.key} a level forfeits, but levels never forfeit")
    try:
        actual = recompute(task, row)
    except ValueError as error:
        raise DuelError(f"the game {task.key} is impossible: {error}") from None
    for field in GameRow.__struct_fields__:
        if field != "reason" and getattr(row, field) != getattr(actual, field):
            raise DuelError(f"the game {task.key} has a different {field}")
    game = task.setup.build()
    for seat, entry in enumerate(task.players, 1):
        if entry.name in models:
            plies = range(row.opening + seat, len(row.played) + 1, 2)
            replies = {exchange.ply: exchange for exchange in row.exchanges if exchange.kind == OK}
            for ply in plies:
                _check_reply(task.key, game, replies.get(ply), row.played[ply - 1])
