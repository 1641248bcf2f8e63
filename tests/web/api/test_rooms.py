"""Rooms over HTTP: who may do what, and that a hostile pupil harms no one."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx
import pytest

from tests.conftest import wait_until
from tests.web.classes import Class, Crowd
from tests.web.servers import Server, serving


@pytest.fixture
def crowd(server: Server, client: httpx.Client) -> Iterator[tuple[Class, Crowd]]:
    """A class of three who are there."""
    made = Class(client)
    crowd = Crowd(server.url, made.code)
    for name in ("Ann", "Ben", "Cleo"):
        crowd.come(made.tokens[made.join(name)])
    yield made, crowd
    crowd.close()


def test_a_lesson(crowd: tuple[Class, Crowd]) -> None:
    """Three pupils play two rounds; the odd one plays the computer; the results are right."""
    made, sockets = crowd
    rng = Random(5)
    for count in (1, 2):
        room = made.change("round", after=count - 1)
        assert (room["round"], room["here"]) == (count, 3)
        assert made.change("round", after=count - 1)["round"] == count, "a second tap"
        games = room["teacher"]["games"]
        assert sorted(game["one"] and game["two"] for game in games).count(0) == 1
        made.finish(rng)
    points = {pupil["number"]: pupil["points"] for pupil in made.see()["teacher"]["pupils"]}
    assert sum(points.values()) <= 4
    results = made.get("results").json()
    wait_until(lambda: made.get("results").json()["left"] == 0)
    assert {line["number"]: line["points"] for line in results["lines"]} == points
    assert {row["Name"]: float(row["Points"]) for row in made.table()} == {
        name: points[number] for number, name in enumerate(("Ann", "Ben", "Cleo"), 1)
    }
    assert len(results["slides"]) <= 3
    assert made.client.get(f"/api/rooms/{made.code}/results").status_code == 401
    wait_until(lambda: sockets.rooms[made.tokens[1]]["room"]["round"] == 2)
    assert made.see(1)["pupil"]["points"] == points[1]


def test_all_games_are_paused_and_go_on(crowd: tuple[Class, Crowd]) -> None:
    """While paused no move is made; afterwards the same move is."""
    made, _ = crowd
    made.change("round", after=0)
    assert made.change("settings", paused=True)["paused"]
    game = next(game for game in made.games() if game["one"])
    state = made.state(game["id"])
    headers = {"Authorization": f"Bearer {made.tokens[game['one']]}"}
    body = {"ply": state["ply"], "move": state["legal"][0]}
    path = f"/api/games/{game['id']}/moves"
    refused = made.client.post(path, json=body, headers=headers)
    assert (refused.status_code, "paused" in refused.json()["error"]) == (403, True)
    made.change("settings", paused=False)
    assert made.client.post(path, json=body, headers=headers).status_code == 200


def test_a_pupil_is_no_teacher(crowd: tuple[Class, Crowd]) -> None:
    """Without the teacher's token nothing in the room can be changed, nor seen by strangers."""
    made, _ = crowd
    for token, status in ((made.tokens[1], 403), ("x" * 30, 403), (None, 401)):
        changes = ({"type": "end"}, {"type": "remove", "pupil": 2}, {"type": "round", "after": 0})
        for what in changes:
            assert made.post("change", token, what=what).status_code == status
    assert made.client.get(f"/api/rooms/{made.code}").status_code == 401
    assert made.see()["here"] == 3


def test_another_seat_cannot_be_taken(crowd: tuple[Class, Crowd]) -> None:
    """A pupil cannot move for another, nor take a name or a place that is not free."""
    made, _ = crowd
    made.change("round", after=0)
    game = next(game for game in made.games() if game["one"] and game["two"])
    odd = next(number for number in made.tokens if number not in (game["one"], game["two"]))
    headers = {"Authorization": f"Bearer {made.tokens[odd]}"}
    move = {"ply": 0, "move": 6}
    path = f"/api/games/{game['id']}"
    assert made.client.post(f"{path}/moves", json=move, headers=headers).status_code == 403
    join = {"token": secrets.token_urlsafe(24), "invitation": "i.guess"}
    assert made.client.post(f"{path}/join", json=join).status_code == 403
    stolen = made.post("join", None, token=secrets.token_urlsafe(24), name="ann")
    assert (stolen.status_code, "here already" in stolen.json()["error"]) == (422, True)


