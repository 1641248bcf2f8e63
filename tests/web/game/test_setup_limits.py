"""How large a game may be on the server."""

from __future__ import annotations

import httpx
import pytest

from divisor_duel.game import Player
from divisor_duel.games.chain.rules import Chain
from divisor_duel.games.registry import GAMES
from divisor_duel.web.game.new_table import read_game
from divisor_duel.web.game.setup_limits import largest_options, set_up_limited, start_of
from divisor_duel.web.game.table import RefusedError
from tests.web.players import MakeTable, wait_for_computer


def test_the_largest_set_ups_are_served(make_table: MakeTable) -> None:
    """At the limits of every game a state comes and the computer moves."""
    for game, options in (
        ("divider", {"high": 400}),
        ("chain", {"high": 400}),
        ("ladder", {"high": 400}),
        ("countdown", {"start": 963_761_198_400}),
        ("digits", {"base": 16, "target": 999_983}),
    ):
        table = make_table(game, options=options, players={"1": "perfect"})
        assert wait_for_computer(table)["ply"] == 1


def test_sums_are_played_within_the_limits_of_their_games(client: httpx.Client) -> None:
    """A sum is a game like others here; each of its games may be as large as alone."""
    made = client.post("/api/games", json={"game": "sum", "options": {}})
    assert made.status_code == 201
    summands = made.json()["state"]["view"]["summands"]
    assert [each["game"] for each in summands] == ["divider", "countdown"]
    large = {"one": "divider:high=500", "two": "countdown"}
    refused = client.post("/api/games", json={"game": "sum", "options": large})
    assert refused.status_code == 422
    assert refused.json()["error"].endswith(" can be at most 400, not 500")
    assert client.get("/api/lessons/sum").status_code == 200
    assert client.get("/api/puzzle", params={"game": "sum", "seed": "3"}).status_code == 200


def test_records_are_checked_before_they_are_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several records, too large a set-up or too many moves are refused before any arithmetic."""
    monkeypatch.setattr(Chain, "play", None)
    one = '[Game "chain"]\n[Options "high={}"]\n{}*\n'
    for text, problem in (
        (one.format(50, "") * 1000, "one game at a time"),
        (one.format(9000, "1. 5 10 "), "can be at most 400"),
        (one.format(50, "2 " * 1001), "1000 moves"),
    ):
        with pytest.raises(RefusedError, match=problem):
            read_game(text)


def test_each_limit_is_the_largest_size_allowed() -> None:
    """At its limits a game is set up; one more is refused, and the error names the limit."""
    checked = 0
    for game in GAMES.values():
        for name, most in largest_options(game).items():
            assert set_up_limited(game.id, {name: most}).options[name] == most
            with pytest.raises(RefusedError, match=f"can be at most {most}, not {most + 1}"):
                set_up_limited(game.id, {name: most + 1})
            checked += 1
    assert checked


def test_a_start_is_stored_only_if_it_is_not_the_games_own() -> None:
    """The game's own starting position is empty text, however it is written."""
    rules = set_up_limited("countdown", {"start": 60})
    assert start_of(rules, "", Player.ONE) == ""
    assert start_of(rules, "number=60", Player.ONE) == ""
    assert start_of(rules, "number=45", Player.TWO) == "number=45"
