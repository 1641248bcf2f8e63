"""Games that a server of version 0.1.0 saved, in SQLite and in PostgreSQL, are played on."""

from __future__ import annotations

import asyncio
import json
import secrets
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from divisor_duel import read_records
from tests.formats.written import FORMATS, copied, run, serving
from tests.web.players import Table
from tests.web.servers import Postgres

LEVELS = ("random", "easy", "medium", "hard", "perfect", "coach")


class Kept(Table):
    """A game of version 0.1.0, with the tokens that its players have."""

    def __init__(self, client: httpx.Client, kept: dict[str, Any]) -> None:
        self.client = client
        self.id = kept["id"]
        self.seats = dict(kept["seats"])

    def settled(self) -> dict[str, Any]:
        """The state once no computer thinks."""
        with self.live() as live:
            return live.until(thinking=False)

    def play_to_the_end(self) -> dict[str, Any]:
        """Make the first legal move for every person until the game is over; the last state."""
        state = self.settled()
        while not state["over"]:
            state = self.play(state["legal"][0])
            if state["thinking"]:
                state = self.settled()
        return state


class Games:
    """The saved games on a running server."""

    def __init__(self, client: httpx.Client, kept: dict[str, Any]) -> None:
        self.client, self.kept = client, kept

    def __getitem__(self, name: str) -> Kept:
        return Kept(self.client, self.kept[name])

    def rematch_of(self, game: Kept, seat: int) -> dict[str, Any]:
        """The next game, as the server describes it to the player of a seat."""
        told: dict[str, Any] = game.state(seat)["rematch"]["next"]
        return told


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL of our own."""
    cluster = Postgres().start()
    yield cluster
    cluster.stop()


async def restore(address: str, dump: str) -> None:
    """Run a dump, which is plain SQL, in an empty database."""
    import asyncpg  # type: ignore[import-untyped,import-not-found,unused-ignore]

    connection = await asyncpg.connect(address)
    try:
        await connection.execute(dump)
    finally:
        await connection.close()


def restored(kind: str, folder: Path, request: pytest.FixtureRequest) -> tuple[str, dict[str, Any]]:
    """A copy of the games in a database of this kind, and the tokens of their seats."""
    if kind == "sqlite":
        database, seats = str(copied("web/web.sqlite3", folder)), "seats.json"
    else:
        cluster: Postgres = request.getfixturevalue("postgres")
        database, seats = cluster.new_database(), "postgresql-seats.json"
        asyncio.run(restore(database, (FORMATS / "web/postgresql.sql").read_text()))
    return database, json.loads((FORMATS / "web" / seats).read_text())


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def games(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Games]:
    """A server of today on a copy of the games, on the day they were saved."""
    folder = tmp_path_factory.mktemp("web")
    database, kept = restored(request.param, folder, request)
    with serving(database, folder) as url, httpx.Client(base_url=url, timeout=300) as client:
        yield Games(client, kept)


def test_a_game_by_link_is_played_to_its_end(games: Games) -> None:
    """Both players still have their seats, and no one else has; the record has every move."""
    game = games["link"]
    state = game.state(1)
    assert (state["played"], state["you"], state["to_move"]) == ([6, 12], 1, 1)
    assert game.state(2)["you"] == 2
    assert game.move(None, 2, 4).status_code == 401
    assert game.move(2, 2, 4).status_code == 403
    assert game.move("x" * 32, 2, 4).status_code == 403
    end = game.play_to_the_end()
    assert end["played"][:2] == [6, 12]
    assert end["score"] == {"1": int(end["winner"] == 1), "2": int(end["winner"] == 2)}
    record = game.get("/record").text
    assert '[Player1 "Ann"]\n[Player2 "Ben"]' in record
    assert "1. 6 12" in record
    assert len(game.get("/review").json()["moves"]) == end["ply"]


def test_an_invitation_still_opens_its_seat(games: Games) -> None:
    """The invited player takes the seat, once, and the game begins."""
    game = games["invited"]
    invitation = games.kept["invited"]["invitations"]["2"]
    assert game.state()["vacant"] == [2]
    game.seats["2"] = game.join(invitation)
    again = {"invitation": invitation, "token": secrets.token_urlsafe(24)}
    assert game.client.post(f"{game.path}/join", json=again).status_code == 403
    assert game.play(2, 3)["played"] == [2, 3]
    assert game.play_to_the_end()["over"]


def test_an_open_game_is_joined(games: Games) -> None:
    """A game of the lobby still waits for an opponent: one joins, and both move."""
    game, token = games["open"], secrets.token_urlsafe(24)
    state = game.state(1)
    assert (state["open"], state["you"], state["names"]["1"]) == (True, 1, "Ann")
    joined = game.client.post(f"{game.path}/join", json={"token": token, "name": "Eve"})
    assert (joined.status_code, joined.json()["you"]) == (200, 2)
    game.seats["2"] = token
    state = game.play(2, 3)
    assert (state["played"], state["open"], state["names"]["2"]) == ([2, 3], False, "Eve")


@pytest.mark.parametrize("level", LEVELS)
def test_a_game_against_each_level_goes_on(games: Games, level: str) -> None:
    """The computer of each level answers as before, until the game is over."""
    game = games[f"level-{level}"]
    before = game.state(1)
    assert (before["players"]["2"], before["ply"], before["played"][0]) == (level, 2, 8)
    game.play(before["legal"][0])
    state = game.settled()
    assert state["over"] or (state["ply"], state["to_move"]) == (4, 1)
    end = game.play_to_the_end()
    assert end["played"][:2] == before["played"]
    assert end["winner"] in (1, 2)


def test_a_computer_that_begins_goes_on(games: Games) -> None:
    """The person in the second seat answers the computer that began."""
    game = games["computer-first"]
    state = game.state(2)
    assert (state["you"], state["ply"], state["players"]["1"]) == (2, 1, "hard")
    assert game.play_to_the_end()["over"]


def test_a_computer_that_was_thinking_answers(games: Games) -> None:
    """The server was killed while the computer thought; now it moves without being asked."""
    state = games["thinking"].settled()
    assert (state["played"][0], state["ply"], state["to_move"]) == (7, 2, 1)
    assert games["thinking"].play_to_the_end()["over"]


def test_a_move_taken_back_is_made_again(games: Games) -> None:
    """The move that was taken back is still there to be made again."""
    game = games["undone"]
    assert (game.state()["played"], game.state()["redo"]) == ([12, 4], 1)
    assert game.post(1, "redo", ply=2).json()["played"] == [12, 4, 8]
    assert game.play_to_the_end()["played"][:3] == [12, 4, 8]


def test_a_takeback_is_allowed(games: Games) -> None:
    """Player 2 still asks to take a move back, and Player 1 allows it."""
    game = games["takeback"]
    assert game.state()["takeback"] == {"by": 2, "ply": 2}
    state = game.post(1, "takeback", accept=True).json()
    assert (state["played"], state["takeback"], state["to_move"]) == ([12], None, 2)
    assert game.play_to_the_end()["over"]


@pytest.mark.parametrize(("name", "added"), [("clock-game", 5), ("clock-move", 0)])
def test_a_running_clock_runs_on(games: Games, name: str, added: int) -> None:
    """The clock has counted the time since the last move, and counts this one as it should."""
    game = games[name]
    clock = game.state()["clock"]
    assert (clock["seconds"], clock["increment"], clock["running"]) == (1e6, added, True)
    assert 999_000 < clock["left"]["1"] < 1e6 - 500  # ten minutes have gone
    before = game.state()
    clock = game.play(before["legal"][0])["clock"]
    if name == "clock-game":
        assert 999_000 < clock["left"]["1"] < 1e6 - 490
    else:
        assert clock["left"]["1"] == 1e6
    assert game.play_to_the_end()["played"][:2] == before["played"]


def test_a_clock_that_stood_still_begins_to_run(games: Games) -> None:
    """A full clock still waits for the first move, and then runs."""
    game = games["clock-still"]
    clock = game.state()["clock"]
    assert (clock["left"], clock["running"]) == ({"1": 300.0, "2": 300.0}, False)
    assert game.play(4)["clock"]["running"]


def test_a_clock_that_ran_out_has_ended_the_game(games: Games) -> None:
    """While no server ran, Player 1's minute passed; both agree to a rematch with full clocks."""
    game = games["clock-out"]
    with game.live() as live:
        state = live.until(over=True)
    assert (state["winner"], state["reason"]) == (2, "Player 1 ran out of time")
    for seat in (1, 2):
        assert game.post(seat, "rematch").status_code == 200
    following = Kept(game.client, games.rematch_of(game, 2))
    state = following.state()
    assert (state["score"], state["first"]) == ({"1": 0, "2": 1}, 2)
    assert state["clock"]["left"] == {"1": 60.0, "2": 60.0}


