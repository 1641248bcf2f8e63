"""The games as inspect_ai tasks, such as ``inspect eval divisor_duel/bench``.

inspect_ai finds this module by its entry point. ``divisor_duel/bench`` asks about the
fixed positions of the benchmark (``-T tier=medium``), and
``divisor_duel/chain`` and so on ask about decisions in any set-up: positions where some
moves win and others lose (``-T positions=50 -T seed=7 -T high=30``). A reply is right if
it keeps the win; ``skill`` is the share of right replies corrected for chance, as in
``duel bench``.
"""

from __future__ import annotations

from collections.abc import Callable
from math import nan, sqrt
from typing import Any, NamedTuple

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import Score, metric, scorer
from inspect_ai.solver import generate

from divisor_duel.game import OptionValue
from divisor_duel.games.registry import GAMES
from divisor_duel.questions.bench_item import SKILL_PART
from divisor_duel.questions.grading import (
    Graded,
    QuestionRecord,
    bench_questions,
    grade,
    questions,
)
from divisor_duel.questions.question import FILTERED, OK, TOOL_CALL


def sample(question: QuestionRecord) -> Any:
    """Return a question as an inspect_ai sample, with grading data as metadata."""
    target = [str(move) for move in question["winning"]]
    metadata = {name: value for name, value in question.items() if name not in ("id", "prompt")}
    return Sample(input=question["prompt"], target=target, id=question["id"], metadata=metadata)


def _task(name: str, asked: list[QuestionRecord]) -> Any:
    dataset = MemoryDataset([sample(question) for question in asked], name=name)
    return Task(dataset=dataset, solver=generate(tool_calls="none"), scorer=keeps_the_win())


class Mark(NamedTuple):
    """The answers to one position, averaged over the epochs."""

    right: float
    """Share of right answers."""
    legal: float
    """Share of legal answers."""
    chance: float
    """Share of moves that win."""
    is_skill: bool
    """Whether the position is in the skill part; the others are about the rules."""


class Gain(NamedTuple):
    """What a position adds to a ratio."""

    value: float
    """Addend of the numerator."""
    weight: float
    """Addend of the denominator."""


def _skill_gain(mark: Mark) -> Gain | None:
    if not (mark.is_skill and mark.legal):
        return None
    return Gain(mark.right / mark.legal - mark.chance, 1.0 - mark.chance)


def _compliance_gain(mark: Mark) -> Gain | None:
    return Gain(mark.legal, 1.0)


def _score_gain(mark: Mark) -> Gain | None:
    return Gain(mark.right - mark.chance, 1.0 - mark.chance) if mark.is_skill else None


def ratio(gains: list[Gain]) -> tuple[float, float]:
    """Return a ratio of sums and its standard error, where each position is one cluster."""
    total = sum(gain.weight for gain in gains)
    if not total:  # inspect_ai also asks before the first reply
        return nan, nan
    share, count = sum(gain.value for gain in gains) / total, len(gains)
    if count < 2:
        return share, nan
    squares = sum((gain.value - share * gain.weight) ** 2 for gain in gains)
    return share, sqrt(count / (count - 1) * squares) / total


def _metric(name: str, gain: Callable[[Mark], Gain | None], part: int) -> Any:
    def make() -> Any:
        def compute(scores: list[Any]) -> float:
            gains = (gain(_mark(score)) for score in scores)
            return ratio([known for known in gains if known])[part]

        return compute

    return metric(name=name)(make)


def _mark(sample: Any) -> Mark:
    value, metadata = sample.score.value, sample.sample_metadata
    in_skill = metadata.get("part", SKILL_PART) == SKILL_PART
    return Mark(float(value["right"]), float(value["legal"]), metadata["chance"], in_skill)


METRICS = [
    _metric(f"{name}{ending}", gain, part)
    for name, gain in (
        ("skill", _skill_gain),
        ("compliance", _compliance_gain),
        ("score", _score_gain),
    )
    for part, ending in enumerate(("", "_stderr"))
]
"""Skill, compliance and score, each followed by its standard error."""


def _graded(metadata: Any, output: Any) -> Graded:
    """Grade the output of a model; tool calls and filtered replies are not answers."""
    if output.stop_reason == "content_filter":
        return Graded(None, FILTERED, False, "the reply was ended by a content filter")
    if output.message.tool_calls and not output.completion.strip():
        return Graded(None, TOOL_CALL, False, "the model called a tool and said nothing")
    cut_off = output.stop_reason in ("max_tokens", "model_length")
    return grade(metadata, output.completion, cut_off)


def _keeps_the_win() -> Any:
    async def score(state: Any, target: Any) -> Any:
        graded = _graded(state.metadata, state.output)
        return Score(
            value={"right": int(graded.right), "legal": int(graded.kind == OK)},
            answer=None if graded.move is None else str(graded.move),
            explanation=graded.detail,
            metadata={"class": graded.kind},
        )

    return score


keeps_the_win = scorer(metrics=[make() for make in METRICS], name="keeps_the_win")(_keeps_the_win)
"""Whether a reply keeps the win, and whether it is a legal move."""


def _bench(tier: str = "small", legal: bool = True) -> Any:
    return _task("bench", bench_questions(tier, show_legal=legal))


bench = task(name="bench")(_bench)
"""The fixed positions of the benchmark, from all games."""


def _of(name: str) -> Any:
    def ask(positions: int = 100, seed: int = 1, legal: bool = True, **options: OptionValue) -> Any:
        return _task(name, questions(name, positions, seed, legal, **options))

    return task(name=name)(ask)


games = {name: _of(name) for name in GAMES}
"""A task for each game, with decisions from any set-up."""
