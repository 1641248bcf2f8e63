"""The scores of a bench, corrected for chance, with intervals and a profile.

Two numbers stand at the head of Bench 2. Skill is the share of right answers among the
legal ones, rescaled so that 1 is perfect and 0 is random play on the same
positions. Compliance is the share of questions that got a legal answer. The score mixes
both: an answer that is not legal counts as wrong. All three are None until every question
is answered.

Intervals come from a Bayesian bootstrap over positions: each gets a random weight, so
repeated answers to one position count as one cluster. One extra position counts as half
right, so that a perfect score still gets an interval.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from importlib.resources import files
from math import log
from operator import mul
from random import Random
from typing import NamedTuple, NotRequired, TypedDict

import msgspec

from divisor_duel.arena.bench.run import BenchPlan, BenchSettings
from divisor_duel.arena.results.ratings import Estimate, Interval, bootstrap_interval
from divisor_duel.arena.results.scores import (
    CommonFields,
    Evidence,
    Results,
    Undone,
    common_fields,
    counted_tokens,
    unplayed_reasons,
)
from divisor_duel.arena.run.rows import AnswerRow, Unplayed
from divisor_duel.questions.bench_item import RULES_PART, SKILL_PART, Item

SCHEMAS = {"1": 1, "2": 2}
"""The version of results.json that `SCHEMA_FILE` describes, by version of the bench."""

SCHEMA_FILE = files("divisor_duel.arena.bench") / "results.schema.json"
"""The JSON Schema of a bench's results.json, a file of this package."""

BOOTSTRAPS = 1000
"""Bootstrap samples for the interval of a score."""


MOST_FAULTS = 200
"""Limit on the faults that results.json lists."""


class Score(TypedDict):
    """A score with its 95% interval, as it is saved; None without answers."""

    score: float | None
    low: float | None
    high: float | None


class GroupScore(Score):
    """The score on one group of positions."""

    positions: int


class WonGames(TypedDict):
    """Games against one level."""

    wins: int
    games: int


class GauntletScores(TypedDict):
    """One player's games against the levels."""

    against: dict[str, WonGames]
    win_rate: Estimate | None
    accuracy: Estimate | None
    conversion: Estimate | None
    resistance: Estimate | None
    faults: dict[str, int]


class Headline(TypedDict):
    """What stands at the head of a player's results since Bench 2."""

    skill: Score
    """The score over legal answers."""
    compliance: Score
    """The share of questions with a legal answer."""
    rules: Score
    """The score on the part about the rules, over all answers."""
    retries: int
    """Answers after the first to the same question, which are not scored."""
    retried: dict[str, int]
    """What became of those: `right`, `wrong`, or the kind of fault."""
    incomplete: str | None
    """Why there is no score; None if every question was answered."""


class PlayerResults(GroupScore):
    """All results of one player, as they are saved."""

    right: float
    by_chance: float
    profile: dict[str, dict[str, GroupScore]]
    """The score on each group of positions, by view."""
    faults: dict[str, int]
    tokens: dict[str, int]
    cost: float
    games: NotRequired[GauntletScores]
    headline: NotRequired[Headline]
    """Missing in Bench 1."""


class BenchResults(CommonFields):
    """All results of a bench, as they are saved in results.json."""

    settings: BenchSettings
    positions: int
    unasked: list[Undone]
    players: dict[str, PlayerResults]
    faults: list[dict[str, object]]
    """`Evidence` as it is saved."""


class ItemScore(NamedTuple):
    """The score on one position."""

    right: float
    """Share of right answers: 0 or 1 if the position was asked once."""
    chance: float
    """Expected share of a random move."""


PROFILE: Mapping[str, Callable[[Item], str]] = {
    "game": lambda item: item.game,
    "size": lambda item: item.size,
    "depth": lambda item: item.depth,
    "moves": lambda item: "2-4" if item.moves < 5 else "5-9" if item.moves < 10 else "10+",
    "winning": lambda item: "one" if len(item.winning) == 1 else "several",
}
"""The views of a profile: each maps a position to its group."""

SINCE_TWO: Mapping[str, Callable[[Item], str]] = {
    "family": lambda item: item.family,
    "missed": lambda item: str(item.missed),
}
"""The views that were added in Bench 2: the family, and how many levels miss a position."""


