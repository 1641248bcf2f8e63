"""The JSON API: every status, every change, every view."""

from __future__ import annotations

from random import Random

import httpx
import msgspec
import pytest
from starlette.routing import Route, WebSocketRoute

from divisor_duel.engine.levels import OPPONENTS
from divisor_duel.games.parts import PAGE, find
from divisor_duel.games.registry import GAMES
from divisor_duel.learn.puzzle import FIRST_RATING, new_rating
from divisor_duel.play.match import Round
from divisor_duel.play.record import read_records
from divisor_duel.web.app import routes
from divisor_duel.web.game.view import plain_view, problems
from divisor_duel.web.schema import analysis, states
from tests.conftest import wait_until
from tests.web.players import MakeTable, wait_for_computer

CHAIN = {"high": 12}


def test_the_catalog_lists_every_game(client: httpx.Client) -> None:
    """Games, options, presets, limits and levels are those of the program."""
    found = msgspec.json.decode(client.get("/api/catalog").content, type=states.Catalog)
    assert found.levels == list(OPPONENTS)
    assert [game.id for game in found.games] == list(GAMES)
    for game in found.games:
        assert [spec.name for spec in game.options] == [
            spec.name for spec in GAMES[game.id].option_specs()
        ]
        assert game.limits.keys() <= {spec.name for spec in game.options}


def test_a_new_game_says_all(make_table: MakeTable) -> None:
    """A new game has tokens for its human seats and a whole state."""
    table = make_table("chain", options=CHAIN, players={"2": "easy"}, names={"1": " Ann  B "})
    assert list(table.seats) == ["1"]
    state = table.created
    assert state == table.state()
    assert state["names"] == {"1": "Ann B", "2": "Computer"}
    assert state["options"] == {"low": 2, "high": 12, "opening": "any"}
    assert (state["ply"], state["to_move"], state["over"], state["winner"]) == (0, 1, False, None)
    assert state["legal"] == list(range(2, 13))
    assert state["values_allowed"]


def test_who_begins(make_table: MakeTable) -> None:
    """Player 1, Player 2 or chance begins."""
    assert make_table("chain", first="2").created["to_move"] == 2
    firsts = {make_table("chain", first="random").created["first"] for _ in range(30)}
    assert firsts == {1, 2}


def test_moves_are_made_once(make_table: MakeTable) -> None:
    """The same request again gives the same state and makes no second move."""
    table = make_table("chain", options=CHAIN)
    first = table.move(1, 0, 6)
    assert (first.status_code, first.json()["played"]) == (200, [6])
    again = table.move(1, 0, 6)
    assert (again.status_code, again.json()) == (200, first.json())
    table.move(2, 1, 12)
    assert table.move(1, 0, 6).json()["played"] == [6, 12]


def test_refusals(make_table: MakeTable) -> None:
    """No token, a wrong one, the wrong seat, a stale ply, an illegal move: each its own status."""
    table = make_table("chain", options=CHAIN)
    other = make_table("chain", options=CHAIN)
    assert table.move(None, 0, 6).status_code == 401
    assert table.move("guess", 0, 6).status_code == 403
    assert table.move(other.seats["1"], 0, 6).status_code == 403
    assert table.move(2, 0, 6).status_code == 403
    illegal = table.move(1, 0, 13)
    assert (illegal.status_code, illegal.json()) == (
        422,
        {"error": "13 is not between 2 and 12; choose one of " + ", ".join(map(str, range(2, 13)))},
    )
    table.play(6)
    stale = table.move(1, 0, 7)
    assert stale.status_code == 409
    assert stale.json()["state"]["played"] == [6]
    assert table.move(2, 5, 12).status_code == 409
    assert table.client.get("/api/games/nope").status_code == 404
    assert table.client.post("/api/games/nope/moves", json={}).status_code == 404
    assert table.state()["played"] == [6]


@pytest.mark.parametrize(
    ("status", "content", "kind"),
    [
        (400, b"{", "application/json"),
        (400, b"\xff\xfe", "application/json"),
        (422, b"{}", "application/json"),
        (422, b'{"game": 7}', "application/json"),
        (422, b'{"game": "go"}', "application/json"),
        (422, b'{"game": "chain", "options": {"high": 401}}', "application/json"),
        (422, b'{"game": "chain", "options": {"width": 3}}', "application/json"),
        (422, b'{"game": "chain", "options": {"high": "x"}}', "application/json"),
        (422, b'{"game": "chain", "players": {"1": "god"}}', "application/json"),
        (422, b'{"game": "chain", "players": {"3": "human"}}', "application/json"),
        (422, b'{"game": "chain", "names": {"1": "a\\u0007b"}}', "application/json"),
        (422, b'{"game": "chain", "colour": "red"}', "application/json"),
        (413, b" " * 70_000, "application/json"),
        (415, b'{"game": "chain"}', "text/plain"),
    ],
)
def test_bad_set_ups(client: httpx.Client, status: int, content: bytes, kind: str) -> None:
    """Whatever cannot be read or allowed is refused in one sentence."""
    refused = client.post("/api/games", content=content, headers={"content-type": kind})
    assert refused.status_code == status
    assert list(refused.json()) == ["error"]


