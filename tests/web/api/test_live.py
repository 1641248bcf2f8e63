"""Live connections: what is sent and read over them, and who may open one."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.web.players import Live, MakeTable, Table
from tests.web.servers import Server, serving


def send_and_read(reader: Live, *frames: str | bytes) -> None:
    """Send frames, then read for as long as the connection lasts."""
    for frame in frames:
        reader.connection.send(frame)
    while True:
        reader.connection.recv(timeout=300)


def test_the_whole_state_on_connect_and_on_every_change(make_table: MakeTable) -> None:
    """Two players and a watcher each see every state, the same as by GET."""
    table = make_table("divider", mode="link")
    with table.live(1) as one, table.live(2) as two, table.live() as watcher:
        readers = (one, two, watcher)
        for reader in readers:
            assert reader.until(away={"1": False, "2": False})["ply"] == 0
        for ply, move in enumerate((5, 3, 2, 7), 1):
            table.play(move)
            states = [reader.until(ply=ply) for reader in readers]
            assert states[0] == states[1] == states[2] == table.state()
        assert states[0]["winner"] == 2
        table.post(1, "rematch")
        table.post(2, "rematch")
        for reader in readers:
            following = [reader.next(), reader.next()][1]["rematch"]["next"]
            assert following["seat_token_for_you"] is None
            assert following["seats"] == {}


def test_ping(make_table: MakeTable) -> None:
    """A ping is answered."""
    with make_table("divider").live() as watcher:
        watcher.next()
        watcher.connection.send('{"type":"ping"}')
        assert json.loads(watcher.connection.recv(timeout=300)) == {"type": "pong"}


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("", 1008),
        ("{", 1008),
        ("[]", 1008),
        ('{"type":"move","ply":0,"move":4}', 1008),
        ('{"type":"hello"}', 1008),
        ('{"type":"hello","token":"guess"}', 1008),
        ("[" * 4000, 1008),
        (b"\x00\xff", 1008),
        ("x" * 5000, 1009),
        (b"x" * 5_000_000, 1009),
    ],
)
def test_anything_else_ends_the_connection(
    make_table: MakeTable, frame: str | bytes, code: int
) -> None:
    """What is not understood closes with 1008, what is too long with 1009; others go on."""
    table = make_table("divider")
    with table.live() as other:
        other.next()
        with table.live() as watcher:
            watcher.next()
            with pytest.raises(ConnectionClosed) as closed:
                send_and_read(watcher, frame)
            received = closed.value.rcvd
            assert received is None or received.code == code
        table.play(4)
        assert other.until(ply=1)


def test_a_flood_of_pings_ends_the_connection(make_table: MakeTable) -> None:
    """A client that pings without pause is disconnected."""
    with make_table("divider").live() as watcher, pytest.raises(ConnectionClosed):
        send_and_read(watcher, *['{"type":"ping"}'] * 2000)


def test_only_our_own_page_may_connect(server: Server, make_table: MakeTable) -> None:
    """Another site's page is refused; our own, and programs, are not."""
    table = make_table("divider")
    address = f"ws://127.0.0.1:{server.port}{table.path}/live"
    with connect(address, origin=Origin(f"http://127.0.0.1:{server.port}")):
        pass
    evil = f"http://127.0.0.1:{server.port}.evil.example"
    for origin in ("http://evil.example", "null", "http://[", evil):
        with pytest.raises(InvalidStatus) as refused:
            connect(address, origin=Origin(origin))
        assert refused.value.response.status_code == 403
    with pytest.raises(InvalidStatus) as unknown:
        connect(f"ws://127.0.0.1:{server.port}/api/games/nope/live")
    assert unknown.value.response.status_code == 404
    assert b"no such game" in unknown.value.response.body


def test_limits_on_connections(tmp_path: Path) -> None:
    """Live connections and requests of one client have limits."""
    database = str(tmp_path / "games.sqlite3")
    limits = {"sockets_per_client": 3, "burst": 40, "requests_per_second": 0.01}
    with serving(database, tmp_path / "log", **limits) as server, server.client() as client:
        table = Table(client, "divider", mode="link")
        with table.live(1) as one, table.live(2) as two, table.live(2) as again:
            for reader in (one, two, again):
                reader.settle()
            with pytest.raises(InvalidStatus) as refused, table.live():
                pass
            assert refused.value.response.status_code == 429
        answers = [client.get("/api/catalog") for _ in range(60)]
        statuses = [answer.status_code for answer in answers]
        assert statuses[0] == 200
        assert statuses[-1] == 429
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert client.get("/healthz").status_code == 200


def test_clients_behind_a_proxy_are_told_apart(tmp_path: Path) -> None:
    """Only with --behind-proxy the last forwarded address counts as the client."""
    limits = {"burst": 5, "requests_per_second": 0.001}

    def refused(client: httpx.Client, address: str) -> bool:
        headers = {"X-Forwarded-For": f"1.2.3.4, {address}"}
        return client.get("/api/catalog", headers=headers).status_code == 429

    for proxies in ("loopback", ""):
        database = str(tmp_path / f"games{proxies}.sqlite3")
        with (
            serving(database, tmp_path / "log", proxies=proxies, **limits) as server,
            server.client() as client,
        ):
            assert [refused(client, "10.0.0.1") for _ in range(6)] == [False] * 5 + [True]
            assert refused(client, "10.0.0.2") != bool(proxies)


def test_large_boards_count_as_several_requests(tmp_path: Path) -> None:
    """A client that asks for the dearest states is slowed down long before a modest one."""
    limits = {"burst": 300, "requests_per_second": 0.001}
    database = str(tmp_path / "games.sqlite3")
    with serving(database, tmp_path / "log", **limits) as server, server.client() as client:
        table = Table(client, "countdown", options={"start": 963_761_198_400})
        statuses = [table.get().status_code for _ in range(10)]
        assert statuses[0] == 200
        assert statuses[-1] == 429


def test_live_connections_to_large_boards_count_as_several_requests(tmp_path: Path) -> None:
    """A client that opens live connections to the largest boards is soon refused."""
    limits = {"burst": 300, "requests_per_second": 0.001}
    database = str(tmp_path / "games.sqlite3")
    with serving(database, tmp_path / "log", **limits) as server, server.client() as client:
        table = Table(client, "countdown", options={"start": 963_761_198_400})
        with table.live() as reader:
            assert reader.next()["ply"] == 0

        def connect_again() -> None:
            for _ in range(10):
                with table.live() as reader:
                    reader.next()

        with pytest.raises(InvalidStatus) as refused:
            connect_again()
        assert refused.value.response.status_code == 429