def is_right(item: Item, row: AnswerRow) -> bool:
    """Return whether the answer in a row keeps the win."""
    return row.move in item.winning


def score_items(items: Sequence[Item], rows: Sequence[AnswerRow]) -> dict[str, ItemScore]:
    """Return one player's score on each position that was answered."""
    known = {item.id: item for item in items}
    right: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for row in rows:
        if row.item in known:
            asked[row.item] += 1
            right[row.item] += is_right(known[row.item], row)
    return {
        name: ItemScore(right[name] / asked[name], item.chance)
        for name, item in known.items()
        if asked[name]
    }


def score(item_scores: Sequence[ItemScore], seed: str = "score") -> Interval | None:
    """Return the chance-corrected score with its 95% interval; None without answers."""
    if not item_scores:
        return None
    rights = [mark.right for mark in item_scores]
    chances = [mark.chance for mark in item_scores]
    value = _corrected([1.0] * len(rights), rights, chances)
    rng = Random(f"bench/{seed}/{len(item_scores)}")
    mean_chance = sum(chances) / len(chances)
    rights += [1.0, 0.0]
    chances += [mean_chance, mean_chance]
    drawn = [
        _corrected(_weights(rng, len(item_scores)), rights, chances) for _ in range(BOOTSTRAPS)
    ]
    return bootstrap_interval(value, drawn)


def _weights(rng: Random, count: int) -> list[float]:
    """Return random weights of `count` positions, and of the extra one, right and wrong."""
    random = rng.random
    weights = [-log(1.0 - random()) for _ in range(count)]  # expovariate(1.0), but twice as fast
    return [*weights, rng.gammavariate(0.5, 1.0), rng.gammavariate(0.5, 1.0)]


def _corrected(
    weights: Sequence[float], rights: Sequence[float], chances: Sequence[float]
) -> float:
    chance: float = sum(map(mul, weights, chances))
    right: float = sum(map(mul, weights, rights))
    return (right - chance) / (sum(weights) - chance)


def results(
    plan: BenchPlan, rows: Sequence[AnswerRow | Unplayed], gauntlet: Results | None = None
) -> BenchResults:
    """Return all results of a bench, as written to results.json."""
    items = plan.positions.items
    first = [row for row in rows if isinstance(row, Unplayed) or not row.retry]
    played = [row for row in rows if isinstance(row, AnswerRow)]
    return {
        **common_fields(SCHEMAS[plan.version], plan, first),
        "settings": plan.settings(),
        "positions": len(items),
        "unasked": unplayed_reasons(rows),
        "players": {
            entry.name: _player(plan, played, entry.name, gauntlet) for entry in plan.players
        },
        "faults": msgspec.to_builtins(faults_of(played)),
    }


def _player(
    plan: BenchPlan, rows: Sequence[AnswerRow], name: str, gauntlet: Results | None
) -> PlayerResults:
    scores = results_of_player(plan, [row for row in rows if row.players == [name]])
    if gauntlet:
        scores["games"] = games_of(gauntlet, name)
    return scores


def results_of_player(plan: BenchPlan, rows: Sequence[AnswerRow]) -> PlayerResults:
    """Return all scores of one player, from all answers of that player."""
    items = plan.positions.items
    if not plan.keeps_answers:
        return player_scores(items, rows, PROFILE)
    first = [row for row in rows if not row.retry]
    questions = len(items) * plan.times
    missing = None
    if len(first) < questions:
        missing = f"{len(first)} of {questions} questions answered"
    skilled = [item for item in items if item.part == SKILL_PART]
    scores = player_scores(skilled, first, {**PROFILE, **SINCE_TWO}, hidden=bool(missing))
    return {**scores, "headline": headline(items, rows, missing)}


def headline(items: Sequence[Item], rows: Sequence[AnswerRow], incomplete: str | None) -> Headline:
    """Return a player's two numbers with their intervals, and the count of retries."""
    known = {item.id: item for item in items}
    first = [] if incomplete else [row for row in rows if not row.retry]
    legal = [row for row in first if not row.faults]
    skilled = [item for item in items if item.part == SKILL_PART]
    ruled = [item for item in items if item.part == RULES_PART]
    retries = [row for row in rows if row.retry]
    return {
        "skill": _rounded(score(list(score_items(skilled, legal).values()))),
        "compliance": _rounded(score(compliance_of(first))),
        "rules": _rounded(score(list(score_items(ruled, first).values()))),
        "retries": len(retries),
        "retried": dict(sorted(Counter(_fate(known[row.item], row) for row in retries).items())),
        "incomplete": incomplete,
    }