def test_no_win_is_claimed_from_a_pupil_who_is_in_the_room(server: Server) -> None:
    """Who waits in the room without their board is not away; who has left the room is."""
    brief = {"claim_seconds": 0.1, "away_seconds": 0.1}
    with serving(":memory:", server.log, **brief) as own, own.client() as client:
        made = Class(client)
        crowd = Crowd(own.url, made.code)
        for name in ("Ann", "Ben"):
            crowd.come(made.tokens[made.join(name)])
        game = made.change("round", after=0)["teacher"]["games"][0]
        assert made.move(game, Random(1))
        state = made.state(game["id"])
        mover, other = made.tokens[game["two"]], made.tokens[game["one"]]
        assert state["to_move"] == 2
        headers = {"Authorization": f"Bearer {other}"}

        def claim() -> int:
            return client.post(
                f"/api/games/{game['id']}/claim", json={}, headers=headers
            ).status_code

        wait_until(lambda: made.state(game["id"])["gone"].get("2"))
        assert claim() == 403
        crowd.leave(mover)
        wait_until(lambda: claim() == 200)
        crowd.close()


def test_a_thousand_names_and_script_in_one(server: Server) -> None:
    """Floods of names are slowed down; the room stays usable, and names stay plain text."""
    with serving(":memory:", server.log, room_pupils=20) as own, own.client() as client:
        made = Class(client)
        crowd = Crowd(own.url, made.code)
        honest = [made.join(name) for name in ("Ann", "<script>alert(1)")]
        for number in honest:
            crowd.come(made.tokens[number])
        statuses = [
            made.post("join", None, token=f"{number:040d}", name=f"x{number}").status_code
            for number in range(1000)
        ]
        assert statuses.count(200) == 18
        assert set(statuses) <= {200, 422, 429}
        room = made.change("round", after=0)
        playing = {(game["one"], game["two"]) for game in room["teacher"]["games"]}
        assert playing == {(1, 2)} or playing == {(2, 1)}, "nobody plays a name without a pupil"
        room = made.change("newcomers")
        assert len(room["teacher"]["pupils"]) == 2
        assert room["teacher"]["closed"]
        assert made.state(room["teacher"]["games"][0]["id"])["names"]["2"] in (
            "Ann",
            "<script>alert(1)",
        )
        crowd.close()


def test_names_without_a_pupil_are_removed_before_the_lesson(crowd: tuple[Class, Crowd]) -> None:
    """Before the first round those who are here stay, and nobody new can join."""
    made, _ = crowd
    made.join("Nobody")
    room = made.change("newcomers")
    assert [pupil["name"] for pupil in room["teacher"]["pupils"]] == ["Ann", "Ben", "Cleo"]
    assert room["teacher"]["closed"]


def test_a_flooding_pupil_spends_only_their_own_budget(tmp_path: Path) -> None:
    """Thirty pupils share an address; one who floods is slowed down, and the others are not."""
    tight = {"burst": 60, "requests_per_second": 1.0}
    database = str(tmp_path / "games.sqlite3")
    with serving(database, tmp_path / "log", **tight) as own, own.client() as client:
        made = Class(client)
        hostile, honest = made.join("Eve"), made.join("Ann")
        flood = {"Authorization": f"Bearer {made.tokens[hostile]}"}
        path = f"/api/rooms/{made.code}"
        statuses = {client.get(path, headers=flood).status_code for _ in range(100)}
        assert statuses == {200, 429}
        assert made.see(honest)["pupil"]["name"] == "Ann"
        assert made.see()["teacher"]["pupils"]
        page = client.get(
            f"/room/{made.code}", headers={"cookie": f"duel_seat={made.tokens[honest]}"}
        )
        assert page.status_code == 200, "pages name the seat in a cookie"


