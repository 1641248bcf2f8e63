"""Connections that send too much, or nothing at all, are closed."""

from __future__ import annotations

import asyncio
import gc
import json
import re
import socket
import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect as connect_live
from websockets.exceptions import ConnectionClosed

from divisor_duel.web.app import create_app
from divisor_duel.web.guard.limits import Limits
from divisor_duel.web.live.protocols import MOST_UNREAD, BoundedSocket
from divisor_duel.web.store.choice import open_store
from divisor_duel.web.store.port import StoredGame
from tests.conftest import wait_until
from tests.web.players import Table
from tests.web.servers import Server, serving, serving_here, until

PING = '{"type":"ping"}'
HANDSHAKE = (
    "GET {path}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    "Sec-WebSocket-Version: 13\r\n\r\n"
)


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with short deadlines: only for clients that miss them."""
    folder = tmp_path_factory.mktemp("strict")
    limits = {"head_seconds": 1.0, "body_seconds": 1.0}
    with serving(str(folder / "games.sqlite3"), folder / "log", **limits) as running:
        yield running


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with few places and long deadlines, which no slow client misses."""
    folder = tmp_path_factory.mktemp("small")
    limits = {"head_seconds": 1000.0, "body_seconds": 1000.0, "sockets_per_game": 3}
    with serving(str(folder / "games.sqlite3"), folder / "log", **limits) as running:
        yield running


def connect(server: Server) -> socket.socket:
    """A plain connection."""
    return socket.create_connection(("127.0.0.1", server.port), timeout=300)


def is_ended(connection: socket.socket) -> bool:
    """Whether the server ends the connection; waits for it, and reads what comes before."""
    try:
        while connection.recv(65_536):
            pass
    except ConnectionError:
        pass
    return True


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: x\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /hea",
        b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        b"Content-Length: 100\r\n\r\n{",
        b"POST /api/games HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
    ],
)
def test_what_does_not_come_is_not_waited_for(strict: Server, sent: bytes) -> None:
    """Silent connections, half a head and half a body end after their deadlines."""
    with connect(strict) as connection:
        connection.sendall(sent)
        assert is_ended(connection)


def test_heads_have_an_end(small: Server) -> None:
    """Headers that never stop are not collected."""
    with connect(small) as connection:
        with suppress(ConnectionError):
            connection.sendall(b"GET / HTTP/1.1\r\n" + b"X-Filler: yes\r\n" * 10_000)
        assert is_ended(connection)


def test_one_client_may_hold_so_many_connections(tmp_path: Path) -> None:
    """Beyond its share a client's connections are refused at once; those it holds go on."""
    limits = {"head_seconds": 1000.0, "connections_per_client": 20}
    database = str(tmp_path / "games.sqlite3")
    with serving(database, tmp_path / "log", **limits) as server, server.client() as client:
        table = Table(client, "divider")
        held = [connect(server) for _ in range(25)]
        try:
            assert is_ended(held[-1])
            assert table.play(4)["ply"] == 1
            counted = re.search(r"^duel_connections_refused_total (\S+)", _metrics(client), re.M)
            assert counted
            assert float(counted[1]) >= 6
        finally:
            for connection in held:
                connection.close()
        wait_until(lambda: _answers(server))


def test_connections_that_end_at_once_are_not_held(small: Server) -> None:
    """Who breaks off, even before the server knows who it was, is counted out again."""
    for _ in range(50):
        reset(connect(small))
    with small.client() as client:
        wait_until(lambda: "\nduel_connections 1.0\n" in _metrics(client))


def _metrics(client: httpx.Client) -> str:
    return client.get("/metrics").text


def _answers(server: Server) -> bool:
    with connect(server) as connection:
        try:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            return connection.recv(100).startswith(b"HTTP/1.1 200")
        except ConnectionError:
            return False


def frame(opcode: int, payload: bytes = b"", fin: bool = True) -> bytes:
    """A small frame as a client sends it."""
    mask = b"mask"
    masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))
    return bytes([opcode | (0x80 if fin else 0), 0x80 | len(payload)]) + mask + masked


@pytest.mark.parametrize(
    "frames",
    [
        frame(9),
        frame(10, b"x"),
        frame(9, b"x" * 100),
        frame(1, b'{"type":"ping"}'),
    ],
    ids=["pings", "pongs", "long pings", "messages"],
)
def test_floods_of_frames_end_the_connection(server: Server, frames: bytes) -> None:
    """Pings, pongs and messages are counted, whatever they carry; too many end it."""
    flood(server, frames * 500)