ENDS = {
    "finished": ([2, 3, 5], 1, "no number is left"),
    "rematch-offered": ([6], 1, "Player 2 resigned"),
    "left": ([12], 1, "Player 2 left the game"),
}
"""How the finished games ended."""


@pytest.mark.parametrize("name", ENDS)
def test_a_finished_game_is_as_it_ended(games: Games, name: str) -> None:
    """A finished game keeps its moves, winner and reason, and takes no move."""
    game, (moves, winner, reason) = games[name], ENDS[name]
    state = game.state()
    assert state["over"]
    assert (state["played"], state["winner"], state["reason"]) == (moves, winner, reason)
    assert game.move(1, len(moves), 4).status_code == 422


def test_a_game_between_computers_is_as_it_ended(games: Games) -> None:
    """The record of a game that two computers played has its levels, seed, moves and winner."""
    game = games["computers"]
    state = game.state()
    (record,) = read_records(game.get("/record").text)
    outcome = record.outcome()
    assert outcome
    assert (record.levels, record.names[0]) == (("random", "easy"), "Computer 1")
    assert record.seed is not None
    assert (outcome.winner, list(record.moves)) == (state["winner"], state["played"])


def test_an_offered_rematch_is_accepted(games: Games) -> None:
    """Player 1 offered a rematch before; Player 2 accepts it, and both have seats in it."""
    game = games["rematch-offered"]
    assert game.state()["rematch"]["offers"] == [1]
    assert game.post(2, "rematch").status_code == 200
    told = [games.rematch_of(game, seat) for seat in (1, 2)]
    following = Kept(game.client, told[0] | {"seats": told[0]["seats"] | told[1]["seats"]})
    state = following.state()
    assert (state["score"], state["first"], state["names"]["2"]) == ({"1": 1, "2": 0}, 2, "Ben")
    assert following.play_to_the_end()["over"]


