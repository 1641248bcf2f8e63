"""Positions with exact truth, one row each, to train on and to test with.

Positions come from random games of the set-ups that are asked for, drawn from a
seed; none is there twice. To which split a position belongs is decided by its own
hash, so no position is ever in two splits, whatever else is drawn. Effort is counted
in steps, so that the same command gives the same rows on every machine.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from divisor_duel import work
from divisor_duel.arena.exact import ENGINE
from divisor_duel.arena.schedule import SetUp
from divisor_duel.errors import DuelError
from divisor_duel.extras import missing
from divisor_duel.files import open_regular, read_lines
from divisor_duel.game import Game, Player, brief
from divisor_duel.words.prompts import question_text
from divisor_duel.words.question import Question

Fields = dict[str, Any]

SECONDS = 0.5
"""The counted seconds that a position may take; what is not found in them is null."""

SPLITS = (("train", 80), ("validation", 10), ("test", 10))
"""How many positions of a hundred go to each split."""

MOST_GAMES = 200
"""How many random games in a row may bring nothing new: small set-ups run out of positions."""


class PositionTask(NamedTuple):
    """One position; all that a worker must know."""

    key: str
    """Its name for good: the set-up and the position."""
    setup: SetUp
    """The game."""
    played: tuple[int, ...]
    """The moves that lead there."""


class DatasetPlan(NamedTuple):
    """Which positions a dataset has."""

    setups: tuple[SetUp, ...]
    """The games."""
    positions: int
    """How many positions of each; fewer where there are not so many."""
    seed: int = 1
    """Where chance comes from."""

    def tasks(self) -> list[PositionTask]:
        """Every position, the set-ups in turn; more of them begin with the same ones."""
        drawn = [_draw(setup, self.positions, self.seed) for setup in self.setups]
        return [task for setup in drawn for task in setup]


def _draw(setup: SetUp, count: int, seed: int) -> list[PositionTask]:
    """Different positions from random games, one of each game."""
    game, rng = setup.build(), Random(f"{seed}/dataset/{setup.label}")
    found: dict[str, PositionTask] = {}
    barren = 0
    while len(found) < count and barren < MOST_GAMES:
        played, position = _somewhere(game, rng)
        key = f"{setup.game} {dict(setup.options)}: {game.key(position)}"
        barren = barren + 1 if key in found else 0
        found.setdefault(key, PositionTask(key, setup, played))
    return list(found.values())


def _somewhere(game: Game[Any], rng: Random) -> tuple[tuple[int, ...], Any]:
    """A position of a random game that is not over, and how it came about."""
    position, played = game.start(), list[int]()
    passed: list[tuple[tuple[int, ...], Any]] = []
    if game.legal_moves(position):
        passed.append(((), position))
    while legal := game.legal_moves(position):
        played.append(rng.choice(legal))
        position = game.play(position, played[-1])
        if not game.outcome(position):
            passed.append((tuple(played), position))
    if not passed:
        raise DuelError(f"{game.describe(position)}: this set-up is over before it begins")
    return rng.choice(passed)


SEATS = {"Player 1": "Player 2", "Player 2": "Player 1"}


def split_of(key: str, to_move: Player) -> str:
    """The split of a position: by its hash alone.

    Two positions that differ only in who sits where are the same question: they are told
    from the side of whoever is to move, and fall into the same split.
    """
    if to_move is Player.TWO:
        key = re.sub("Player [12]", lambda name: SEATS[name[0]], key)
    place = int.from_bytes(sha256(key.encode()).digest()[:8], "big") % 100
    for name, share in SPLITS:
        if place < share:
            return name
        place -= share
    raise AssertionError("the shares of all splits make a hundred")


def describe(task: PositionTask) -> Fields:
    """The row of a position: the question in words and numbers, and all that is proved."""
    game = task.setup.build()
    *_, position = game.positions(task.played)
    found = ENGINE.analyze(game, position, SECONDS)
    moves = sorted(found.moves, key=lambda one: one.move)
    return {
        "key": task.key,
        "split": split_of(task.key, position.to_move),
        "game": game.id,
        "options": game.options,
        "played": list(task.played),
        "to_move": int(position.to_move),
        "position": game.describe(position),
        "prompt": question_text(Question(game, position, task.played, 0.0, 0)),
        "legal": [one.move for one in moves],
        "values": [str(one.value) for one in moves],
        "distances": [one.remoteness for one in moves],
        "nims": [one.grundy for one in moves],
        "value": str(found.value),
        "distance": found.remoteness,
        "nim": found.grundy,
        "line": list(found.line),
        "reason": found.reason,
    }


JOB = work.Job(do=describe, key=lambda task: task.key, noun="position")
"""The job of every dataset."""


class Rows(work.Journal[str, Fields]):
    """The rows that are done, in the file that the dataset becomes."""

    busy = "this dataset is being made in another window; wait for it or end it"
    sync_seconds = 1.0

    def __init__(self, path: Path, fresh: bool = False) -> None:
        if not fresh and _is_strange(path):
            problem = "holds something else than a dataset"
            raise DuelError(f"{brief(str(path))} {problem}; name another file, or use --fresh")
        super().__init__(path, lambda row: str(row["key"]), _read, _write)
        self.load(fresh)


def _is_strange(path: Path) -> bool:
    """Whether a file is there that is not ours to write."""
    try:
        with open_regular(path) as file:
            _, first = next(read_lines(file), (0, b""))
    except OSError:
        return False
    return bool(first) and first.endswith(b"\n") and _read(first) is None


def _read(line: bytes) -> Fields | None:
    try:
        row = json.loads(line)
        whole = {"key", "split", "values"} <= row.keys() and row["split"] in dict(SPLITS)
        return row if whole else None
    except (ValueError, AttributeError, TypeError, RecursionError):
        return None


def _write(row: Fields) -> bytes:
    return json.dumps(row).encode() + b"\n"


def write_lines(rows: Sequence[Fields]) -> bytes:
    """The rows as JSON lines."""
    return b"".join(map(_write, rows))


def write_parquet(rows: Sequence[Fields], path: Path) -> None:
    """The rows as a Parquet file; options are JSON text there, since games differ in them."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise DuelError(missing("Parquet needs one more package", "dataset")) from None
    plain = [{**row, "options": json.dumps(row["options"])} for row in rows]
    numbers = pyarrow.list_(pyarrow.int64())
    kinds = dict.fromkeys(("played", "legal", "distances", "nims", "line"), numbers)
    kinds |= {name: pyarrow.int64() for name in ("to_move", "distance", "nim")}
    kinds |= {"values": pyarrow.list_(pyarrow.string())}
    schema = pyarrow.schema(
        [(name, kinds.get(name, pyarrow.string())) for name in (plain[0] if plain else ())]
    )
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(plain, schema), path)
