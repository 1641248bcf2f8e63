"""The games as inspect_ai tasks, such as ``inspect eval divisor_duel/bench``.

inspect_ai finds this module by its entry point. ``divisor_duel/bench`` asks about the
fixed positions of the benchmark (``-T tier=medium``), and
``divisor_duel/chain`` and so on ask about decisions in any set-up: positions where some
moves win and others lose (``-T positions=50 -T seed=7 -T high=30``). A reply is right if
it keeps the win; ``skill`` is the share of right replies corrected for chance, as in
``duel bench``.
"""

from __future__ import annotations

from math import nan
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import Score, accuracy, metric, scorer, stderr
from inspect_ai.solver import generate

from divisor_duel.game import OptionValue
from divisor_duel.games.registry import GAMES
from divisor_duel.questions.grading import QuestionRecord, bench_questions, grade, questions
from divisor_duel.questions.question import OK


def sample(question: QuestionRecord) -> Any:
    """Return a question as an inspect_ai sample, with grading data as metadata."""
    target = [str(move) for move in question["winning"]]
    metadata = {name: value for name, value in question.items() if name not in ("id", "prompt")}
    return Sample(input=question["prompt"], target=target, id=question["id"], metadata=metadata)


def _task(name: str, asked: list[QuestionRecord]) -> Any:
    dataset = MemoryDataset([sample(question) for question in asked], name=name)
    return Task(dataset=dataset, solver=generate(), scorer=keeps_the_win())


def _skill() -> Any:
    def compute(scores: list[Any]) -> float:
        if not scores:  # inspect_ai also calls it before the first reply
            return nan
        chance = sum(result.sample_metadata["chance"] for result in scores)
        right = sum(result.score.as_float() for result in scores)
        return float((right - chance) / (len(scores) - chance))

    return compute


skill = metric(name="skill")(_skill)
"""The share of right answers corrected for chance: 1 is perfect, 0 is random."""


def _keeps_the_win() -> Any:
    async def score(state: Any, target: Any) -> Any:
        cut_off = state.output.stop_reason in ("max_tokens", "model_length")
        grading = grade(state.metadata, state.output.completion, cut_off)
        return Score(
            value=int(grading.right),
            answer=None if grading.move is None else str(grading.move),
            explanation=grading.detail,
            reason=None if grading.kind == OK else grading.kind,
            metadata={"class": grading.kind},
        )

    return score


keeps_the_win = scorer(metrics=[accuracy(), stderr(), skill()], name="keeps_the_win")(
    _keeps_the_win
)
"""1 for a move that keeps the win, 0 for any other reply."""


def _bench(tier: str = "small", held_out: bool = False, legal: bool = True) -> Any:
    return _task("bench", bench_questions(tier, held_out, legal))


bench = task(name="bench")(_bench)
"""The fixed positions of the benchmark, from all games."""


def _of(name: str) -> Any:
    def ask(positions: int = 100, seed: int = 1, legal: bool = True, **options: OptionValue) -> Any:
        return _task(name, questions(name, positions, seed, legal, **options))

    return task(name=name)(ask)


games = {name: _of(name) for name in GAMES}
"""A task for each game, with decisions from any set-up."""