def test_a_pupil_who_floods_with_several_names_stops_no_one(tmp_path: Path) -> None:
    """Four names spend the room's budget; the others are answered, and newcomers can join."""
    tight = {"burst": 60, "requests_per_second": 1e-3, "room_pupils": 10}
    database = str(tmp_path / "games.sqlite3")
    with serving(database, tmp_path / "log", **tight) as own, own.client() as client:
        made = Class(client)
        hostile, honest = [made.join(f"Eve {count}") for count in range(4)], made.join("Ann")
        for number in hostile:
            flood = {"Authorization": f"Bearer {made.tokens[number]}"}
            path = f"/api/rooms/{made.code}"
            statuses = [client.get(path, headers=flood).status_code for _ in range(70)]
        assert statuses.count(200) < 60, "the room's own budget was spent"
        assert made.see(honest)["pupil"]["name"] == "Ann"
        assert made.see()["teacher"]["pupils"]
        assert made.join("Ben") > honest


def test_rooms_are_limited(server: Server) -> None:
    """The rooms that a client opens in an hour are limited, also from a seat in an earlier one."""
    with serving(":memory:", server.log, rooms_per_hour=3.0) as own, own.client() as client:
        for _ in range(3):
            made = Class(client)
        again = {"token": made.teacher, "game": "chain"}
        headers = {"Authorization": f"Bearer {made.teacher}"}
        assert client.post("/api/rooms", json=again, headers=headers).status_code == 429


def test_a_room_ends(crowd: tuple[Class, Crowd]) -> None:
    """Once the teacher ends the room, it and its games are deleted, and everyone is notified."""
    made, sockets = crowd
    game = made.change("round", after=0)["teacher"]["games"][0]["id"]
    made.change("end")
    wait_until(lambda: sockets.rooms[made.tokens[1]]["type"] == "gone")
    assert made.client.get(f"/api/rooms/{made.code}").status_code == 404
    assert made.client.get(f"/api/games/{game}").status_code == 404


def test_a_returning_pupil_finds_the_game_on_another_device(crowd: tuple[Class, Crowd]) -> None:
    """A pupil whose place the teacher frees joins by name and continues the game."""
    made, _ = crowd
    made.change("round", after=0)
    before = made.see(1)["pupil"]
    made.change("free", pupil=1)
    assert made.join("ann") == 1
    assert made.see(1)["pupil"] == before
    headers = {"Authorization": f"Bearer {made.tokens[1]}"}
    state = made.client.get(f"/api/games/{before['playing']}", headers=headers).json()
    assert state["you"] == before["seat"]


def test_pages_of_rooms_are_not_indexed(client: httpx.Client) -> None:
    """Pages of rooms ask search engines to leave them out, and the cookie allows nothing."""
    made = Class(client)
    made.join("Ann")
    crowd = Crowd(str(client.base_url).rstrip("/"), made.code)
    crowd.come(made.tokens[1])
    game = made.change("round", after=0)["teacher"]["games"][0]["id"]
    crowd.close()
    pages = (f"/class/{made.code}", f"/class/{made.code}/projector", f"/room/{made.code}")
    for path in (*pages, f"/g/{game}", f"/g/{game}/picture.png"):
        assert client.get(path).headers["x-robots-tag"] == "noindex, nofollow"
    assert client.get(f"/g/{game}/picture.png").headers["cache-control"] == "no-store"
    headers = {"cookie": f"duel_seat={made.teacher}"}
    assert client.get(f"/api/rooms/{made.code}", headers=headers).status_code == 401


@pytest.mark.parametrize(
    "wish", [{"level": "godlike"}, {"game": "go"}, {"options": {"high": 10**6}}, {"token": "x"}]
)
def test_no_room_for_what_cannot_be_played(client: httpx.Client, wish: dict[str, object]) -> None:
    """Unknown games and levels and boards that are too large are refused in a sentence."""
    asked = {"token": secrets.token_urlsafe(24), "game": "chain"} | wish
    refused = client.post("/api/rooms", json=asked)
    assert (refused.status_code, bool(refused.json()["error"])) == (422, True)


