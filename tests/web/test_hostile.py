"""Whatever is sent, the server answers in its own words and goes on."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import cycle
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple
from urllib.parse import quote

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from divisor_duel.errors import DuelError
from divisor_duel.games.registry import GAMES
from divisor_duel.web.api.openapi import document
from divisor_duel.web.api.routes import ENDPOINTS
from divisor_duel.web.game.new_table import read_game
from tests.conftest import wait_until
from tests.web.players import MakeTable, Table, timeless
from tests.web.servers import Server, serving

ANY_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
many = settings(
    max_examples=100,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


DOCUMENT: dict[str, Any] = document(ENDPOINTS)


def values(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values that mostly fit a schema of the document, and now and then do not."""
    if "$ref" in schema:
        return values(DOCUMENT["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
    if "anyOf" in schema:
        return st.one_of(*map(values, schema["anyOf"]))
    if "enum" in schema:
        return st.sampled_from(schema["enum"]) | ANY_JSON
    if schema.get("type") == "object":
        extra = schema.get("additionalProperties")
        if isinstance(extra, dict):
            names = st.sampled_from(["1", "2", "high", "low", "start"]) | st.text(max_size=5)
            return st.dictionaries(names, values(extra), max_size=3)
        fields = {name: values(inner) for name, inner in schema.get("properties", {}).items()}
        return st.fixed_dictionaries(fields) | st.fixed_dictionaries({}, optional=fields) | ANY_JSON
    if schema.get("type") == "integer":
        return st.integers(-5, 450) | st.integers()
    if schema.get("type") == "string":
        return st.sampled_from([*GAMES, "human", "easy", "1"]) | st.text(max_size=60)
    return ANY_JSON


class Wish(NamedTuple):
    """A request made from the document."""

    method: str
    path: str
    statuses: frozenset[str]
    body: Any
    name: str | None
    seat: str
    ply: Any


def wishes() -> Iterator[st.SearchStrategy[Wish]]:
    """Requests of every operation but thinking, which is slow by nature."""
    for path, methods in DOCUMENT["paths"].items():
        for method, operation in methods.items():
            slow = ("analysis", "hint", "review", "puzzle", "daily", "{game}", "live", "metrics")
            if path.endswith(slow):
                continue
            body: st.SearchStrategy[Any] = st.none()
            if "requestBody" in operation:
                body = values(operation["requestBody"]["content"]["application/json"]["schema"])
            yield st.builds(
                Wish,
                st.just(method),
                st.just(path),
                st.just(frozenset({*operation["responses"], "404", "405"})),
                body,
                st.none() | st.text("abc-_%/?", min_size=1, max_size=9),
                st.sampled_from(["1", "2", "guess", ""]),
                st.none() | st.integers(-2, 3) | st.text(max_size=3),
            )


@many
@given(wish=st.one_of(*wishes()))
def test_any_request_gets_a_documented_answer(server: Server, wish: Wish) -> None:
    """Requests made from the document, right and wrong, get only the statuses it names."""
    with server.client() as client:
        table = Table(client, "divider")
        token = table.seats.get(wish.seat, wish.seat)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        url = wish.path.replace("{id}", quote(wish.name or table.id, safe=""))
        query = {"ply": wish.ply} if wish.ply is not None and wish.method == "get" else {}
        answer = client.request(wish.method, url, json=wish.body, headers=headers, params=query)
    assert str(answer.status_code) in wish.statuses, answer.text
    if answer.status_code >= 400:
        assert set(answer.json()) in ({"error"}, {"error", "state"})


@many
@given(text=st.text(max_size=300) | st.sampled_from(["[Game", '[Game "chain"]\n1. 5 x *']))
def test_any_text_may_be_pasted(text: str) -> None:
    """No text, however odd, does more than be refused as a record."""
    with pytest.raises(DuelError):
        read_game(text)


@pytest.mark.parametrize(
    "request_text",
    [
        b"GARBAGE\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: nine\r\n\r\n",
        b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
        b"GET /static/../app.py HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET /static/%2e%2e/app.py HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET /api/games/%00 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    ],
)
def test_raw_nonsense(server: Server, request_text: bytes) -> None:
    """Bytes that are no proper request get a 4xx or nothing, never what is outside."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=300) as connection:
        connection.sendall(request_text)
        answer = connection.recv(65_536)
    assert answer == b"" or answer.split()[1][:1] == b"4"


def test_stolen_and_swapped_tokens(make_table: MakeTable) -> None:
    """A token opens only its own seat of its own game, whatever is asked."""
    table, other = make_table("divider", mode="link"), make_table("divider", mode="link")
    for action in ("moves", "undo", "redo", "resign", "takeback", "rematch", "swap"):
        for token in (other.seats["1"], other.seats["2"], table.seats["1"][:-1], "x" * 5000):
            assert table.post(token, action, ply=0, move=4).status_code == 403
    assert table.move(2, 0, 4).status_code == 403
    assert timeless(table.state()) == timeless(table.created)


def test_tokens_are_kept_secret(tmp_path: Path) -> None:
    """Tokens are neither in states, nor in the database, nor in what the server prints."""
    database = tmp_path / "games.sqlite3"
    with serving(str(database), tmp_path / "log") as server, server.client() as client:
        table = Table(client, "divider", mode="link")
        with table.live(1) as player:
            seen = json.dumps(player.next())
        table.play(4)
        table.move("stolen-token", 1, 5)
        table.post(1, "resign")
        table.post(1, "rematch")
        accepted = table.post(2, "rematch").json()
        tokens = [*table.seats.values(), accepted["rematch"]["next"]["seat_token_for_you"]]
        seen += json.dumps(table.state()) + table.get("/record").text
        server.kill()
        kept = b"".join(path.read_bytes() for path in tmp_path.glob("games.sqlite3*"))
        printed = server.log.read_text()
    for token in [*tokens, "stolen-token"]:
        assert token not in seen + printed
        assert token.encode() not in kept


def test_a_thousand_idle_connections(tmp_path: Path) -> None:
    """A thousand silent readers all get a move, and delay no one."""

    async def run(table: Table, port: int) -> int:
        from websockets.asyncio.client import connect

        address = f"ws://127.0.0.1:{port}{table.path}/live"
        patient = partial(connect, open_timeout=300, ping_interval=None)
        connections = []
        for _ in range(20):
            connections += await asyncio.gather(*(patient(address) for _ in range(50)))
        for connection in connections:
            await connection.recv()
        await asyncio.to_thread(table.play, 4)
        states = [json.loads(await connection.recv()) for connection in connections]
        await asyncio.gather(*(connection.close() for connection in connections))
        return sum(state["state"]["ply"] == 1 for state in states)

    database, log = str(tmp_path / "games.sqlite3"), tmp_path / "log"
    slow = 300.0  # so that readers on a busy machine are not taken for idle ones
    with serving(database, log, head_seconds=slow) as server, server.client() as client:
        assert asyncio.run(run(Table(client, "divider"), server.port)) == 1000


def test_slow_readers_are_let_go(tmp_path: Path) -> None:
    """A reader that reads nothing is disconnected, and all others go on playing."""
    limits = {"send_seconds": 5.0, "burst": 1_000_000}
    database = str(tmp_path / "games.sqlite3")
    with serving(database, tmp_path / "log", **limits) as server, server.client() as client:
        table = Table(client, "countdown", options={"start": 963_761_198_400})
        slow = [_deaf_reader(server.port, table.path) for _ in range(3)]
        with table.live() as reader:
            for version in range(2, 62, 2):
                table.play(2)
                table.post(1, "undo", ply=1)
                assert reader.until(version=version + 1)["ply"] == 0
        wait_until(lambda: all(map(_is_cut_off, slow)))
        for connection in slow:
            connection.close()


def _deaf_reader(port: int, path: str) -> socket.socket:
    """A live connection that is opened properly and then never read from."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", port))
    connection.sendall(
        f"GET {path}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    return connection


def _is_cut_off(connection: socket.socket) -> bool:
    """Whether the server has ended the connection, seen without reading from it."""
    state = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0]
    return state != 1  # not ESTABLISHED


@contextmanager
def ending(event: Event) -> Iterator[None]:
    """Set the event at the end, however it comes."""
    try:
        yield
    finally:
        event.set()


@pytest.mark.parametrize(
    ("limits", "status"),
    [
        ({"analyses_per_client": 2, "analyses": 32}, 429),
        ({"analyses_per_client": 99, "analyses": 1}, 503),
    ],
)
def test_a_flood_of_analysis_does_not_stop_moves(
    tmp_path: Path, limits: dict[str, int], status: int
) -> None:
    """While analyses queue up and are turned away, people's and computers' moves go through."""
    database = str(tmp_path / "games.sqlite3")
    limits = {**limits, "burst": 1_000_000}
    with serving(database, tmp_path / "log", **limits) as server, server.client() as client:
        answers: list[httpx.Response] = []
        over = Event()

        def ask(index: int) -> None:
            """Never the same position twice, since answers are remembered."""
            highs = cycle(range(120 + index, 400, 8))
            while not over.is_set():
                hard = Table(
                    client, "divider", options={"high": next(highs)}, players={"2": "easy"}
                )
                answers.append(hard.get("/analysis"))

        with ThreadPoolExecutor(8) as flood, ending(over):
            asked = [flood.submit(ask, index) for index in range(8)]
            table = Table(client, "digits", players={"2": "random"}, options={"target": 999_983})
            for _ in range(3):
                table.play(table.state()["legal"][0])
                with table.live(1) as player:
                    player.until(thinking=False)
            wait_until(lambda: {200, status} <= {answer.status_code for answer in answers})
        assert table.state()["ply"] == 6
        assert all(each.exception() is None for each in asked)
        assert {answer.status_code for answer in answers} == {200, status}
        assert all("retry-after" in one.headers for one in answers if one.status_code == status)
