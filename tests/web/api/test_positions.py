"""Positions outside any game."""

from __future__ import annotations

import json

import httpx

from tests.web.players import MakeTable


def test_position_endpoints_do_not_look_up_running_games(
    make_table: MakeTable, client: httpx.Client
) -> None:
    """A link game gives no analysis itself while it runs, but any position can be analyzed."""
    table = make_table("chain", options={"high": 47}, mode="link")
    table.play(6, 12, 4)
    for what in ("/analysis", "/analysis?ply=1", "/hint", "/coach?move=2", "/review"):
        assert table.get(what, seat=2).status_code == 403, what
    position = "game=chain&high=47&moves=6.12.4"
    found = client.get(f"/api/position/analysis?{position}")
    assert found.status_code == 200, found.text
    assert found.json()["value"] in ("win", "loss")
    why = client.get(f"/api/position/why?{position}&move=2")
    assert why.json()["why"].startswith("2 ")
    lines = client.get(f"/api/position/values?{position}").text.splitlines()
    assert json.loads(lines[-1])["value"] in ("win", "loss")
    text = table.get("/record").text.replace("[First", '[Level1 "easy"]\n[First')
    copied = make_table("divider")
    copied.take(client.post("/api/records", json={"text": text}).json())
    assert copied.get("/analysis?ply=3").status_code == 200


def test_an_analysis_keeps_to_an_earlier_strategy(client: httpx.Client) -> None:
    """By default it finds its own; a ply that is not there is refused."""
    position = "/api/position/analysis?game=divider&high=9&moves=4.9.6"
    kept = client.get(f"{position}&since=0").json()["strategy"]
    assert kept["steps"][-1].endswith("2-3, 5-7, 6-9.")
    assert {each["reply"]: each["answer"] for each in kept["answers"]} == {2: 3, 3: 2, 5: 7, 7: 5}
    assert client.get(position).json()["strategy"]["steps"] != kept["steps"]
    for since in ("4", "-1", "x"):
        refused = client.get(f"{position}&since={since}")
        assert refused.status_code == 422
        assert "since must be a whole number from 0 to 3" in refused.text
