"""The back end that runs in the browser, asked as the page asks it."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import httpx
import pytest

from divisor_duel import GAMES
from divisor_duel.learn.progress import Progress
from divisor_duel.learn.progress_codes import read_code, write_code
from divisor_duel.web.engine import tasks
from divisor_duel.web.offline.backend import TROUBLE, Backend
from divisor_duel.web.static_site.python_files import UNUSED_PACKAGES
from tests.web.browser.table import SETUPS

BACKEND = Backend(counted=True)


def ask(path: str, **more: Any) -> dict[str, Any]:
    """The reply to a request."""
    reply: dict[str, Any] = json.loads(BACKEND.answer(json.dumps({"path": path, **more})))
    return reply


def new_game(level: str = "easy", **setup: Any) -> tuple[dict[str, Any], dict[str, str]]:
    """A new game of Divider: its table, and the tokens of its seats."""
    players = {"1": "human", "2": level}
    body = {"game": "divider", "options": {"high": 9}, "players": players, **setup}
    reply = ask("/api/games", body=body)
    return reply["saved"][0]["table"], reply["answer"]["seats"]


def test_it_needs_no_library_of_the_server() -> None:
    """Importing it loads msgspec and the standard library, and none of the unused packages."""
    code = """
import sys
sys.modules.update(dict.fromkeys(
    ["starlette", "uvicorn", "websockets", "httptools", "prometheus_client", "resvg_py", "rich",
     "textual", "platformdirs", "numpy", "numba"]
))
import divisor_duel.web.offline.backend
print(*sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    for folder in UNUSED_PACKAGES:
        assert f"divisor_duel.{folder.replace('/', '.')}" not in done.stdout.split()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_against_the_computer(game: str) -> None:
    """A move, the computer's reply, a hint, a warning, undo; each change is to be saved."""
    body = {"game": game, "options": SETUPS[game], "players": {"1": "human", "2": "perfect"}}
    made = ask("/api/games", body=body)
    (saved,), token = made["saved"], made["answer"]["seats"]["1"]
    table, state = saved["table"], saved["state"]
    hint = ask("/api/games/x/hint", table=table, params={"step": "3"})["answer"]
    move = hint["move"] or state["legal"][0]
    params = {"move": str(move)}
    assert "warning" in ask("/api/games/x/coach", table=table, params=params)["answer"]
    moved = ask("/api/games/x/moves", table=table, token=token, body={"ply": 0, "move": move})
    assert moved["answer"]["you"] == 1
    table, state = moved["saved"][0]["table"], moved["saved"][0]["state"]
    assert (table["version"], state["you"]) == (2, None)
    if not state["over"]:
        assert state["thinking"]
        replied = ask("/api/games/x/computer", table=table)["saved"][0]
        assert len(replied["state"]["played"]) == 2
        table = replied["table"]
    ply = len(table["moves"])
    back = ask("/api/games/x/undo", table=table, token=token, body={"ply": ply})
    assert back["saved"][0]["table"].get("moves", []) == []


def test_a_computer_that_follows_a_proof_says_why() -> None:
    """The proof's reason is saved with its move, so the page can show it beside the board."""
    table, _ = new_game("proof", options={"high": 14}, first=2)
    saved = ask("/api/games/x/computer", table=table)["saved"][0]
    assert saved["state"]["note"].startswith("Every number has a partner: 2")


def test_a_game_is_resigned_reviewed_and_played_again() -> None:
    """The review and the record need only the table; a rematch is saved beside the old game."""
    table, seats = new_game("perfect")
    table = ask("/api/games/x/resign", table=table, token=seats["1"])["saved"][0]["table"]
    assert ask("/api/games/x/review", table=table)["answer"]["moves"] == []
    assert "[Game" in ask("/api/games/x/record", table=table)["answer"]
    again = ask("/api/games/x/rematch", table=table, token=seats["1"])
    assert len(again["saved"]) == 2
    old, new = (saved["table"] for saved in again["saved"])
    state = ask("/api/games/x", table=old, token=seats["1"])["answer"]
    assert state["rematch"]["next"]["id"] == new["id"]
    assert state["rematch"]["next"]["seat_token_for_you"]


def test_refusals_are_sentences() -> None:
    """Illegal moves, stale moves, wrong tokens and bodies, and what only a server has."""
    table, seats = new_game()
    token = seats["1"]
    for path, more, why in (
        ("moves", {"token": token, "body": {"ply": 0, "move": 99}}, "99"),
        ("moves", {"token": "wrong", "body": {"ply": 0, "move": 4}}, "this token"),
        ("moves", {"token": token, "body": {"ply": "x"}}, "Expected"),
        ("undo", {"token": token, "body": {"ply": 0}}, "no move to take back"),
        ("computer", {}, "not the computer's turn"),
    ):
        reply = ask(f"/api/games/x/{path}", table=table, **more)
        assert why in reply["error"], reply
    stale = ask("/api/games/x/moves", table=table, token=token, body={"ply": 3, "move": 4})
    assert stale["state"]["ply"] == 0
    assert "needs a server" in ask("/api/games", body={"game": "chain", "mode": "link"})["error"]
    assert "has no /api/lobby" in ask("/api/lobby")["error"]


def test_positions_puzzles_and_pictures() -> None:
    """What the pages ask outside of games; pictures are SVG."""
    chain = {"game": "chain", "high": "20", "moves": "6.12"}
    assert ask("/api/position", params=chain)["answer"]["played"] == [6, 12]
    assert ask("/api/position/setting", params=chain)["answer"]["parts"]
    assert ask("/api/position/why", params={**chain, "move": "4"})["answer"]["why"]
    assert "unknown game" in ask("/api/position", params={"game": "go"})["error"]
    assert ask("/api/puzzle", params={"seed": "7", "game": "countdown"})["answer"]["solution"]
    assert ask("/api/puzzle/rating", params={"puzzle": "1340"})["answer"]["rating"]
    assert ask("/api/lessons/divider")["answer"]["steps"]
    assert ask("/api/catalog")["answer"]["games"]
    result = {"number": "4", "game": "chain", "results": "4:1.0"}
    assert ask("/api/daily/result", params=result)["answer"]["streak"] == 1
    pictured = {"game": "chain", "result": "4:1.0"}
    for path, params in (
        ("/picture.png", chain),
        ("/daily/result.png", pictured),
        ("/qr.svg", {"path": "/x"}),
    ):
        assert "<svg" in ask(path, params=params, root="https://site")["answer"]
    table, _ = new_game()
    assert "<svg" in ask("/g/x/picture.png", table=table)["answer"]


def test_progress_is_merged_and_a_wrong_code_refused() -> None:
    """The page without a server reads the same codes as the terminal."""
    own = {"daily": {"3": {"tries": "01", "hints": 0}}, "rating": None, "run": 0}
    code = write_code(Progress(rating=1234))
    merged = ask("/api/progress", body={"progress": own, "code": code})["answer"]
    assert merged["progress"]["rating"] == 1234
    assert read_code(merged["code"]).results[3].solved
    refused = ask("/api/progress", body={"progress": own, "code": "hello"})
    assert refused["error"].startswith("this is not a code")


def test_records_are_read_and_written() -> None:
    """A game as text and back, with its variations."""
    tree = {"game": "chain", "options": {"high": 20}, "line": "6.12"}
    text = ask("/api/position/record", body=tree)["answer"]
    assert ask("/api/records/tree", body={"text": text})["answer"]["moves"] == [6, 12]
    assert ask("/api/records", body={"text": text})["answer"]["state"]["played"] == [6, 12]


def test_a_stream_improves_up_to_the_analysis() -> None:
    """The last message is the best one."""
    request = json.dumps({"path": "/api/position/values", "params": {"game": "divider"}})
    *_, last = BACKEND.stream(request)
    assert json.loads(last)["value"] in ("win", "loss")


def test_a_computer_without_memory_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """The player learns of it; other requests are refused with a sentence."""
    table, _ = new_game(first=2)

    def fail(*arguments: object, **more: object) -> None:
        raise MemoryError

    monkeypatch.setattr(tasks, "answer", fail)
    assert ask("/api/games/x/computer", table=table)["answer"]["trouble"] == TROUBLE
    assert ask("/api/position", params={"game": "chain"})["error"] == tasks.TOO_LARGE


@pytest.mark.parametrize(
    "path",
    [
        "/api/position?game=ladder&high=30&moves=7",
        "/api/puzzle?seed=11&game=countdown",
        "/api/lessons/digits",
        "/api/catalog",
        "/api/puzzle/rating?puzzle=1200",
    ],
)
def test_answers_are_the_servers_own(client: httpx.Client, path: str) -> None:
    """The same request has the same answer from a real server."""
    place, _, query = path.partition("?")
    params = dict(pair.split("=") for pair in query.split("&") if pair)
    assert ask(place, params=params)["answer"] == client.get(path).json()
