"""Whether one player is better than another, told from the positions that both were asked."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from divisor_duel.arena.bench.asking import BenchFolder
from divisor_duel.arena.bench.scoring import ItemScore, marks
from divisor_duel.arena.playing import Line, is_played
from divisor_duel.arena.ratings import Interval
from divisor_duel.arena.row_schema import ANSWER_ROW, RowForms, fits
from divisor_duel.errors import DuelError
from divisor_duel.files import RESULTS_FILE, open_regular, read_bounded, read_lines
from divisor_duel.game import brief
from divisor_duel.text import clean_text
from divisor_duel.words.frozen import HELD_OUT, OPEN, TIERS, VERSION, Item, hash_of, the_set

DRAWS = 2000
"""How many times the positions are weighed anew."""


class KeptBench(NamedTuple):
    """A bench as it lies in a folder."""

    results: dict[str, Any]
    """What results.json says."""
    lines: list[Line]
    """The answers."""
    items: tuple[Item, ...]
    """The positions, made anew."""

    def marks(self, name: str) -> dict[str, ItemScore]:
        """How a player answered, graded anew."""
        own = [line for line in self.lines if line["players"] == [name]]
        return marks(self.items, own)


def read(folder: Path) -> KeptBench:
    """The bench in a folder; DuelError if there is none of this version."""
    try:
        found = json.loads(read_bounded(folder / "results.json", RESULTS_FILE))
        settings = found["settings"]
        version, tier, seed = settings["bench"], settings["tier"], settings["set"]["seed"]
        expected = settings["set"]["hash"]
        lines = read_rows(folder / BenchFolder.file, ANSWER_ROW)
    except OSError as error:
        problem = f"there are no results of a bench in {brief(str(folder))}"
        raise DuelError(f"{problem}: {error.strerror}") from None
    except (ValueError, LookupError, TypeError, RecursionError):
        raise DuelError(f"there are no results of a bench in {brief(str(folder))}") from None
    known = version == VERSION and tier in [*TIERS] and seed in (OPEN, HELD_OUT)
    if not known or not isinstance(found.get("players"), dict):
        raise DuelError(f"{brief(str(folder))} has no finished bench of version {VERSION}")
    for name in found["players"]:
        if name != clean_text(name):
            problem = "has a player whose name cannot be shown"
            raise DuelError(f"{brief(str(folder))} {problem}: {brief(name)}")
    items = the_set(tier, seed)
    if hash_of(items) != expected:
        raise DuelError(f"{brief(str(folder))} was made of other positions")
    last = {line["key"]: line for line in lines if is_played(line)}
    return KeptBench(found, list(last.values()), items)


def read_rows(file: Path, forms: RowForms) -> list[Line]:
    """The rows of a journal that other people wrote; OSError or ValueError if it is none."""
    with open_regular(file) as opened:
        rows: list[Line] = [json.loads(line) for _, line in read_lines(opened)]
    if not all(fits(row, forms) for row in rows):
        raise ValueError("a row is damaged")
    return rows


class Comparison(NamedTuple):
    """Two players on the same positions."""

    names: tuple[str, str]
    """Who."""
    shared: int
    """How many positions both were asked."""
    only: tuple[int, int]
    """How many of them only the first, and only the second, answered better."""
    difference: Interval
    """By how much the first one's score is higher."""
    p: float
    """How likely such a difference is between equals: the exact sign test."""

    @property
    def verdict(self) -> str:
        """The answer in a sentence."""
        first, second = self.names
        low, high = self.difference.low, self.difference.high
        if self.p < 0.05 and low * high > 0:
            better, worse = (first, second) if low > 0 else (second, first)
            return f"{better} is better than {worse}: the difference is real."
        return f"No real difference between {first} and {second} is shown by these positions."


def compare(
    one: Mapping[str, ItemScore], two: Mapping[str, ItemScore], names: tuple[str, str]
) -> Comparison:
    """A paired comparison: positions that both were asked, each weighed as one."""
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


def _difference(weighed: Sequence[tuple[float, tuple[float, float, float]]]) -> float:
    gained = sum(weight * (a - b) for weight, (a, b, _) in weighed)
    return gained / sum(weight * (1.0 - chance) for weight, (_, _, chance) in weighed)


def sign_test(better: int, worse: int) -> float:
    """The exact two-sided chance of a split at least so uneven among equals."""
    total, few = better + worse, min(better, worse)
    tail = sum(comb(total, count) for count in range(few + 1))
    return min(1.0, float(Fraction(2 * tail, 2**total)))