def transcript_hash(rows: Sequence[AnswerRow | Unplayed]) -> str:
    """Return a hash of all answers: the same for the same moves, however long they took."""
    lines = sorted(f"{row.key} {row.move}" for row in rows if isinstance(row, AnswerRow))
    return sha256("\n".join(lines).encode(errors="backslashreplace")).hexdigest()


def compliance_of(rows: Sequence[AnswerRow]) -> list[ItemScore]:
    """Return the share of legal answers for each position; chance has no part in it."""
    legal: dict[str, list[bool]] = {}
    for row in rows:
        legal.setdefault(row.item, []).append(not row.faults)
    return [ItemScore(sum(answers) / len(answers), 0.0) for answers in legal.values()]


def _fate(item: Item, row: AnswerRow) -> str:
    return row.faults[0].kind if row.faults else "right" if is_right(item, row) else "wrong"


def faults_of(rows: Sequence[AnswerRow]) -> list[Evidence]:
    """Return the faults of all players, up to `MOST_FAULTS`."""
    faults = [
        Evidence(
            key=row.key,
            player=row.players[0],
            kind=fault.kind,
            detail=fault.detail,
            reply=fault.reply,
            evidence=fault.evidence,
        )
        for row in rows
        for fault in row.faults
    ]
    return faults[:MOST_FAULTS]


def player_scores(
    items: Sequence[Item],
    rows: Sequence[AnswerRow],
    views: Mapping[str, Callable[[Item], str]],
    hidden: bool = False,
) -> PlayerResults:
    """Return the score, profile, faults, tokens and cost of one player.

    `hidden` leaves out all scores, of a player who has not answered every question.
    """
    item_scores = score_items(items, rows)
    shown = {} if hidden else item_scores
    total = _rounded(score(list(shown.values())))
    tokens: Counter[str] = Counter()
    exchanges = [exchange for row in rows for exchange in row.exchanges]
    for exchange in exchanges:
        tokens.update(counted_tokens(exchange))
    faults = Counter(fault.kind for row in rows for fault in row.faults)
    return {
        "score": total["score"],
        "low": total["low"],
        "high": total["high"],
        "positions": len(item_scores),
        "right": round(sum(mark.right for mark in shown.values()), 6),
        "by_chance": round(sum(mark.chance for mark in shown.values()), 6),
        "profile": {view: _by_group(items, shown, group) for view, group in views.items()},
        "faults": dict(sorted(faults.items())),
        "tokens": dict(sorted(tokens.items())),
        "cost": round(sum(exchange.cost or 0.0 for exchange in exchanges), 6),
    }


def _by_group(
    items: Sequence[Item], item_scores: Mapping[str, ItemScore], group: Callable[[Item], str]
) -> dict[str, GroupScore]:
    groups: dict[str, list[ItemScore]] = {}
    for item in items:
        if item.id in item_scores:
            groups.setdefault(group(item), []).append(item_scores[item.id])
    return {
        name: {**_rounded(score(members)), "positions": len(members)}
        for name, members in groups.items()
    }


def _rounded(interval: Interval | None) -> Score:
    if interval is None:
        return {"score": None, "low": None, "high": None}
    value, low, high = (round(part, 4) for part in interval)
    return {"score": value, "low": low, "high": high}


def games_of(gauntlet: Results, name: str) -> GauntletScores:
    """Return one player's results in the games against the levels."""
    scores = gauntlet["scores"]["overall"][name]
    against: dict[str, WonGames] = {
        opponent: {"wins": counts[0], "games": counts[1]}
        for opponent, counts in gauntlet["pairs"][name].items()
        if counts[1]
    }
    return {
        "against": against,
        "win_rate": scores["win_rate"],
        "accuracy": scores["accuracy"],
        "conversion": scores["conversion"],
        "resistance": scores["resistance"],
        "faults": scores["faults"],
    }
