"""How long and how hard to read explanations are: words and school grade of each layer.

Positions come from seeded random games. The grade is Flesch and Kincaid's, by textstat: a text of
grade 6 can be read by children of eleven or twelve. With ``--before FOLDER``, the reasons of
another checkout of this package are measured too.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import mean

from benchmarks.measure import table

SAMPLES, SEED = 200, 25
"""Number of sampled positions of each game, and the random seed."""

SECONDS = 2.0
"""Time for each analysis, in counted seconds, so that figures are the same on any machine."""

SIZES: dict[str, tuple[str, range]] = {
    "divider": ("high", range(5, 31)),
    "ladder": ("high", range(5, 201)),
    "countdown": ("start", range(4, 2001)),
    "chain": ("high", range(5, 101)),
    "digits": ("target", range(2, 201)),
}
"""The set-ups that positions are sampled from."""

CLAIM = "computer checked"
"""Words of a reason that rests on a search."""


def texts(name: str) -> Iterator[dict[str, object]]:
    """Yield the headline and the steps of sampled positions of a game.

    It uses only names that the first version of the package has too, which had no strategies.
    """
    from divisor_duel import GAMES
    from divisor_duel.engine import Engine, StepClock

    rng, engine, count = Random(f"{name} {SEED}"), Engine(clock=StepClock), 0
    option, values = SIZES[name]
    while count < SAMPLES:
        game = GAMES[name](**{option: rng.choice(values)})
        position = game.start()
        for _ in range(rng.randrange(8)):
            legal = game.legal_moves(position)
            if legal:
                position = game.play(position, rng.choice(legal))
        if not game.outcome(position):
            count += 1
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


def collected() -> dict[str, dict[str, object]]:
    """Return everything that is measured, by game."""
    return {name: {"reasons": [*texts(name)], "lesson": lesson_texts(name)} for name in SIZES}


def from_checkout(folder: Path) -> dict[str, dict[str, object]]:
    """Return the texts of another checkout, collected in a process of its own."""
    paths = os.pathsep.join([str(folder / "src"), str(Path(__file__).parents[1])])
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.words", "--collect"],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        check=True,
    )
    found: dict[str, dict[str, object]] = json.loads(done.stdout)
    return found


def show(title: str, found: dict[str, dict[str, object]]) -> None:
    """Print the mean and the largest number of words, and the mean grade, of each layer."""
    try:
        from textstat import flesch_kincaid_grade
    except ImportError:
        sys.exit("The grade needs one more package: pip install textstat==0.7.4")
    rows = []
    for name, content in found.items():
        reasons: list[dict[str, object]] = content["reasons"]  # type: ignore[assignment]
        headlines = [str(reason["headline"]) for reason in reasons]
        steps = [" ".join(reason["steps"]) for reason in reasons]  # type: ignore[arg-type]
        lesson: list[str] = content["lesson"]  # type: ignore[assignment]
        cells = []
        for layer in (headlines, list(filter(None, steps)), lesson):
            counts = [len(text.split()) for text in layer]
            grade = mean(map(flesch_kincaid_grade, layer)) if layer else 0.0
            cells += [f"{mean(counts):.0f} / {max(counts)}" if counts else "-", f"{grade:.1f}"]
        searched = sum(CLAIM in headline for headline in headlines) / len(headlines)
        by_rules = sum(bool(reason["by_rules"]) for reason in reasons) / len(reasons)
        rows.append((name, *cells, f"{by_rules:.0%}", f"{searched:.0%}"))
    head = ("game", "headline, words", "grade", "how to win, words", "grade")
    table(title, (*head, "lesson, words", "grade", "by rules", "by search"), rows)


def run(before: Path | None = None) -> None:
    """Print words and grades of reasons and lessons; mean and largest."""
    if before:
        show("Explanations before", from_checkout(before))
    show("Explanations: mean / most words, and mean school grade", collected())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.words", description=__doc__)
    parser.add_argument("--before", type=Path, metavar="FOLDER", help="another checkout")
    parser.add_argument("--collect", action="store_true", help="print the texts as JSON")
    arguments = parser.parse_args()
    if arguments.collect:
        print(json.dumps(collected()))
    else:
        run(arguments.before)
