"""A leaderboard of benches; it lists only results that can be verified."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from divisor_duel.arena.bench.report import cell, rank
from divisor_duel.arena.bench.scores import PlayerResults
from divisor_duel.arena.bench.verification import read_verified
from divisor_duel.arena.results.page_style import html_page
from divisor_duel.arena.results.report import table
from divisor_duel.errors import DuelError
from divisor_duel.questions.bench_positions import OPEN
from divisor_duel.text import clean_text


class Listed(NamedTuple):
    """One verified entry."""

    name: str
    """The player."""
    tier: str
    """Size of the set of positions."""
    held_out: bool
    """Whether the set was the held-out one."""
    scores: PlayerResults
    """The verified scores."""
    date: str
    """Date of the results."""


def entries_of(folder: Path) -> list[Listed]:
    """Return the entries of a folder; DuelError naming the first thing that is wrong."""
    results = read_verified(folder).results
    settings = results["settings"]
    held = settings["set"]["seed"] != OPEN
    return [
        Listed(name, settings["tier"], held, scores, clean_text(str(results["date"])))
        for name, scores in results["players"].items()
    ]


def leaderboard(folders: Sequence[Path]) -> tuple[str, list[str]]:
    """Return the page, and a message for each folder that is not listed."""
    entries: list[Listed] = []
    refused: list[str] = []
    for folder in folders:
        try:
            entries += entries_of(folder)
        except (DuelError, ValueError, LookupError, TypeError, OSError) as problem:
            refused.append(f"{folder} is not listed: {problem}")
    return html_page("Divisor Duel Bench: leaderboard", _parts(entries)), refused


def _parts(entries: list[Listed]) -> Iterator[str]:
    yield "<h1>Divisor Duel Bench: leaderboard</h1>"
    yield (
        "<p>Every entry is verified: its positions, grades and games were computed again. "
        "1 is perfect, 0 is what random moves get; small figures are 95% intervals.</p>"
    )
    for tier, held in sorted({(entry.tier, entry.held_out) for entry in entries}):
        chosen = [entry for entry in entries if (entry.tier, entry.held_out) == (tier, held)]
        chosen.sort(key=lambda entry: rank(entry.scores))
        games = list(dict.fromkeys(g for entry in chosen for g in entry.scores["profile"]["game"]))
        rows = [
            [
                escape(entry.name),
                cell(entry.scores),
                *(cell(entry.scores["profile"]["game"].get(game)) for game in games),
                escape(entry.date[:10]),
            ]
            for entry in chosen
        ]
        yield f"<h2>Tier {escape(tier)}{', held-out positions' if held else ''}</h2>"
        yield table(["player", "score", *map(escape, games), "date"], rows, f"tier {tier}")
    if not entries:
        yield "<p>No entry yet.</p>"
