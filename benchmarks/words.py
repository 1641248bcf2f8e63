"""How long and how hard to read explanations are: words and school grade of each layer.

Positions come from seeded random games. The grade is Flesch and Kincaid's, by textstat: a text of
grade 6 can be read by children of eleven or twelve.

The figures of version 0.1.0 are recorded in `BEFORE`. They were measured by this module with the
sources of the last commit before strategies, ecc3fd2, on the same positions:
``git archive ecc3fd2 src | tar -x -C FOLDER`` and
``python -m benchmarks.words --before FOLDER``, which measures any other checkout too.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from statistics import mean
from typing import TypedDict

from benchmarks.measure import at_most, table
from benchmarks.sampling import SIZES, sampled

SAMPLES, SEED = 200, 25
"""Number of sampled positions of each game, and the random seed: 1,000 positions in all."""

MISERE_SAMPLES = 50
"""Number of sampled positions of each game in misere."""

SECONDS = 2.0
"""Time for each analysis, in counted seconds, so that figures are the same on any machine."""

CLAIM = "computer checked"
"""Words of a reason that rests on a search."""

TARGET = 6
"""Highest mean grade of headlines and of how to win."""

Row = tuple[str, ...]
"""A row of a table: a game, and its figures."""


class Explanation(TypedDict):
    """The words about one position."""

    headline: str
    steps: list[str]
    by_rules: bool


class Texts(TypedDict):
    """Everything that is measured of one game."""

    reasons: list[Explanation]
    lesson: list[str]


def texts(name: str, samples: int, *, misere: bool = False) -> Iterator[Explanation]:
    """Yield the headline and the steps of sampled positions of a game.

    It uses only names that the first version of the package has too, which had no strategies.
    """
    from divisor_duel.engine import Engine, StepClock

    engine = Engine(clock=StepClock)
    for game, position in sampled(name, samples, SEED, misere=misere):
        analysis = engine.analyze(game, position, SECONDS)
        strategy = getattr(analysis, "strategy", None)
        yield {
            "headline": analysis.reason,
            "steps": list(strategy.steps) if strategy else [],
            "by_rules": bool(strategy and strategy.by_rules),
        }


def lesson_texts(name: str) -> list[str]:
    """Return the texts of a game's lesson."""
    from divisor_duel import GAMES

    try:
        lesson = import_module("divisor_duel.learn.lesson")
    except ModuleNotFoundError:  # where version 0.1.0 has it
        lesson = import_module("divisor_duel.lesson")
    return [step.text for step in lesson.lesson_for(GAMES[name]).steps]


def collected() -> dict[str, Texts]:
    """Return everything that is measured, by game."""
    return {
        name: {"reasons": [*texts(name, SAMPLES)], "lesson": lesson_texts(name)} for name in SIZES
    }


def from_checkout(folder: Path) -> dict[str, Texts]:
    """Return the texts of another checkout, collected in a process of its own."""
    paths = os.pathsep.join([str(folder / "src"), str(Path(__file__).parents[1])])
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.words", "--collect"],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        check=True,
    )
    found: dict[str, Texts] = json.loads(done.stdout)
    return found


def measured(layer: list[str]) -> tuple[str, str]:
    """Return the mean and the largest number of words, and the mean grade; dashes if no texts."""
    try:
        from textstat import flesch_kincaid_grade
    except ImportError:
        sys.exit("The grade needs one more package: pip install textstat==0.7.4")
    if not layer:
        return "-", "-"
    counts = [len(text.split()) for text in layer]
    return f"{mean(counts):.0f} / {max(counts)}", f"{mean(map(flesch_kincaid_grade, layer)):.1f}"


def rows(found: dict[str, Texts]) -> Iterator[Row]:
    """Yield the words and the grade of each layer, by game."""
    for name, content in found.items():
        headlines = [reason["headline"] for reason in content["reasons"]]
        steps = [" ".join(reason["steps"]) for reason in content["reasons"] if reason["steps"]]
        yield name, *measured(headlines), *measured(steps), *measured(content["lesson"])


BEFORE: tuple[Row, ...] = (
    ("divider", "44 / 102", "5.7", "-", "-", "23 / 58", "3.0"),
    ("ladder", "41 / 93", "5.1", "-", "-", "23 / 28", "1.5"),
    ("countdown", "29 / 43", "4.5", "-", "-", "24 / 38", "2.2"),
    ("chain", "29 / 51", "5.6", "-", "-", "22 / 30", "1.6"),
    ("digits", "38 / 52", "4.7", "-", "-", "25 / 38", "3.1"),
)
"""The figures of version 0.1.0, which had no steps."""


def show(title: str, figures: Iterable[Row]) -> None:
    """Print the words and the grade of each layer."""
    head = ("game", "headline, words", "grade", "how to win, words", "grade")
    table(title, (*head, "lesson, words", "grade"), list(figures))


def show_targets(figures: Iterable[Row]) -> None:
    """Print whether headlines and how to win can be read by children."""
    marked = [
        (name, layer, grade, *at_most(float(grade), TARGET))
        for name, _, headline, _, steps, *_ in figures
        for layer, grade in (("headline", headline), ("how to win", steps))
    ]
    table("Mean grades", ("game", "layer", "grade", "target", ""), marked)


def shares(reasons: list[Explanation]) -> tuple[str, str]:
    """Return the share of strategies by rules alone, and of headlines that report a search."""
    by_rules = sum(reason["by_rules"] for reason in reasons) / len(reasons)
    searched = sum(CLAIM in reason["headline"] for reason in reasons) / len(reasons)
    return f"{by_rules:.0%}", f"{searched:.0%}"


def run(before: Path | None = None) -> None:
    """Print words and grades of reasons and lessons, before and after; mean and largest."""
    show("Explanations of version 0.1.0", rows(from_checkout(before)) if before else BEFORE)
    found = collected()
    figures = [*rows(found)]
    show("Explanations: mean / most words, and mean school grade", figures)
    show_targets(figures)
    table(
        "Share of reasons",
        ("game", "by rules", "by search", "misere, by rules", "misere, by search"),
        [
            (
                name,
                *shares(found[name]["reasons"]),
                *shares([*texts(name, MISERE_SAMPLES, misere=True)]),
            )
            for name in SIZES
        ],
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.words", description=__doc__)
    parser.add_argument("--before", type=Path, metavar="FOLDER", help="another checkout")
    parser.add_argument("--collect", action="store_true", help="print the texts as JSON")
    arguments = parser.parse_args()
    if arguments.collect:
        print(json.dumps(collected()))
    else:
        run(arguments.before)
