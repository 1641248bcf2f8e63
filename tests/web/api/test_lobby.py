"""The lobby: players are paired, by game and by clock."""

from __future__ import annotations

import secrets

import httpx

from tests.web.players import Table as PlayedTable


def test_the_lobby_pairs_whoever_wants_to_play(client: httpx.Client) -> None:
    """The first player waits in an open game; the second joins it, and it is no longer open."""
    names = [secrets.token_urlsafe(24) for _ in range(2)]
    first = client.post("/api/lobby", json={"token": names[0], "game": "ladder", "name": "Ann"})
    assert (first.status_code, first.json()["you"], first.json()["open"]) == (201, 1, True)
    table = PlayedTable.__new__(PlayedTable)
    table.client, table.id, table.seats = client, first.json()["id"], {"1": names[0]}
    with table.live(1) as maker:  # only games whose maker is there are shown
        maker.until(away={"1": False, "2": True})
        listed = {game["id"]: game for game in client.get("/api/lobby").json()["games"]}
        assert listed[table.id]["name"] == "Ann"
        second = client.post("/api/lobby", json={"token": names[1], "game": "ladder"})
        assert (second.status_code, second.json()["you"]) == (200, 2)
    assert (second.json()["id"], second.json()["open"]) == (first.json()["id"], False)
    assert first.json()["id"] not in {
        game["id"] for game in client.get("/api/lobby").json()["games"]
    }
    assert client.post("/api/lobby", json={"token": names[0], "game": "go"}).status_code == 422


def test_the_lobby_pairs_by_clock(client: httpx.Client) -> None:
    """Players who ask for the same clock are paired; each is shown by name."""
    quick = {"per": "game", "seconds": 180, "increment": 2}
    names = [secrets.token_urlsafe(24) for _ in range(3)]
    wish = {"game": "countdown", "clock": quick}
    first = client.post("/api/lobby", json=wish | {"token": names[0], "name": "Ann"}).json()
    assert (first["clock"]["seconds"], first["names"]["1"]) == (180.0, "Ann")
    table = PlayedTable.__new__(PlayedTable)
    table.client, table.id, table.seats = client, first["id"], {"1": names[0]}
    with table.live(1) as maker:
        maker.until(away={"1": False, "2": True})
        calm = wish | {"clock": quick | {"seconds": 600}}
        other = client.post("/api/lobby", json=calm | {"token": names[1]}).json()
        assert other["id"] != first["id"]
        second = client.post("/api/lobby", json=wish | {"token": names[2], "name": "Ben"}).json()
    assert (second["id"], second["names"]) == (first["id"], {"1": "Ann", "2": "Ben"})