def test_chunked_bodies_have_the_same_limit(client: httpx.Client) -> None:
    """A body that does not say how long it is may not be longer either."""
    chunks = (b" " * 10_000 for _ in range(10))
    headers = {"content-type": "application/json"}
    assert client.post("/api/games", content=chunks, headers=headers).status_code == 413


def test_other_errors_are_sentences_too(client: httpx.Client) -> None:
    """Unknown addresses and methods are answered in the same form."""
    assert client.get("/api/nowhere").status_code == 404
    wrong = client.put("/api/games")
    assert (wrong.status_code, wrong.json()) == (405, {"error": "method not allowed"})
    assert wrong.headers["allow"] == "POST"


@pytest.mark.parametrize("path", ["/", "/api/catalog", "/api/none", "/none", "/static/none.js"])
def test_every_response_is_safe(client: httpx.Client, path: str) -> None:
    """The strict policy and its companions are on every response, errors too."""
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


def test_the_computer_answers(make_table: MakeTable) -> None:
    """After a person's move the computer makes one of its own."""
    table = make_table("chain", players={"2": "perfect"})
    assert table.play(15)["thinking"]
    state = wait_for_computer(table)
    assert (state["ply"], state["to_move"]) == (2, 1)
    begins = make_table("digits", players={"1": "random"})
    assert wait_for_computer(begins)["ply"] == 1


def test_two_computers_play_to_the_end(make_table: MakeTable) -> None:
    """A game without people plays itself."""
    table = make_table("digits", players={"1": "random", "2": "easy"})
    assert table.seats == {}
    wait_until(lambda: bool(table.state()["over"]))


def test_records_go_out_and_in(make_table: MakeTable, client: httpx.Client) -> None:
    """A game's record makes the same game again, to be gone on with."""
    table = make_table("chain", options=CHAIN, names={"1": "Ann", "2": "Ben"})
    table.play(6, 12)
    text = table.get("/record").text
    assert read_records(text)[0].moves == (6, 12)
    made = client.post("/api/records", json={"text": text})
    assert made.status_code == 201
    table.take(made.json())
    assert table.created["played"] == [6, 12]
    assert table.created["names"] == {"1": "Ann", "2": "Ben"}
    assert table.play(3)["ply"] == 3
    damaged = client.post("/api/records", json={"text": text.replace("12", "13")})
    assert damaged.status_code == 422
    assert "line" in damaged.json()["error"]
    huge = '[Game "chain"]\n[Options "high=9000"]\n*\n'
    assert client.post("/api/records", json={"text": huge}).status_code == 422


def test_the_past_can_be_stepped_through(make_table: MakeTable) -> None:
    """?ply=k shows the game as it was after k moves."""
    table = make_table("divider")
    now = table.play(5, 3, 2, 7)
    assert (now["over"], now["winner"]) == (True, 2)
    then = table.get("?ply=1").json()
    assert (then["ply"], then["over"], then["to_move"]) == (1, False, 2)
    assert then["view"]["left"] == [2, 3, 4, 6, 7, 8, 9]
    assert table.get("?ply=5").status_code == 422
    assert table.get("?ply=-1").status_code == 422


def test_puzzles(client: httpx.Client) -> None:
    """The same seed gives the same puzzle, and every other move has its refutation."""
    asked = client.get("/api/puzzle?game=countdown&seed=7")
    puzzle = msgspec.json.decode(asked.content, type=analysis.PuzzleMessage)
    assert client.get("/api/puzzle?game=countdown&seed=7").content == asked.content
    assert puzzle.state.game == "countdown"
    wrong = {str(move) for move in puzzle.state.legal if move != puzzle.solution}
    assert puzzle.refutations.keys() == wrong
    assert client.get("/api/puzzle?theme=win in 3").json()["theme"] == "win in 3"
    assert client.get("/api/puzzle?theme=luck").status_code == 422
    assert client.get("/api/puzzle?game=go").status_code == 422


