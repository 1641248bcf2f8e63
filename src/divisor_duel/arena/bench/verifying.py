"""A bench is believed only as far as it follows from its own answers, replies and games.

The positions are made anew, every answer is read again in the words of the reply and
graded anew, every game is replayed by the rules from the start that it must have, and
every move of it judged again. All that results.json says of a player must come out.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from divisor_duel.arena import scores
from divisor_duel.arena.bench.asking import BenchPlan, question_of
from divisor_duel.arena.bench.comparing import KeptBench, read, read_rows
from divisor_duel.arena.bench.gauntlet import FOLDER, gauntlet
from divisor_duel.arena.bench.scoring import games_of, player_scores
from divisor_duel.arena.players import Entry
from divisor_duel.arena.playing import Line, is_played, retold
from divisor_duel.arena.row_schema import GAME_ROW
from divisor_duel.arena.schedule import GameTask, Schedule, Terms
from divisor_duel.engine.levels import LEVELS
from divisor_duel.errors import DuelError
from divisor_duel.game import Game
from divisor_duel.words.grading import OK
from divisor_duel.words.question import Fault
from divisor_duel.words.replies import move_named


def verified(folder: Path) -> KeptBench:
    """The bench in a folder; DuelError with the first thing in it that is not so."""
    kept = read(folder)
    if not kept.results.get("complete"):
        raise DuelError("it is not complete")
    settings, told = kept.results["settings"], kept.results["players"]
    entries = tuple(Entry(name, settings["players"][name]["player"]) for name in told)
    terms = Terms(seed=settings["seed"])
    plan = BenchPlan(entries, settings["tier"], settings["set"]["seed"], settings["rounds"], terms)
    models = {name for name in told if "request" in settings["players"][name]}
    _check_answers(plan, kept, models)
    games = gauntlet(entries, plan.tier, terms)
    _check_games(folder / FOLDER, games, told, models)
    return kept


def _check_answers(plan: BenchPlan, kept: KeptBench, models: set[str]) -> None:
    """Every player has an answer to every question, and the scores that follow from them."""
    known = {line["key"]: line for line in kept.lines}
    own: dict[str, list[Line]] = {entry.name: [] for entry in plan.players}
    tasks = plan.tasks()
    for task in tasks:
        line, name = known.get(task.key), task.players[0].name
        if line and (line["item"], line["players"]) == (task.item.id, [name]):
            own[name].append(line)
            if name in models and line["move"] is not None:
                told = line["exchanges"][-1] if line["exchanges"] else {}
                _check_reply(task.key, question_of(task).game, told, line["move"])
    asked = len(tasks) // len(own)
    for name, lines in own.items():
        if len(lines) != asked:
            raise DuelError(f"{name} has answers to {len(lines)} of {asked} questions")
        told, again = kept.results["players"][name], player_scores(kept.items, lines)
        if told["score"] != again["score"]:
            raise DuelError(f"{name} is said to have {told['score']}, but has {again['score']}")
        for field, value in again.items():
            if told[field] != value:
                raise DuelError(
                    f"what it says of {name} ({field}) does not follow from its answers"
                )


def _check_reply(key: str, game: Game[Any], exchange: Mapping[str, Any], move: int) -> None:
    """A move of a model is what its reply says."""
    try:
        found = move_named(game, exchange["reply"])
    except (Fault, LookupError):
        found = None
    if found != move:
        raise DuelError(f"the move {move} in {key} is not what the reply says")


def _check_games(folder: Path, plan: Schedule, told: Mapping[str, Any], models: set[str]) -> None:
    """All games, replayed and judged again, and what is said of them; a bench may have none."""
    file = folder / "games.jsonl"
    try:
        rows = read_rows(file, GAME_ROW) if file.exists() else []
    except (OSError, ValueError, RecursionError):
        raise DuelError("games.jsonl cannot be read, or a row of it is damaged") from None
    known = {line["key"]: line for line in rows if is_played(line)}
    tasks = plan.tasks() if known or any("games" in one for one in told.values()) else []
    lines = []
    for task in tasks:
        if task.key in known:
            lines.append(known[task.key])
            _check_game(task, known[task.key], models)
    if len(lines) != len(tasks):
        raise DuelError(f"{len(tasks) - len(lines)} of {len(tasks)} games are missing")
    again = scores.results(plan, lines) if tasks else {}
    for name, one in told.items():
        if tasks and one.get("games") != games_of(again, name):
            raise DuelError(f"what it says of the games of {name} does not follow from them")


def _check_game(task: GameTask, line: Line, models: set[str]) -> None:
    """A game as it was kept is what its moves tell."""
    if line["forfeit"] and task.players[line["forfeit"]["player"] - 1].spec in LEVELS:
        raise DuelError(f"in the game {task.key} a level forfeits, which none does")
    try:
        again = retold(task, line)
    except ValueError as error:
        raise DuelError(f"the game {task.key} cannot be: {error}") from None
    for field, value in again.items():
        if line[field] != value:
            raise DuelError(f"the game {task.key} has another {field}")
    game = task.setup.build()
    for seat, entry in enumerate(task.players, 1):
        if entry.name in models:
            plies = range(line["opening"] + seat, len(line["played"]) + 1, 2)
            said = {one["ply"]: one for one in line["exchanges"] if one["class"] == OK}
            for ply in plies:
                _check_reply(task.key, game, said.get(ply, {}), line["played"][ply - 1])