def test_floods_of_fragments_end_the_connection(server: Server) -> None:
    """A message in very many pieces, empty ones among them, ends the connection."""
    flood(server, frame(1, b"{", fin=False) + frame(0, b"", fin=False) * 2000)


def flood(server: Server, frames: bytes) -> None:
    """Send frames on a live connection until it has ended; the game goes on."""
    with server.client() as client:
        table = Table(client, "divider")
        with connect(server) as connection:
            connection.sendall(HANDSHAKE.format(path=table.path).encode())
            assert connection.recv(100).startswith(b"HTTP/1.1 101")
            with suppress(ConnectionError):
                for _ in range(1000):
                    connection.sendall(frames)
            assert is_ended(connection)
        assert table.play(4)["ply"] == 1


def test_a_move_may_come_in_any_pieces(server: Server) -> None:
    """Whole, cut in the middle, in fragments or behind others: a move is made once, in order."""

    def wish(ply: int, move: int) -> bytes:
        return b'{"type":"move","ply":%d,"move":%d}' % (ply, move)

    with server.client() as client, connect(server) as connection:
        table = Table(client, "countdown", mode="link", options={"start": 60})
        mover = str(table.created["to_move"])
        connection.sendall(HANDSHAKE.format(path=table.path).encode())
        assert connection.recv(100).startswith(b"HTTP/1.1 101")  # before that nothing may be sent
        connection.sendall(frame(1, b'{"type":"hello","token":"%s"}' % table.seats[mover].encode()))
        ways: list[list[bytes]] = [
            [frame(1, wish(0, 2))],
            [frame(9) + frame(1, wish(2, 2))],
            [frame(1, wish(4, 2))[:1], frame(1, wish(4, 2))[1:]],
            [frame(1, wish(6, 2)[:9], fin=False), frame(0, wish(6, 2)[9:])],
            [frame(1, wish(8, 2)), frame(1, wish(8, 2))],
        ]
        for ply, pieces in enumerate(ways):
            for piece in pieces:
                connection.sendall(piece)
                assert client.get("/healthz").status_code == 200
            wait_until(partial(_is_at, table, 2 * ply + 1))
            assert table.play(2)["played"] == [2] * (2 * ply + 2)


def _is_at(table: Table, ply: int) -> bool:
    return bool(table.state()["ply"] == ply)


def test_a_watcher_gives_way_to_a_new_connection(small: Server) -> None:
    """Beyond a game's watchers the first one is let go with 1013; the others see the game on."""
    with small.client() as client, ExitStack() as stack:
        table, other = Table(client, "divider"), Table(client, "divider")
        readers = [stack.enter_context(table.live()) for _ in range(3)]
        assert {reader.next()["ply"] for reader in readers} == {0}
        newcomer = stack.enter_context(table.live())
        assert newcomer.next()["ply"] == 0
        with pytest.raises(ConnectionClosed) as ended:
            readers[0].next()
        assert ended.value.rcvd
        assert ended.value.rcvd.code == 1013
        with other.live() as reader:
            assert reader.next()["ply"] == 0
        assert table.play(4)["ply"] == 1
        assert {reader.next()["ply"] for reader in (*readers[1:], newcomer)} == {1}


def test_the_log_stays_short(small: Server) -> None:
    """The same complaint is written once in a while, not once for each time."""
    for _ in range(30):
        with connect(small) as connection:
            connection.sendall(b"GARBAGE\r\n\r\n")
            assert is_ended(connection)
    assert len(small.log.read_text().splitlines()) < 10


def test_a_live_connection_that_has_ended_is_gone() -> None:
    """Nothing of it waits for the collector of garbage, which comes seldom."""

    def held() -> int:
        return sum(type(one) is BoundedSocket for one in gc.get_objects())

    async def run() -> None:
        async with serving_here(create_app(open_store(":memory:"))) as where:
            async with httpx.AsyncClient() as client:
                wish = {"game": "chain"}
                made = (await client.post(f"http://{where}/api/games", json=wish)).json()
            gc.collect()
            before = held()
            gc.disable()
            try:
                async with connect_live(f"ws://{where}/api/games/{made['id']}/live") as wire:
                    await wire.recv()
                    assert held() == before + 1
                await until(lambda: held() <= before)
            finally:
                gc.enable()

    asyncio.run(run())


