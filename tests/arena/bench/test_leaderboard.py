"""The leaderboard lists what is consistent, says who saw it, and names what it refused."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import pytest

from divisor_duel import DuelError
from divisor_duel.arena.bench import leaderboard as module
from divisor_duel.arena.bench.comparison import SavedBench
from divisor_duel.arena.bench.leaderboard import (
    BUILT_IN,
    CONDITIONS,
    CUSTOM,
    DISPUTED,
    HEAD,
    REPORTED,
    RERUN,
    STANDARD,
    TOOLS,
    entries_of,
    leaderboard,
    track_of,
)
from divisor_duel.arena.bench.run import BenchPlan, question_of
from divisor_duel.arena.bench.scores import BenchResults
from divisor_duel.arena.players.entries import read_players
from divisor_duel.arena.players.levels import LevelPlayer
from divisor_duel.arena.run.rows import AnswerRow
from divisor_duel.questions.bench_item import HELD_OUT, OPEN
from divisor_duel.questions.bench_positions import PositionSet, position_set

POSITIONS = PositionSet("2", "small", OPEN, position_set().items[:4])


def saved(
    seed: str = OPEN,
    version: str = "2",
    specs: Mapping[str, Mapping[str, object]] | None = None,
    retries: int = 0,
    times: int = 1,
    **scores: float,
) -> SavedBench:
    """A checked bench in which these players have these scores."""

    def player(score: float) -> dict[str, Any]:
        part = {"score": score, "low": score - 0.1, "high": score + 0.1}
        head = {"skill": part, "compliance": part, "retries": retries}
        profile = {"game": {"chain": part}}
        found = {**part, "profile": profile, "faults": {"illegal": 3}, "cost": 1.5}
        return found if version == "1" else {**found, "headline": head}

    settings = {
        "bench": version,
        "tier": "small",
        "set": {"seed": seed},
        "show_legal": True,
        "rounds": times,
        "seed": 1,
        "players": {name: (specs or {}).get(name, {"player": "cmd:bot"}) for name in scores},
    }
    players = {name: player(score) for name, score in scores.items()}
    date = "2026-01-02T03:04:05\x1b[31m"
    found = {"settings": settings, "players": players, "date": date}
    return SavedBench(
        cast("BenchResults", found), [], POSITIONS._replace(seed=seed, version=version)
    )


def test_entries_are_ranked_within_their_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each version and set has a table of its own, the current bench first."""
    benches = {
        "a": saved(low=0.25, high=0.75),
        "b": saved(middle=0.5, retries=4, times=3),
        "c": saved(HELD_OUT, "1", hidden=0.125),
        "d": saved("secret 2026-01-01", other=0.5),
    }
    monkeypatch.setattr(module, "read_verified", lambda folder: benches[str(folder)])
    page, refused = leaderboard([Path(name) for name in benches])
    assert refused == []
    order = [page.index(f'<th scope="row">{name}</th>') for name in ("high", "middle", "low")]
    assert order == sorted(order)
    titles = [
        "<h2>Bench 2, tier small</h2>",
        "<h2>Bench 2, tier small, secret 2026-01-01 set</h2>",
        "<h2>Bench 1, tier small, held-out positions</h2><p>Bench 1 is superseded: ",
    ]
    text = page.replace("</h2>\n<p>", "</h2><p>")
    assert [*map(text.index, titles)] == sorted(map(text.index, titles))
    assert "<td>0.750 <small>0.65 to 0.85</small></td>" in page
    retries = "3 <small>4 retries</small>"
    for cell in ("2026-01-02", retries, "shown", "tools", "cmd:bot", "1.5000"):
        assert f"<td>{cell}</td>" in page
    for column in (*HEAD, *CONDITIONS):
        assert f'<th scope="col">{column}</th>' in page


def test_only_what_we_ran_ourselves_is_said_to_be_rerun(monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry needs a run of ours with the same player on the same positions."""
    model = {"player": "m.toml", "request": {"model": "x", "url": "http://a"}}
    other = {"player": "m.toml", "request": {"model": "y", "url": "http://a"}}
    benches = {"a": saved(specs={"m": model}, m=0.5), "ours": saved(specs={"m": model}, m=0.4)}
    monkeypatch.setattr(module, "read_verified", lambda folder: benches[str(folder)])
    (alone,) = entries_of(Path("a"))
    assert (alone.proof, alone.track, alone.model) == (REPORTED, STANDARD, "x")
    (confirmed,) = entries_of(Path("a"), [benches["ours"]])
    assert confirmed.proof == RERUN
    (unlike,) = entries_of(Path("a"), [saved(specs={"m": other}, m=0.5)])
    assert unlike.proof == REPORTED
    (disputed,) = entries_of(Path("a"), [benches["ours"], saved(specs={"m": model}, m=0.2)])
    assert disputed.proof == DISPUTED
    page, _ = leaderboard([Path("a")], [Path("ours")])
    assert f"<td>{RERUN}</td>" in page
    assert f"<td>{REPORTED}</td>" not in page


def test_levels_are_run_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their answers are computed again, and an answer that no such level gives is found."""
    plan = BenchPlan(read_players(["easy"], least=1), POSITIONS)
    rows = [
        AnswerRow(
            key=task.key,
            item=task.item.id,
            players=["easy"],
            move=LevelPlayer("easy").choose(question_of(task)).move,
            faults=[],
            exchanges=[],
        )
        for task in plan.tasks()
    ]
    bench = saved(specs={"easy": {"player": "easy"}}, easy=0.5)._replace(rows=rows)
    monkeypatch.setattr(module, "read_verified", lambda folder: bench)
    (entry,) = entries_of(Path("a"))
    assert (entry.proof, entry.track) == (RERUN, BUILT_IN)
    rows[2].move = 0
    with pytest.raises(DuelError, match="easy is not that player"):
        entries_of(Path("a"))


@pytest.mark.parametrize(
    ("player", "track"),
    [
        ({"player": "hard"}, BUILT_IN),
        ({"player": "rule:largest"}, BUILT_IN),
        ({"player": "cmd:node bot.js"}, TOOLS),
        ({"player": "py:bots:best"}, TOOLS),
        ({"player": "chat:m@u", "request": {"model": "m"}}, STANDARD),
        ({"player": "m.toml", "request": {"model": "m", "system": "Win."}}, CUSTOM),
        ({"player": "m.toml", "request": {"model": "m", "template": "$rules"}}, CUSTOM),
    ],
)
def test_tracks_follow_from_what_a_player_was_given(
    player: Mapping[str, object], track: str
) -> None:
    """A model with our prompt, with another one, and programs are not compared as equals."""
    assert track_of(player) == track


def test_folders_that_cannot_be_verified_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is refused with its reason, and the page is still made."""

    def refuse(folder: Path) -> SavedBench:
        raise {"a": DuelError("it is not complete"), "b": KeyError("set")}[str(folder)]

    monkeypatch.setattr(module, "read_verified", refuse)
    page, refused = leaderboard([Path("a"), Path("b")], [Path("a")])
    assert refused == [
        "a is not listed: it is not complete",
        "a is not listed: it is not complete",
        "b is not listed: 'set'",
    ]
    assert "<p>No entry yet.</p>" in page
