"""Compare two players on the positions that both have answered."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from divisor_duel.arena.bench.run import SET_FILE, BenchFolder
from divisor_duel.arena.bench.scores import BenchResults, ItemScore, score_items
from divisor_duel.arena.results.ratings import Interval
from divisor_duel.arena.run.rows import AnswerRow, Finished, Unplayed, convert_row
from divisor_duel.errors import DuelError
from divisor_duel.files import RESULTS_FILE, open_regular, read_bounded, read_lines
from divisor_duel.game import brief
from divisor_duel.questions.bench_item import SKILL_PART, Item
from divisor_duel.questions.bench_positions import VERSIONS, PositionSet, position_set
from divisor_duel.questions.secret_sets import position_set_of, read_secret
from divisor_duel.text import clean_text

DRAWS = 2000
"""Bootstrap samples for the interval of the difference."""


class SavedBench(NamedTuple):
    """A bench as saved in a folder."""

    results: BenchResults
    """Contents of results.json."""
    rows: list[AnswerRow]
    """The answers."""
    positions: PositionSet
    """The positions, read or generated again."""

    def item_scores(self, name: str) -> dict[str, ItemScore]:
        """Grade a player's answers again."""
        own = [row for row in self.rows if row.players == [name] and not row.retry]
        items: list[Item] = [item for item in self.positions.items if item.part == SKILL_PART]
        return score_items(items, own)


def read(folder: Path) -> SavedBench:
    """Read the bench in a folder; DuelError if there is none of this version."""
    try:
        found = json.loads(read_bounded(folder / "results.json", RESULTS_FILE))
        version, finished = found["settings"]["bench"], isinstance(found.get("players"), dict)
        rows = read_rows(folder / BenchFolder.file, AnswerRow)
    except OSError as error:
        problem = f"there are no results of a bench in {brief(str(folder))}"
        raise DuelError(f"{problem}: {error.strerror}") from None
    except (ValueError, LookupError, TypeError, RecursionError):
        raise DuelError(f"there are no results of a bench in {brief(str(folder))}") from None
    if version not in VERSIONS or not finished:
        problem = f"has no finished bench of version {' or '.join(VERSIONS)}"
        raise DuelError(f"{brief(str(folder))} {problem}")
    try:
        results = msgspec.convert(found, BenchResults)
    except msgspec.ValidationError as error:
        raise DuelError(f"the results in {brief(str(folder))} are damaged: {error}") from None
    for name in results["players"]:
        if name != clean_text(name):
            problem = "has a player whose name cannot be shown"
            raise DuelError(f"{brief(str(folder))} {problem}: {brief(name)}")
    settings = results["settings"]
    chosen = settings["set"]
    positions = _positions(folder, settings["tier"], chosen["seed"], version)
    if positions.hash != chosen["hash"]:
        raise DuelError(f"{brief(str(folder))} has answers to different positions")
    answers: dict[str, AnswerRow] = {}
    for row in rows:
        if isinstance(row, AnswerRow) and (version == "1" or row.key not in answers):
            answers[row.key] = row  # the first answer counts, in Bench 1 the last
    return SavedBench(results, list(answers.values()), positions)


def _positions(folder: Path, tier: str, seed: str, version: str) -> PositionSet:
    """Return the positions of a bench; those of a secret set are in its folder."""
    own = folder / SET_FILE
    return position_set_of(read_secret(own)) if own.exists() else position_set(tier, seed, version)


def read_rows(file: Path, form: type[Finished]) -> list[Finished | Unplayed]:
    """Read a journal written by someone else; OSError or ValueError if it is invalid."""
    with open_regular(file) as opened:
        return [convert_row(json.loads(line), form) for _, line in read_lines(opened)]


class Comparison(NamedTuple):
    """Two players on the same positions."""

    names: tuple[str, str]
    """The two players."""
    shared: int
    """Number of positions that both have answered."""
    only: tuple[int, int]
    """Positions answered better by the first player, and by the second."""
    difference: Interval
    """Score of the first player minus that of the second."""
    p: float
    """p-value of the exact sign test: chance of such a split between equal players."""

    @property
    def verdict(self) -> str:
        """The result in a sentence."""
        first, second = self.names
        low, high = self.difference.low, self.difference.high
        if self.p < 0.05 and low * high > 0:
            better, worse = (first, second) if low > 0 else (second, first)
            return f"{better} is better than {worse}: the difference is real."
        return f"These positions show no real difference between {first} and {second}."


def compare(
    one: Mapping[str, ItemScore], two: Mapping[str, ItemScore], names: tuple[str, str]
) -> Comparison:
    """Compare two players on their common positions; DuelError if there are none."""
    shared = sorted(one.keys() & two.keys())
    if not shared:
        raise DuelError("they have no position in common: run both on the same tier")
    pairs = [(one[name].right, two[name].right, one[name].chance) for name in shared]
    rng = Random(f"compare/{len(pairs)}")
    drawn = sorted(
        _difference([(rng.expovariate(1.0), pair) for pair in pairs]) for _ in range(DRAWS)
    )
    value = _difference([(1.0, pair) for pair in pairs])
    interval = Interval(value, drawn[int(0.025 * DRAWS)], drawn[int(0.975 * DRAWS)])
    better, worse = sum(a > b for a, b, _ in pairs), sum(a < b for a, b, _ in pairs)
    return Comparison(names, len(shared), (better, worse), interval, sign_test(better, worse))


def _difference(weighted: Sequence[tuple[float, tuple[float, float, float]]]) -> float:
    gain = sum(weight * (a - b) for weight, (a, b, _) in weighted)
    return gain / sum(weight * (1.0 - chance) for weight, (_, _, chance) in weighted)


def sign_test(better: int, worse: int) -> float:
    """Return the exact two-sided p-value of a split at least as uneven as this one."""
    total, fewer = better + worse, min(better, worse)
    tail = sum(comb(total, count) for count in range(fewer + 1))
    return min(1.0, float(Fraction(2 * tail, 2**total)))
