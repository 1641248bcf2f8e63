"""The report of a bench."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from math import floor

import msgspec
from msgspec.structs import replace

from divisor_duel.arena.bench.scores import BenchResults, PlayerResults, Score
from divisor_duel.arena.players.chat_responses import total_tokens
from divisor_duel.arena.results.page_style import html_page
from divisor_duel.arena.results.plots import intervals
from divisor_duel.arena.results.ratings import Estimate
from divisor_duel.arena.results.report import fault_evidence, table
from divisor_duel.arena.results.scores import Evidence, Undone, first_faults
from divisor_duel.questions.bench_item import HELD_OUT, OPEN
from divisor_duel.questions.bench_positions import VERSION, WHY_SUPERSEDED


def report(results: BenchResults) -> str:
    """Return the report of one bench."""
    settings, players = results["settings"], results["players"]
    order = ranked(players)
    held = set_name(settings["set"]["seed"])
    asked = "once" if settings["rounds"] == 1 else f"{settings['rounds']} times"
    note = "" if settings["show_legal"] else " Models did not see the legal moves."
    intro = (
        f"Bench {settings['bench']}, tier {settings['tier']}{held and f' ({held})'}: "
        f"{results['positions']} positions, each asked {asked} and graded by exact play. "
        f"1 is perfect, 0 is random play.{note} "
        f"Set {settings['set']['hash'][:16]}, divisor-duel {results['package']}, "
        f"{results['date']}."
    )
    parts = ["<h1>Divisor Duel Bench</h1>", f"<p>{escape(intro)}</p>"]
    if settings["bench"] != VERSION:
        parts.append(f"<p>{escape(WHY_SUPERSEDED)}</p>")
    plot = score_plot([(name, main_score(players[name])) for name in order])
    parts += [*_headlines(players, order), f"<figure>{plot}</figure>", "<h2>Scores</h2>"]
    parts.append(_scores(players, order))
    parts += ["<h2>Profile</h2>", *_profiles(players, order), *_games(players, order)]
    faults = msgspec.convert(results["faults"], list[Evidence])
    parts += [_faults(players, order, faults), _unasked(results["unasked"])]
    return html_page("Divisor Duel Bench", parts)


def set_name(seed: str) -> str:
    """Return what to call a set of positions; empty for the open one."""
    return "" if seed == OPEN else "held-out positions" if seed == HELD_OUT else f"{seed} set"


def _headlines(players: dict[str, PlayerResults], order: Sequence[str]) -> Iterable[str]:
    """Yield the two headline numbers of each player, and why a player has none."""
    heads = {name: players[name]["headline"] for name in order if "headline" in players[name]}
    if not heads:
        return
    yield (
        "<h2>Skill and compliance</h2><p>Skill counts legal answers only: 1 is perfect, 0 is what "
        "random moves get. Compliance is the share of questions with a legal answer. Small figures "
        "are 95% intervals. Retries are never scored.</p>"
    )
    rows = [
        [
            escape(name),
            cell(head["skill"]),
            cell(head["compliance"]),
            cell(head["rules"]),
            str(head["retries"] or ""),
        ]
        for name, head in heads.items()
    ]
    yield table(("player", "skill", "compliance", "rules", "retries"), rows, "headlines")
    for name, head in heads.items():
        if head["incomplete"]:
            yield f"<p>{escape(name)} has no score: {escape(head['incomplete'])}.</p>"


def ranked(players: dict[str, PlayerResults]) -> list[str]:
    """Return the names, best first; players without answers come last."""
    return sorted(players, key=lambda name: rank(main_score(players[name])))


def rank(scores: Score) -> tuple[bool, float]:
    """Return the sort key of a score: best first, and without answers last."""
    return scores["score"] is None, -(scores["score"] or 0.0)


def main_score(player: PlayerResults) -> Score:
    """Return the number by which players are ranked: skill, or the score in Bench 1."""
    return player["headline"]["skill"] if "headline" in player else player


def score_plot(scores: Sequence[tuple[str, Score]]) -> str:
    """Return the plot of scores with their intervals, as SVG."""
    rows = [(name, estimate_of(score)) for name, score in scores]
    least = floor(4 * min([0.0, *(estimate["low"] for _, estimate in rows if estimate)])) / 4
    return intervals("Scores", rows, (least, 1), lambda value: f"{value:.2f}")


def estimate_of(scores: Score | None) -> Estimate | None:
    """Return a score as an estimate; None without answers."""
    if scores is None:
        return None
    value, low, high = scores["score"], scores["low"], scores["high"]
    if value is None or low is None or high is None:
        return None
    return {"value": value, "low": low, "high": high}


def cell(scores: Score | None) -> str:
    """Return a table cell with a score and its interval."""
    estimate = estimate_of(scores)
    if estimate is None:
        return "-"
    low, high = (round(estimate[end], 2) + 0.0 for end in ("low", "high"))  # never -0.00
    return f"{round(estimate['value'], 3) + 0.0:.3f} <small>{low:.2f} to {high:.2f}</small>"


def _scores(players: dict[str, PlayerResults], order: Sequence[str]) -> str:
    rows = []
    for name in order:
        player = players[name]
        rows.append(
            [
                escape(name),
                cell(player),
                f"{player['right']:g} of {player['positions']}",
                f"{player['by_chance']:.1f}",
                str(sum(player["faults"].values())),
                str(total_tokens(player["tokens"]) or ""),
                f"{player['cost']:.4f}" if player["cost"] else "",
            ]
        )
    head = ("player", "score", "right", "by chance", "faults", "tokens", "cost")
    return table(head, rows, "scores")


def _profiles(players: dict[str, PlayerResults], order: Sequence[str]) -> Iterable[str]:
    titles = {
        "game": "By game",
        "family": "By game and ending",
        "size": "By size of the set-up",
        "depth": "By how soon the win can be forced, in plies",
        "moves": "By the number of legal moves",
        "winning": "By how many moves win",
        "missed": "By how many of the levels easy, medium and hard miss it",
    }
    for view, title in titles.items():
        if not any(view in players[name]["profile"] for name in order):
            continue
        parts = groups_of(players, order, view)
        rows = [
            [escape(name), *(cell(players[name]["profile"][view].get(part)) for part in parts)]
            for name in order
        ]
        yield f"<h3>{title}</h3>" + table(["player", *map(escape, parts)], rows, view)


SIZES = ("book", "small", "middle", "large")
"""Sizes of set-ups, in the order in which they are shown."""


def groups_of(players: dict[str, PlayerResults], order: Sequence[str], view: str) -> list[str]:
    """Return the groups of a view: numbers and sizes ascending, others as they come."""
    groups = dict.fromkeys(part for name in order for part in players[name]["profile"][view])

    def place(group: str) -> int:
        number = re.match("[0-9]+", group)
        return int(number[0]) if number else SIZES.index(group) if group in SIZES else 0

    return sorted(groups, key=place)


def _games(players: dict[str, PlayerResults], order: Sequence[str]) -> Iterable[str]:
    names = [name for name in order if "games" in players[name]]
    if not names:
        return
    opponents = list(dict.fromkeys(x for name in names for x in players[name]["games"]["against"]))
    rows = []
    for name in names:
        games = players[name]["games"]
        cells = [
            f"{games['against'][opponent]['wins']} of {games['against'][opponent]['games']}"
            if opponent in games["against"]
            else ""
            for opponent in opponents
        ]
        shares = [games["conversion"], games["resistance"]]
        cells += ["-" if share is None else f"{share['value']:.0%}" for share in shares]
        rows.append([escape(name), *cells])
    yield "<h2>Games</h2><p>Won against each level, from won and lost starts. Conversion: won of "
    yield "those begun in a won position. Resistance: won of those begun in a lost one.</p>"
    levels = (escape(opponent.removeprefix("level-")) for opponent in opponents)
    head = ["player", *levels, "conversion", "resistance"]
    yield table(head, rows, "games")


def _faults(
    players: dict[str, PlayerResults], order: Sequence[str], faults: Sequence[Evidence]
) -> str:
    """Return a table of fault counts, and evidence for the first few of each kind."""
    if not faults:
        return ""
    kinds = sorted({kind for player in players.values() for kind in player["faults"]})
    rows = [
        [escape(name), *(str(players[name]["faults"].get(kind, 0)) for kind in kinds)]
        for name in order
    ]
    few = [replace(fault, key=fault.key.partition("|")[0]) for fault in first_faults(faults)]
    counts = table(["player", *map(escape, kinds)], rows, "faults")
    return f"<h2>Faults</h2><p>They count as wrong answers.</p>{counts}{fault_evidence(few)}"


def _unasked(questions: list[Undone]) -> str:
    if not questions:
        return ""
    counts = Counter(question["player"] for question in questions)
    reasons = {question["player"]: question["detail"] for question in questions}
    rows = [[escape(name), str(counts[name]), escape(detail)] for name, detail in reasons.items()]
    head = ("player", "questions", "problem")
    note = (
        "<p>These questions had technical problems and do not count. Run the same command to ask "
        "them.</p>"
    )
    return "<h2>Not asked</h2>" + note + table(head, rows, "not asked", ends_in_text=True)
