"""Scores: counted by hand on games that are known."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from divisor_duel.arena import results
from divisor_duel.arena.results.ratings import Estimate
from divisor_duel.arena.results.report import report
from divisor_duel.arena.results.scores import distance, distinct_games, meetings, tally
from divisor_duel.arena.run.rows import GameRow, Unplayed
from divisor_duel.games.registry import GAMES
from divisor_duel.terminal.cli.standings import table
from divisor_duel.terminal.paint import Paint
from tests.arena.playing import bot, make_plan, play_rows


def line(winner: int, **more: Any) -> GameRow:
    """A short game between `a`, who begins in a won position, and `b`."""
    base = {
        "key": "k",
        "game": "chain",
        "options": {},
        "first": 1,
        "reason": "",
        "setup": "chain",
        "round": 0,
        "players": ["a", "b"],
        "winner": winner,
        "forfeit": None,
        "faults": [],
        "played": [9, 3, 6, 2],
        "opening": 1,
        "start": {"value": "win"},
        "decisions": [
            {"player": 1, "mark": "good", "ply": 2},
            {"player": 2, "mark": "forced", "ply": 3},
            {"player": 1, "mark": "mistake", "remoteness": 3, "better": [2], "ply": 4},
        ],
        "exchanges": [],
        "seconds": [0.5, 0.25],
    }
    return msgspec.convert(base | more, GameRow)


def value(estimate: Estimate | None) -> float:
    """The value of an estimate that there must be."""
    assert estimate
    return estimate["value"]


def test_skill_is_counted_from_decisions_and_starts() -> None:
    """Accuracy, mistakes, conversion and resistance are those of the games."""
    scores = {name: one.scores() for name, one in tally("ab", [line(1), line(2)]).items()}
    assert (scores["a"]["moves"], scores["b"]["moves"]) == (4, 2)
    assert value(scores["a"]["accuracy"]) == 0.5
    assert scores["a"]["mistakes_per_game"]["3-4"] == 1.0
    assert value(scores["a"]["conversion"]) == 0.5
    assert scores["a"]["resistance"] is None
    assert scores["b"]["accuracy"] is None
    assert value(scores["b"]["resistance"]) == 0.5
    assert value(scores["b"]["win_rate"]) == 0.5


def test_faults_are_kept_apart_from_skill() -> None:
    """A forfeit is a lost game and a fault, but no failed conversion."""
    fault = {"player": 1, "kind": "timeout", "detail": "too late"}
    one = tally("ab", [line(2, forfeit=fault, faults=[fault])])["a"].scores()
    assert (one["forfeits"], one["faults"], one["wins"]) == (1, {"timeout": 1}, 0)
    assert one["conversion"] is None


def test_games_from_one_start_belong_together() -> None:
    """Both games of a round make one meeting, seen from the same player."""
    back = line(1, players=["b", "a"])
    (meeting,) = meetings([line(1), back])
    assert meeting == ("a", "b", 1, 2)


@pytest.mark.parametrize(
    ("plies", "name"), [(1, "1-2"), (3, "3-4"), (8, "5-8"), (9, "9+"), (None, "unknown")]
)
def test_distances_have_names(plies: int | None, name: str) -> None:
    """Every remoteness falls into one of the classes."""
    assert distance(plies) == name


def test_levels_come_out_in_order() -> None:
    """On all games, ratings and accuracy rise from `random` to `perfect`, who makes no mistake."""
    players = ["random", "medium", "perfect"]
    plan = make_plan(players, ",".join(GAMES), rounds=6)
    found = results(plan, play_rows(*players, games=",".join(GAMES), rounds=6))
    overall = found["scores"]["overall"]
    for key in ("rating", "accuracy", "win_rate", "conversion", "resistance"):
        shares = [value(overall[name][key]) for name in players]
        assert shares == sorted(shares)
        assert len(set(shares)) == 3
    assert overall["perfect"]["mistakes"] == 0
    assert value(overall["perfect"]["conversion"]) == 1.0
    assert found["anchor"] == "random is 0"
    assert set(found["scores"]) == {"overall", *GAMES}
    assert found["pairs"]["random"]["perfect"][1] == 60


def test_two_equal_players_share_the_wins() -> None:
    """Two random players' interval covers one half."""
    plan = make_plan(["random", "twin=random"], "countdown,digits", rounds=30)
    found = results(plan, play_rows("random", "twin=random", games="countdown,digits", rounds=30))
    rate = found["scores"]["overall"]["twin"]["win_rate"]
    assert rate
    assert rate["low"] < 0.5 < rate["high"]