def test_reading_pauses_while_a_few_messages_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client cannot fill the memory while its move waits for the disk; nothing is lost."""
    sockets: list[BoundedSocket] = []
    connected = BoundedSocket.connection_made

    def note(wire: BoundedSocket, transport: object) -> None:
        sockets.append(wire)
        connected(wire, transport)

    monkeypatch.setattr(BoundedSocket, "connection_made", note)

    async def run() -> None:
        store, saved = open_store(":memory:"), asyncio.Event()
        save = store.save

        async def save_later(rows: Sequence[StoredGame]) -> bool:
            await saved.wait()
            return await save(rows)

        app = create_app(store, Limits(frames_per_second=1000.0))
        async with (
            serving_here(app) as where,
            httpx.AsyncClient(base_url=f"http://{where}") as http,
        ):
            made = (await http.post("/api/games", json={"game": "chain"})).json()
            monkeypatch.setattr(store, "save", lambda rows: asyncio.ensure_future(save_later(rows)))
            async with connect_live(f"ws://{where}/api/games/{made['id']}/live") as client:
                await client.recv()
                await client.send(json.dumps({"type": "hello", "token": made["seats"]["1"]}))
                await client.send(json.dumps({"type": "move", "ply": 0, "move": 8}))
                for _ in range(MOST_UNREAD + 1):
                    await client.send(PING)
                    await http.get("/healthz")
                waiting = sockets[0].queue
                await until(lambda: waiting.qsize() > MOST_UNREAD)
                for _ in range(20):
                    await client.send(PING)
                    await http.get("/healthz")
                unread = waiting.qsize()
                saved.set()
                assert unread == MOST_UNREAD + 1
                types = [json.loads(await client.recv())["type"] for _ in range(MOST_UNREAD + 22)]
                assert types == ["state"] + ["pong"] * (MOST_UNREAD + 21)

    asyncio.run(run())


BROKEN_BODY = (
    b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    b"Content-Length: 100\r\n\r\n{"
)


def requests_counted(server: Server, *statuses: int) -> int:
    """Return how many requests the server has counted under any of `statuses`."""
    with server.client() as client:
        text = client.get("/metrics").text
    found = re.findall(r'^duel_requests_total{status="(\d+)"} (\d+)', text, re.M)
    return sum(int(count) for status, count in found if int(status) in statuses)


def reset(connection: socket.socket) -> None:
    """Reset the connection: the server sees an error instead of an orderly end."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


@pytest.mark.parametrize("end", [reset, socket.socket.close])
def test_a_client_that_hangs_up_is_no_server_error(
    tmp_path: Path, end: Callable[[socket.socket], None]
) -> None:
    """A client that hangs up in mid-body counts as status 499, and nothing is logged."""
    with serving(str(tmp_path / "games.sqlite3"), tmp_path / "log") as server:
        connection = connect(server)
        connection.sendall(BROKEN_BODY)
        end(connection)
        wait_until(lambda: requests_counted(server, 499, 500) == 1)
        assert requests_counted(server, 499) == 1
        assert server.log.read_text() == ""


@pytest.mark.parametrize("end", [reset, socket.socket.close])
def test_clients_that_leave_while_they_are_answered_are_not_logged(
    tmp_path: Path, end: Callable[[socket.socket], None]
) -> None:
    """Clients that leave a streamed answer, a handshake or a live connection log nothing."""
    with (
        serving(str(tmp_path / "games.sqlite3"), tmp_path / "log") as server,
        server.client() as client,
    ):
        live = HANDSHAKE.format(path=Table(client, "divider").path)
        unknown = HANDSHAKE.format(path="/api/games/unknown")
        values = "/api/position/values?game=divider&high=60"
        stream = f"GET {values} HTTP/1.1\r\nHost: x\r\n\r\n"
        for sent, waits in [(live, False), (unknown, False)] * 20 + [(live, True), (stream, True)]:
            connection = connect(server)
            connection.sendall(sent.encode())
            if waits:
                assert connection.recv(1)
            end(connection)
        wait_until(lambda: "\nduel_connections 1.0" in client.get("/metrics").text)
        wait_until(lambda: "\nduel_sockets 0.0" in client.get("/metrics").text)
        assert requests_counted(server, 500) == 0
        assert server.log.read_text() == ""
