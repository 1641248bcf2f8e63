"""The leaderboard lists what was verified, best first, and says what it refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from divisor_duel import DuelError
from divisor_duel.arena.bench import leaderboard as module
from divisor_duel.arena.bench.comparison import SavedBench
from divisor_duel.arena.bench.leaderboard import leaderboard
from divisor_duel.questions.bench_positions import HELD_OUT, OPEN


def saved(seed: str, **scores: float) -> SavedBench:
    """A verified bench in which these players have these scores."""

    def player(score: float) -> dict[str, Any]:
        part = {"score": score, "low": score - 0.1, "high": score + 0.1}
        return {**part, "profile": {"game": {"chain": part}}}

    settings = {"tier": "small", "set": {"seed": seed}}
    players = {name: player(score) for name, score in scores.items()}
    date = "2026-01-02T03:04:05\x1b[31m"
    return SavedBench({"settings": settings, "players": players, "date": date}, [], ())


def test_entries_are_ranked_within_their_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """Open and held-out positions have tables of their own, each with the best player first."""
    benches = {
        "a": saved(OPEN, low=0.25, **{"<b>high": 0.75}),
        "b": saved(OPEN, middle=0.5),
        "c": saved(HELD_OUT, hidden=0.125),
    }
    monkeypatch.setattr(module, "read_verified", lambda folder: benches[str(folder)])
    page, refused = leaderboard([Path(name) for name in benches])
    assert refused == []
    order = [
        page.index(f'<th scope="row">{name}</th>') for name in ("&lt;b&gt;high", "middle", "low")
    ]
    assert order == sorted(order)
    assert page.index("<h2>Tier small</h2>") < order[0]
    assert order[-1] < page.index("<h2>Tier small, held-out positions</h2>") < page.index("hidden")
    assert "<td>0.750 <small>0.65 to 0.85</small></td>" in page
    assert "<td>2026-01-02</td>" in page


def test_folders_that_cannot_be_verified_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is refused with its reason, and the page is still made."""

    def refuse(folder: Path) -> SavedBench:
        raise {"a": DuelError("it is not complete"), "b": KeyError("set")}[str(folder)]

    monkeypatch.setattr(module, "read_verified", refuse)
    page, refused = leaderboard([Path("a"), Path("b")])
    assert refused == ["a is not listed: it is not complete", "b is not listed: 'set'"]
    assert "<p>No entry yet.</p>" in page
