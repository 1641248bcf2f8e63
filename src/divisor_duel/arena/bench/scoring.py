"""From answers to one number: chance-corrected, with an interval, and a profile beside it.

The score is the share of right answers, stretched so that 1 is perfect and 0 is
what random moves get on the same positions. The interval is that of a Bayesian
bootstrap over positions: each gets a random weight, and so does one more position
that is half answered, so that a perfect score is not taken for certainty.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from divisor_duel.arena.bench.asking import BenchPlan
from divisor_duel.arena.playing import Line, is_played
from divisor_duel.arena.ratings import Interval
from divisor_duel.arena.scores import head, in_the_way
from divisor_duel.arena.streams import PLACES
from divisor_duel.words.frozen import Item

SCHEMA = 1
"""The version of results.json that `results.schema.json` describes."""

BOOTSTRAPS = 1000
"""How many times the positions are weighed anew."""


class ItemScore(NamedTuple):
    """How one position was answered."""

    right: float
    """The share of right answers: 0 or 1 if it was asked once."""
    chance: float
    """What a random move gets."""


PROFILE: Mapping[str, Callable[[Item], str]] = {
    "game": lambda item: item.game,
    "size": lambda item: item.size,
    "depth": lambda item: item.depth,
    "moves": lambda item: "2-4" if item.moves < 5 else "5-9" if item.moves < 10 else "10+",
    "winning": lambda item: "one" if len(item.winning) == 1 else "several",
}
"""The views of a profile: into which part of each a position falls."""


def grade(item: Item, line: Line) -> bool:
    """Whether an answer keeps the win: judged by the position alone, not by what was kept."""
    return line["move"] in item.winning


def marks(items: Sequence[Item], lines: Sequence[Line]) -> dict[str, ItemScore]:
    """How each position was answered by one player; only those that were."""
    known = {item.id: item for item in items}
    right: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for line in lines:
        if line["item"] in known:
            asked[line["item"]] += 1
            right[line["item"]] += grade(known[line["item"]], line)
    return {
        name: ItemScore(right[name] / asked[name], item.chance)
        for name, item in known.items()
        if asked[name]
    }


def score(found: Sequence[ItemScore], seed: str = "score") -> Interval | None:
    """The chance-corrected score with its 95% interval; None without answers."""
    if not found:
        return None
    value = _corrected([(1.0, mark) for mark in found])
    rng = Random(f"bench/{seed}/{len(found)}")
    middle = sum(mark.chance for mark in found) / len(found)
    drawn = sorted(
        _corrected(
            [
                *((rng.expovariate(1.0), mark) for mark in found),
                (rng.gammavariate(0.5, 1.0), ItemScore(1.0, middle)),
                (rng.gammavariate(0.5, 1.0), ItemScore(0.0, middle)),
            ]
        )
        for _ in range(BOOTSTRAPS)
    )
    low, high = drawn[int(0.025 * BOOTSTRAPS)], drawn[int(0.975 * BOOTSTRAPS)]
    return Interval(value, min(low, value), max(high, value))


def _corrected(weighed: Sequence[tuple[float, ItemScore]]) -> float:
    right = sum(weight * mark.right for weight, mark in weighed)
    chance = sum(weight * mark.chance for weight, mark in weighed)
    return (right - chance) / (sum(weight for weight, _ in weighed) - chance)


def results(
    plan: BenchPlan, lines: Sequence[Line], gauntlet: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """All that a bench says, as results.json has it."""
    items = plan.items()
    played = [line for line in lines if is_played(line)]
    return {
        **head(SCHEMA, plan, lines),
        "positions": len(items),
        "unasked": in_the_way(lines),
        "players": {
            entry.name: player_scores(items, [x for x in played if x["players"] == [entry.name]])
            | ({"games": games_of(gauntlet, entry.name)} if gauntlet else {})
            for entry in plan.players
        },
        "faults": [
            {"key": line["key"], "player": line["players"][0], **fault}
            for line in played
            for fault in line["faults"]
        ][:200],
    }


def player_scores(items: Sequence[Item], lines: Sequence[Line]) -> dict[str, Any]:
    """What the answers of one player come to."""
    found = marks(items, lines)
    total = score(list(found.values()))
    tokens: Counter[str] = Counter()
    for line in lines:
        for exchange in line["exchanges"]:
            tokens.update({k: v for k, v in (exchange.get("tokens") or {}).items() if k in PLACES})
    return {
        **_rounded(total),
        "positions": len(found),
        "right": round(sum(mark.right for mark in found.values()), 6),
        "by_chance": round(sum(mark.chance for mark in found.values()), 6),
        "profile": {view: _part(items, found, place) for view, place in PROFILE.items()},
        "faults": dict(sorted(Counter(f["kind"] for x in lines for f in x["faults"]).items())),
        "tokens": dict(sorted(tokens.items())),
        "cost": round(sum(e.get("cost") or 0.0 for x in lines for e in x["exchanges"]), 6),
    }


def _part(
    items: Sequence[Item], found: Mapping[str, ItemScore], place: Callable[[Item], str]
) -> dict[str, Any]:
    parts: dict[str, list[ItemScore]] = {}
    for item in items:
        if item.id in found:
            parts.setdefault(place(item), []).append(found[item.id])
    return {name: {**_rounded(score(some)), "positions": len(some)} for name, some in parts.items()}


def _rounded(interval: Interval | None) -> dict[str, float | None]:
    if interval is None:
        return {"score": None, "low": None, "high": None}
    value, low, high = (round(part, 4) for part in interval)
    return {"score": value, "low": low, "high": high}


def games_of(gauntlet: Mapping[str, Any], name: str) -> dict[str, Any]:
    """What the games against the levels say of one player."""
    one = gauntlet["scores"]["overall"][name]
    against = {
        other: {"wins": counts[0], "games": counts[1]}
        for other, counts in gauntlet["pairs"][name].items()
        if counts[1]
    }
    kept = ("win_rate", "accuracy", "conversion", "resistance", "faults")
    return {"against": against, **{key: one[key] for key in kept}}
