"""Live connections to rooms: what is sent, and who may open one."""

from __future__ import annotations

import json

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.web.classes import Class
from tests.web.servers import Server


def connected(server: Server, code: str, origin: Origin | None = None) -> ClientConnection:
    """A connection to a room."""
    address = f"{server.url.replace('http', 'ws')}/api/rooms/{code}/live"
    return connect(address, open_timeout=300, close_timeout=1, ping_interval=None, origin=origin)


def read_all(connection: ClientConnection) -> None:
    """Read for as long as the connection lasts."""
    while True:
        connection.recv(timeout=300)


def hello(connection: ClientConnection, token: str) -> None:
    """Name a place."""
    connection.send(json.dumps({"type": "hello", "token": token}))


def test_everyone_sees_the_room_in_their_own_way(server: Server, client: httpx.Client) -> None:
    """Teacher and pupil are sent the room after hello and after a change; a ping is answered."""
    made = Class(client)
    number = made.join("Ann")
    with connected(server, made.code) as teacher, connected(server, made.code) as pupil:
        pupil.send('{"type":"ping"}')
        assert json.loads(pupil.recv(timeout=300)) == {"type": "pong"}
        hello(teacher, made.teacher)
        assert json.loads(teacher.recv(timeout=300))["room"]["pupil"] is None
        hello(pupil, made.tokens[number])
        assert json.loads(pupil.recv(timeout=300))["room"]["pupil"]["name"] == "Ann"
        made.change("rename", pupil=number, name="Anna")
        while True:
            room = json.loads(pupil.recv(timeout=300))["room"]
            if room["pupil"]["name"] == "Anna":
                break
        made.change("remove", pupil=number)
        while (message := json.loads(pupil.recv(timeout=300)))["type"] == "room":
            pass
        assert "removed you" in message["error"]


@pytest.mark.parametrize(
    "frame", ["{", '{"type":"hello","token":"nobody"}', '{"type":"move","ply":0,"move":4}', b"\x00"]
)
def test_what_makes_no_sense_ends_the_connection(
    server: Server, client: httpx.Client, frame: str | bytes
) -> None:
    """Strangers' tokens, moves and noise are answered with the end, and nothing of the room."""
    with connected(server, Class(client).code) as connection:
        connection.send(frame)
        with pytest.raises(ConnectionClosed) as closed:
            connection.recv(timeout=300)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008


def test_a_connection_that_is_refused(server: Server, client: httpx.Client) -> None:
    """Unknown rooms and pages of other sites are refused before anything is sent."""
    code = Class(client).code
    for path, origin, status in (
        ("BCDFGH", None, 404),
        ("nonsense", None, 404),
        (code, Origin("http://elsewhere"), 403),
    ):
        with pytest.raises(InvalidStatus) as refused, connected(server, path, origin):
            pass
        assert refused.value.response.status_code == status


def test_a_second_hello_is_too_many(server: Server, client: httpx.Client) -> None:
    """A connection has one place."""
    made = Class(client)
    with connected(server, made.code) as connection:
        hello(connection, made.teacher)
        connection.recv(timeout=300)
        hello(connection, made.teacher)
        with pytest.raises(ConnectionClosed):
            read_all(connection)