def test_a_room_begins_with_puzzles_or_a_lesson(client: httpx.Client) -> None:
    """Pupils find them as soon as they join; games without a lesson cannot begin with one."""
    made = Class(client, begin="puzzles")
    ann = made.join("Ann")
    assert (made.see(ann)["pupil"]["puzzles"], made.see(ann)["lesson"]) == ([""] * 5, False)
    made = Class(client, begin="lesson")
    ann = made.join("Ann")
    assert (made.see(ann)["pupil"]["puzzles"], made.see(ann)["lesson"]) == ([], True)
    made.change("settings", lesson=False)
    assert not made.see(ann)["lesson"]
    parts = {"one": "chain:high=12", "two": "divider:high=9"}
    for begin, problem in (("puzzles", "no puzzles of"), ("lesson", "no lesson on")):
        asked = {"token": made.teacher, "game": "sum", "options": parts, "begin": begin}
        refused = client.post("/api/rooms", json=asked)
        assert (refused.status_code, problem in refused.json()["error"]) == (422, True)


def test_everyone_solves_the_same_puzzles_alone(client: httpx.Client) -> None:
    """The solution is shown only when a puzzle is over, and the teacher sees who solved what."""
    made = Class(client)
    ann, ben = made.join("Ann"), made.join("Ben")
    assert made.change("puzzles", count=2)["teacher"]["puzzles"] == 2
    task = made.post("puzzle", made.tokens[ann], puzzle=0).json()
    assert (task["tries"], task["left"], task["solution"], task["reason"]) == ("", 3, None, None)
    assert task["state"] == made.post("puzzle", made.tokens[ben], puzzle=0).json()["state"]
    tried = []
    for move in task["state"]["legal"]:
        tried.append(made.post("puzzle", made.tokens[ben], puzzle=0, move=move).json())
        if tried[-1]["solution"] is not None:
            break
    assert [answer["left"] for answer in tried] == [2, 1, 0][: len(tried)]
    solution = tried[-1]["solution"]
    solved = made.post("puzzle", made.tokens[ann], puzzle=0, move=solution).json()
    assert (solved["tries"], solved["solution"], bool(solved["reason"])) == ("1", solution, True)
    pupils = {pupil["name"]: pupil["solved"] for pupil in made.see()["teacher"]["pupils"]}
    assert pupils == {"Ann": 1, "Ben": int(tried[-1]["tries"].endswith("1"))}
    assert "seed" not in json.dumps(made.see(ann))
    assert made.post("puzzle", made.tokens[ann], puzzle=9).status_code == 422
    assert made.post("puzzle", "x" * 30, puzzle=0).status_code == 403


def winning_moves(left: frozenset[int]) -> set[int]:
    """The moves of Divider Duel after which the opponent has none that wins, by trying all."""
    return {n for n in left if not winning_moves(frozenset(m for m in left if m % n))}


def test_everyone_solves_positions_of_the_teacher(client: httpx.Client) -> None:
    """Positions come from copied addresses; every winning move is right, and no other."""
    made = Class(client, "divider")
    ann, ben = made.join("Ann"), made.join("Ben")
    home = "http://duel.example/explore?game=divider"
    links = [f"{home}&high=12&first=1&moves=6", f"{home}&high=9&first=2#line=2(3)&at=2"]
    assert made.change("positions", links=links)["teacher"]["puzzles"] == 2
    for index, (high, taken) in enumerate(((12, 6), (9, 2))):
        left = frozenset(n for n in range(2, high + 1) if n % taken)
        task = made.post("puzzle", made.tokens[ann], puzzle=index).json()
        assert set(task["state"]["legal"]) == left
        assert (task["left"], task["solution"], task["reason"]) == (3, None, None)
        wrong = min(left - winning_moves(left))
        assert made.post("puzzle", made.tokens[ann], puzzle=index, move=wrong).json()["left"] == 2
        right = max(winning_moves(left))  # in the first position, 4 is easier to explain
        for name in (ann, ben):
            solved = made.post("puzzle", made.tokens[name], puzzle=index, move=right).json()
            assert solved["tries"].endswith("1")
            assert solved["solution"] in winning_moves(left)
            assert solved["reason"].startswith(f"Take {solved['solution']}.")
    assert [pupil["solved"] for pupil in made.see()["teacher"]["pupils"]] == [2, 2]
    assert made.change("positions", links=links[1:])["teacher"]["puzzles"] == 1
    assert made.see(ann)["pupil"]["puzzles"] == [""]