def test_ratings(client: httpx.Client) -> None:
    """A rating after a puzzle is the one that the terminal keeps; who has none begins at 1000."""
    told = client.get("/api/puzzle/rating?puzzle=1340&rating=1012").json()
    expected = {"solved": new_rating(1012, 1340, True), "missed": new_rating(1012, 1340, False)}
    assert told == {"rating": 1012, **expected}
    assert client.get("/api/puzzle/rating?puzzle=900").json()["rating"] == FIRST_RATING
    for wrong in ("", "puzzle=a", "puzzle=900&rating=x", "puzzle=900&rating=10001"):
        assert client.get(f"/api/puzzle/rating?{wrong}").status_code == 422


@pytest.mark.parametrize("id", GAMES)
def test_why_other_numbers_may_not_be_played(id: str) -> None:
    """Of every number on a board that is not legal, the state tells what the rules say."""
    page = find(GAMES[id], PAGE)
    game, rng, seen = GAMES[id](**GAMES[id].recommended.options), Random(7), 0
    for _ in range(10):
        played = Round(game)
        while legal := game.legal_moves(played.position):
            view = (page.view if page else plain_view)(played, legal)
            told = problems(game, played.position, legal, view)
            named = {number: reason for reason, group in told.items() for number in group}
            rest = [reason for reason, group in told.items() if not group]
            assert len(rest) <= 1
            for number in set(getattr(view, "numbers", ())) - set(legal):
                reason = named[number] if number in named else rest[0]
                expected = game.why_illegal(played.position, number)
                assert reason.replace("{}", game.format_move(number)) == expected
                seen += 1
            played.play(rng.choice(legal))
    assert seen or not hasattr(view, "numbers")


def test_views(make_table: MakeTable) -> None:
    """Each game shows what its board needs."""
    divider = make_table("divider").play(3)["view"]
    assert divider["left"] == [2, 4, 5, 7, 8]
    assert divider["sweeps"]["2"] == [2, 4, 8]
    ladder = make_table("ladder", options={"high": 10}, first="2").play(2, 3, 4)["view"]
    assert ladder["own"] == {"1": 3, "2": 4}
    assert ladder["ladders"] == {"1": [3], "2": [2, 4]}
    countdown = make_table("countdown").play(15)["view"]
    assert (countdown["number"], countdown["path"]) == (45, [60, 45])
    assert countdown["leaves"] == {"3": 42, "5": 40, "9": 36, "15": 30}
    chain = make_table("chain", options=CHAIN).play(6)["view"]
    assert (chain["last"], chain["chain"]) == (6, [6])
    assert chain["gone"] == [6]
    digits = make_table("digits", options={"base": 12, "target": 11}).play(10)["view"]
    assert (digits["written"], digits["remainder"]) == ("A", 10)
    assert digits["symbols"]["11"] == "B"
    after = digits["after"]["1"]
    assert (after["written"], after["remainder"], after["note"]) == ("A1", 0, "divides")


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


def test_the_document_names_every_address(client: httpx.Client) -> None:
    """The OpenAPI document lists all addresses of the API, with messages that exist."""
    document = client.get("/api/openapi.json").json()
    assert document["openapi"].startswith("3.")
    served = {route.path for route in routes() if isinstance(route, Route | WebSocketRoute)}
    assert set(document["paths"]) == {
        path for path in served if path.startswith(("/api", "/healthz", "/readyz", "/metrics"))
    }
    text = client.get("/api/openapi.json").text
    for piece in text.split('"#/components/schemas/')[1:]:
        assert piece.split('"')[0] in document["components"]["schemas"]
    assert client.get("/healthz").json() == {"status": "ok"}


def test_who_begins_may_be_a_number_or_a_word(client: httpx.Client) -> None:
    """Both 2 and "2" let Player 2 begin."""
    for first in (2, "2"):
        wish = {"game": "chain", "first": first, "players": {"1": "human", "2": "human"}}
        answer = client.post("/api/games", json=wish)
        assert answer.status_code == 201
        assert answer.json()["state"]["to_move"] == 2


def test_sums_are_played_within_the_limits_of_their_games(client: httpx.Client) -> None:
    """A sum is a game like others here; each of its games may be as large as alone."""
    made = client.post("/api/games", json={"game": "sum", "options": {}})
    assert made.status_code == 201
    summands = made.json()["state"]["view"]["summands"]
    assert [each["game"] for each in summands] == ["divider", "countdown"]
    large = {"one": "divider:high=500", "two": "countdown"}
    refused = client.post("/api/games", json={"game": "sum", "options": large})
    assert refused.status_code == 422
    assert refused.json()["error"] == "high may be 400 at the most here, not 500"
    assert client.get("/api/lessons/sum").status_code == 200
    assert client.get("/api/puzzle", params={"game": "sum", "seed": "3"}).status_code == 200