def test_a_rematch_that_was_made_is_played(games: Games) -> None:
    """Tokens for a rematch that a player was given before are those of its seats."""
    game = games["rematch"]
    kept = games.kept["rematch"]["next"]
    assert games.rematch_of(game, 1)["seats"] == {"1": kept["seats"]["1"]}
    following = Kept(game.client, kept)
    state = following.state(2)
    assert (state["you"], state["to_move"], state["score"]) == (2, 2, {"1": 1, "2": 0})
    end = following.play_to_the_end()
    assert sum(end["score"].values()) == 2


BEGUN = {
    "misere": ("countdown", {"start": 60, "ending": "misere"}, 2),
    "sum": ("sum", {"one": "divider:high=9", "two": "countdown:start=60"}, 1),
    "set-up": ("chain", {"low": 2, "high": 50, "opening": "any"}, 0),
    "from-record": ("chain", {"low": 2, "high": 20, "opening": "any", "ending": "misere"}, 2),
}
"""Games of other kinds: game, options, and how many moves were made."""


@pytest.mark.parametrize("name", BEGUN)
def test_a_game_of_another_kind_goes_on(games: Games, name: str) -> None:
    """Misere games, sums, set-up positions and games from records are played to their ends."""
    game, (kind, options, ply) = games[name], BEGUN[name]
    before = game.state()
    assert (before["game"], before["options"], before["ply"]) == (kind, options, ply)
    assert before["start"] == ("last=6 pool=2-4,9" if name == "set-up" else "")
    end = game.play_to_the_end()
    assert end["played"][:ply] == before["played"]


def test_a_record_is_taken_up(games: Games) -> None:
    """A record that `duel` wrote is opened as a game and goes on against its computer."""
    text = (FORMATS / "records/unfinished.duel").read_text()
    made = games.client.post("/api/records", json={"text": text})
    assert made.status_code == 201
    game = Kept(games.client, made.json())
    state = game.state()
    assert (state["played"], state["players"]["2"]) == ([6, 12], "easy")
    assert game.play_to_the_end()["played"][:2] == [6, 12]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_games_are_there_on_any_later_day(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """A server that starts today, however late, removes no game and continues one."""
    database, kept = restored(kind, tmp_path, request)
    with (
        serving(database, tmp_path, then=False) as url,
        httpx.Client(base_url=url, timeout=300) as client,
    ):
        names = [name for name in kept if isinstance(kept[name], dict)]
        found = [client.get(f"/api/games/{kept[name]['id']}").status_code for name in names]
        assert found == [200] * len(names)
        assert len(names) == 26
        assert Kept(client, kept["link"]).play(4)["played"] == [6, 12, 4]


def test_a_database_is_backed_up(tmp_path: Path) -> None:
    """`duel backup` copies the database of before with all its games, and its number stays."""
    database = copied("web/web.sqlite3", tmp_path)
    copy = tmp_path / "copy.sqlite3"
    run("backup", str(copy), "--database", str(database))
    connection = sqlite3.connect(copy)
    try:
        assert connection.execute("SELECT count(*) FROM games").fetchone() == (35,)
        assert connection.execute("PRAGMA user_version").fetchone() == (3,)
        assert connection.execute("PRAGMA application_id").fetchone() == (0x6475656C,)
    finally:
        connection.close()