def test_who_played_nothing_has_no_rating() -> None:
    """A model whose endpoint was away has no rating anywhere, and changes no other."""
    players = ["random", "away=chat:x@http://127.0.0.1:9/v1", "hard"]
    plan, lines = make_plan(players), play_rows(*players)
    found = results(plan, lines)
    assert found["scores"]["overall"]["away"]["rating"] is None
    alone = results(make_plan(["random", "hard"]), play_rows("random", "hard"))["scores"]["overall"]
    assert found["scores"]["overall"]["hard"]["rating"] == alone["hard"]["rating"]
    assert re.search(r"\naway +- +- +- +- +- +0$", "\n".join(table(found, Paint(io.StringIO()))))
    assert '<th scope="row">away</th><td>-</td><td>-</td>' in report(found, lines)


def test_the_anchor_is_said() -> None:
    """Without `random` the mean is 0, and under another name it is still the anchor."""
    for players, told in ((["easy", "hard"], "the mean is 0"), (["r=random", "hard"], "r is 0")):
        assert results(make_plan(players), play_rows(*players))["anchor"] == told


def test_faults_of_a_program_are_in_the_results() -> None:
    """Kinds of faults are counted for the player at fault alone."""
    players = ["random", bot("illegal")]
    scores = results(make_plan(players), play_rows(*players))["scores"]["overall"]
    assert scores["illegal"]["faults"] == {"illegal": 2}
    assert scores["illegal"]["forfeits"] == 2
    assert scores["random"]["faults"] == {}


def test_identical_games_count_once() -> None:
    """If all games of a pair from a start are the same, one of them counts."""
    same = [line(1, key=str(number), round=number) for number in range(5)]
    assert distinct_games(same) == same[:1]
    swapped = line(1, key="other", players=["b", "a"])
    assert distinct_games([*same, swapped]) == [same[0], swapped]
    varied = [*same, line(2, key="lost")]
    assert distinct_games(varied) == varied
    elsewhere = line(1, key="start", played=[8, 3, 6, 2])
    assert distinct_games([*same, elsewhere]) == [same[0], elsewhere]


def test_repeated_games_and_money_for_unplayed_ones_are_in_the_results() -> None:
    """Levels without chance repeat their games; a model costs money before an outage, too."""
    names, terms = ["perfect", "hard"], {"starts": "rulebook"}
    plan = make_plan(names, "countdown:start=4", 2, **terms)
    rows = play_rows(*names, games="countdown:start=4", rounds=2, **terms)
    unplayed = msgspec.convert(
        {
            "key": "x",
            "players": ["perfect", "hard"],
            "trouble": {"player": "hard", "detail": "down"},
            "exchanges": [
                {"class": "ok", "player": 1, "cost": 0.25},
                {"class": "trouble", "cost": 0.5},
            ],
        },
        Unplayed,
    )
    found = results(plan, [*rows, unplayed])
    assert (found["games"], found["repeated"]) == (2, 2)
    overall = found["scores"]["overall"]
    assert (overall["perfect"]["cost"], overall["hard"]["cost"]) == (0.25, 0.5)
    before = results(replace(plan, clustered=False), [*rows, unplayed])
    assert (before["games"], "repeated" in before) == (4, False)
    assert before["scores"]["overall"]["hard"]["cost"] == 0.0
