"""A leaderboard from folders of results: an entry is listed only if it can be verified.

The positions are made anew, every answer is graded anew, every game is replayed by
the rules; what results.json says must follow from them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from divisor_duel.arena.bench.comparing import KeptBench, read
from divisor_duel.arena.bench.page import cell, page
from divisor_duel.arena.bench.scoring import score
from divisor_duel.arena.report import table
from divisor_duel.errors import DuelError
from divisor_duel.game import Player
from divisor_duel.games import set_up

GAMES_FOLDER = "games"
"""Where the gauntlet of a bench lies inside its folder."""


class Listed(NamedTuple):
    """One verified entry."""

    name: str
    """The player."""
    tier: str
    """On which positions."""
    held_out: bool
    """Whether they were the held-out ones."""
    scores: dict[str, Any]
    """What was verified."""
    date: str
    """When it was made."""


def verify(folder: Path) -> list[Listed]:
    """The entries of a folder; DuelError with the first thing that is not so."""
    kept = read(folder)
    if not kept.results.get("complete"):
        raise DuelError("it is not complete")
    _replay(folder / GAMES_FOLDER)
    settings = kept.results["settings"]
    listed = []
    for name, told in kept.results["players"].items():
        _check_score(kept, name, told)
        held = settings["set"]["seed"] != "open"
        listed.append(Listed(name, settings["tier"], held, told, str(kept.results["date"])))
    return listed


def _check_score(kept: KeptBench, name: str, told: dict[str, Any]) -> None:
    found = kept.marks(name)
    if len(found) != len(kept.items):
        raise DuelError(f"{name} has answers to {len(found)} of {len(kept.items)} positions")
    again = score(list(found.values()))
    assert again
    if [round(part, 4) for part in again] != [told["score"], told["low"], told["high"]]:
        raise DuelError(f"{name} is said to have {told['score']}, but has {again.value:.4f}")


def _replay(folder: Path) -> None:
    """Every kept game by the rules: legal moves, and the winner that was kept."""
    file = folder / "games.jsonl"
    if not file.exists():
        return
    for text in file.read_bytes().splitlines():
        line = json.loads(text)
        if "trouble" in line or line["forfeit"]:
            continue
        game = set_up(line["game"], line["options"])
        try:
            *_, position = game.positions(line["played"], Player(line["first"]))
        except ValueError as error:
            raise DuelError(f"the game {line['key']} cannot be: {error}") from None
        outcome = game.outcome(position)
        if outcome is None or int(outcome.winner) != line["winner"]:
            raise DuelError(f"the game {line['key']} has another winner")


def leaderboard(folders: Sequence[Path]) -> tuple[str, list[str]]:
    """The page, and a sentence for each folder that is not listed."""
    entries: list[Listed] = []
    refused: list[str] = []
    for folder in folders:
        try:
            entries += verify(folder)
        except (DuelError, ValueError, LookupError, TypeError, OSError) as problem:
            refused.append(f"{folder} is not listed: {problem}")
    return page("Divisor Duel Bench: leaderboard", _parts(entries)), refused


def _parts(entries: list[Listed]) -> Iterator[str]:
    yield (
        "<p>Each entry was verified: positions made anew, answers graded anew, games replayed. "
        "1 is perfect, 0 is what random moves get; small figures are 95% intervals.</p>"
    )
    for tier, held in sorted({(entry.tier, entry.held_out) for entry in entries}):
        chosen = [entry for entry in entries if (entry.tier, entry.held_out) == (tier, held)]
        chosen.sort(key=lambda entry: -entry.scores["score"])
        games = list(dict.fromkeys(g for one in chosen for g in one.scores["profile"]["game"]))
        rows = [
            [
                escape(one.name),
                cell(one.scores),
                *(cell(one.scores["profile"]["game"].get(game)) for game in games),
                escape(one.date[:10]),
            ]
            for one in chosen
        ]
        yield f"<h2>Tier {escape(tier)}{', held-out positions' if held else ''}</h2>"
        yield table(["player", "score", *map(escape, games), "date"], rows, f"tier {tier}")
    if not entries:
        yield "<p>No entry yet.</p>"
