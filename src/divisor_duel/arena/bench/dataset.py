"""Datasets of positions with exact values, one row each, for training and testing.

Positions come from random games of the chosen set-ups, drawn from a seed, without
duplicates. A position's split depends only on its own hash, so no position is ever in
two splits. Positions that are reserved for benches are left out. The engine counts steps
instead of seconds, so the same command gives the same rows on every machine.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Literal, NamedTuple

import msgspec
from msgspec import UNSET, Struct, UnsetType

from divisor_duel import jobs
from divisor_duel.arena.run.schedule import SetUp
from divisor_duel.errors import DuelError
from divisor_duel.extras import install_message
from divisor_duel.files import open_regular, read_lines
from divisor_duel.game import AnyGame, OptionValue, Player, Position, brief
from divisor_duel.play.random_games import random_game
from divisor_duel.questions.exact_values import ENGINE
from divisor_duel.questions.prompts import question_text
from divisor_duel.questions.question import Question
from divisor_duel.questions.reserved import canonical_form, is_reserved

SECONDS = 0.5
"""Engine effort per position, in counted seconds; values not found within it are null."""

Split = Literal["train", "validation", "test"]

SPLITS: tuple[tuple[Split, int], ...] = (("train", 80), ("validation", 10), ("test", 10))
"""Percentage of positions in each split."""

MOST_GAMES = 200
"""Random games in a row without a new position before giving up, as small set-ups run out."""


class PositionTask(NamedTuple):
    """One position of a dataset, with everything a worker must know."""

    key: str
    """Permanent name: the set-up and the position."""
    setup: SetUp
    """The game with its options."""
    played: tuple[int, ...]
    """The moves that lead to the position."""
    as_before: bool = False
    """Whether the row is for a file that an earlier version began."""


class DatasetPlan(NamedTuple):
    """Which positions a dataset has."""

    setups: tuple[SetUp, ...]
    """The games with their options."""
    positions: int
    """Positions for each set-up; fewer if a set-up runs out."""
    seed: int = 1
    """Random seed."""
    all_positions: bool = False
    """Whether positions reserved for benches take part: only to finish a file that an earlier
    version began."""

    def tasks(self) -> list[PositionTask]:
        """Return every position by set-up; a larger plan starts with the same ones."""
        drawn = [_draw(setup, self) for setup in self.setups]
        return [task for tasks in drawn for task in tasks]


def _draw(setup: SetUp, plan: DatasetPlan) -> list[PositionTask]:
    """Draw distinct positions from random games, one from each game."""
    game, rng = setup.build(), Random(f"{plan.seed}/dataset/{setup.label}")
    tasks: dict[str, PositionTask] = {}
    repeats = 0
    while len(tasks) < plan.positions and repeats < MOST_GAMES:
        played, position = _random_position(game, rng)
        key = f"{setup.game} {dict(setup.options)}: {game.key(position)}"
        if key in tasks or (is_reserved(game, position) and not plan.all_positions):
            repeats += 1
            continue
        repeats = 0
        tasks[key] = PositionTask(key, setup, played, plan.all_positions)
    return list(tasks.values())


def _random_position(game: AnyGame, rng: Random) -> tuple[tuple[int, ...], Position]:
    """Return a random position that is not over, with the moves leading to it."""
    turns = list(random_game(game, rng))
    if not turns:
        raise DuelError(f"{game.describe(game.start())}: this set-up is over before it begins")
    turn = rng.choice(turns)
    return turn.moves, turn.position


SEATS = {"Player 1": "Player 2", "Player 2": "Player 1"}


def split_of(key: str, to_move: Player) -> Split:
    """Return the split of a position, from its hash alone.

    Two positions that differ only in which player is to move ask the same question. Both
    are hashed as if Player 1 were to move, so they are in the same split.
    """
    if to_move is Player.TWO:
        key = re.sub("Player [12]", lambda name: SEATS[name[0]], key)
    place = int.from_bytes(sha256(key.encode()).digest()[:8], "big") % 100
    for name, share in SPLITS:
        if place < share:
            return name
        place -= share
    raise AssertionError("the percentages of all splits add up to 100")


class PositionRow(Struct):
    """A position: the question and its exact values."""

    key: str
    split: Split
    game: str
    options: dict[str, OptionValue]
    played: list[int]
    to_move: int
    position: str
    prompt: str
    legal: list[int]
    values: list[str]
    """The value of each legal move."""
    distances: list[int | None]
    """The plies to the end after each legal move."""
    nims: list[int | None]
    """The nim-value after each legal move."""
    value: str
    distance: int | None
    nim: int | None
    line: list[int]
    reason: str
    form: str | UnsetType = UNSET
    """The canonical form of the position, which decides whether it is reserved for benches.

    Rows of earlier versions have none.
    """


def describe(task: PositionTask) -> PositionRow:
    """Return the row of a position: the question and its exact values."""
    game = task.setup.build()
    *_, position = game.positions(task.played)
    analysis = ENGINE.analyze(game, position, SECONDS)
    moves = sorted(analysis.moves, key=lambda option: option.move)
    return PositionRow(
        key=task.key,
        split=split_of(task.key, position.to_move),
        game=game.id,
        options=game.options,
        played=list(task.played),
        to_move=int(position.to_move),
        position=game.describe(position),
        prompt=question_text(Question(game, position, task.played, 0.0, 0)),
        legal=[option.move for option in moves],
        values=[str(option.value) for option in moves],
        distances=[option.remoteness for option in moves],
        nims=[option.grundy for option in moves],
        value=str(analysis.value),
        distance=analysis.remoteness,
        nim=analysis.grundy,
        line=list(analysis.line),
        reason=analysis.reason,
        form=UNSET if task.as_before else canonical_form(game, position),
    )


JOB = jobs.Job(do=describe, key=lambda task: task.key, noun="position")
"""The job that makes the rows of a dataset."""


class Rows(jobs.Journal[str, PositionRow]):
    """The finished rows, in the file that becomes the dataset."""

    busy = "this dataset is being made in another window; wait for it or end it"
    sync_seconds = 1.0

    def __init__(self, path: Path, fresh: bool = False) -> None:
        if not fresh and _is_foreign(path):
            problem = "is not a dataset"
            raise DuelError(
                f"{brief(str(path))} {problem}; name another file, or overwrite it",
                arguments=("output", "fresh"),
            )
        super().__init__(path, lambda row: row.key, _read, _write)
        self.load(fresh)

    @property
    def is_old(self) -> bool:
        """Whether an earlier version began the file; it may have positions of the bench."""
        return any(row.form is UNSET for row in self.rows.values())


def _is_foreign(path: Path) -> bool:
    """Return whether the file exists and is not a dataset."""
    try:
        with open_regular(path) as file:
            _, first = next(read_lines(file), (0, b""))
    except OSError:
        return False
    return bool(first) and first.endswith(b"\n") and _read(first) is None


def _read(line: bytes) -> PositionRow | None:
    try:
        return msgspec.convert(json.loads(line), PositionRow)
    except (ValueError, RecursionError):
        return None


def _write(row: PositionRow) -> bytes:
    return json.dumps(msgspec.to_builtins(row)).encode() + b"\n"


def write_parquet(rows: Sequence[PositionRow], path: Path) -> None:
    """Write a Parquet file, with options as JSON text, since games differ in them."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise DuelError(install_message("Parquet needs one more package", "dataset")) from None
    plain = [{**msgspec.to_builtins(row), "options": json.dumps(row.options)} for row in rows]
    numbers = pyarrow.list_(pyarrow.int64())
    types = dict.fromkeys(("played", "legal", "distances", "nims", "line"), numbers)
    types |= {name: pyarrow.int64() for name in ("to_move", "distance", "nim")}
    types |= {"values": pyarrow.list_(pyarrow.string())}
    schema = pyarrow.schema(
        [(name, types.get(name, pyarrow.string())) for name in (plain[0] if plain else ())]
    )
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(plain, schema), path)