@pytest.mark.parametrize(
    ("link", "problem"),
    [
        ("chain", "this is not the address of a position; copy one from Explore"),
        ("http://[", "this is not an address"),
        (
            "/explore?game=chain&high=20",
            "this is a position of Chain, and the room plays Divider Duel",
        ),
        ("/explore?game=divider&high=9&moves=2.4", "4 is not"),
        ("/explore?game=divider&high=12&moves=12", "no move wins in this position"),
        ("/explore?game=divider&high=3&moves=2.3", "the game is over in this position"),
        ("/explore?game=divider&high=3&moves=2", "every move wins in this position"),
        ("/explore?game=divider&high=10000000000", "high"),
    ],
)
def test_positions_without_a_winning_move_are_refused(
    client: httpx.Client, link: str, problem: str
) -> None:
    """One sentence says which position cannot be used and why, and the puzzles stay."""
    made = Class(client, "divider", begin="puzzles")
    what = {"type": "positions", "links": ["/explore?game=divider&high=12", link]}
    refused = made.post("change", made.teacher, what=what)
    assert refused.status_code == 422
    assert refused.json()["error"].startswith("position 2: ")
    assert problem in refused.json()["error"]
    assert made.see()["teacher"]["puzzles"] == 5


def test_hostile_votes(crowd: tuple[Class, Crowd]) -> None:
    """Only a pupil's legal vote counts, once; neither teacher nor stranger can vote or move."""
    made, _ = crowd
    made.change("class_game", after=0)
    game = made.change("class_game", after=0)["class_game"]
    assert made.see()["teacher"]["class_games"] == 1, "a second tap"
    vote = {"game": game["id"], "ply": 0, "move": 6}
    ann = made.tokens[1]
    assert made.post("vote", ann, **vote).status_code == 409, "no vote is open"
    assert made.change("vote", ply=0)["class_game"]["vote"]["voters"] == 3
    for token, status in ((made.teacher, 403), ("x" * 30, 403), (None, 401)):
        assert made.post("vote", token, **vote).status_code == status
    bad: list[tuple[dict[str, object], set[int]]] = [
        ({"move": 99}, {422}),
        ({"move": 10**40}, {400, 422}),
        ({"move": "6"}, {400, 422}),
        ({"ply": 1}, {409}),
        ({"ply": -1}, {400, 422}),
        ({"game": "another"}, {409}),
        ({"game": "x" * 100_000}, {400, 413, 422}),
        ({"pupil": 2}, {400, 422}),
    ]
    for change, statuses in bad:
        assert made.post("vote", ann, **(vote | change)).status_code in statuses, change
    for move in (6, 4) * 10:
        assert made.post("vote", ann, **(vote | {"move": move})).status_code == 200
    seen = made.see(2)
    assert (seen["class_game"]["vote"]["voted"], seen["class_game"]["vote"]["tally"]) == (1, [])
    assert (made.see(1)["pupil"]["vote"], seen["pupil"]["vote"]) == (4, None)
    for what in ({"type": "close_vote", "ply": 0}, {"type": "end_class_game"}):
        assert made.post("change", ann, what=what).status_code == 403
    for token in (ann, made.teacher):
        headers = {"Authorization": f"Bearer {token}"}
        path = f"/api/games/{game['id']}"
        body = {"ply": 0, "move": 6}
        assert made.client.post(f"{path}/moves", json=body, headers=headers).status_code == 403
        assert made.client.post(f"{path}/resign", json={}, headers=headers).status_code == 403
    bad_level = {"type": "class_game", "after": 1, "level": "genius"}
    assert made.post("change", made.teacher, what=bad_level).status_code == 422
    made.change("close_vote", ply=0)
    wait_until(lambda: made.state(game["id"])["ply"] == 2)
    assert made.state(game["id"])["played"][0] == 4
    room = made.change("end_class_game")
    assert room["class_game"] is None
