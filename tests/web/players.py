"""A game as its players reach it over HTTP and a live connection."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.conftest import wait_until


def timeless(state: dict[str, Any]) -> dict[str, Any]:
    """A state without who is away, which time alone changes."""
    return {name: value for name, value in state.items() if name != "away"}


class Table:
    """One game on a server, with the tokens of all its seats."""

    def __init__(self, client: httpx.Client, game: str = "chain", **wish: object) -> None:
        self.client = client
        made = client.post("/api/games", json={"game": game, **wish})
        assert made.status_code == 201, made.text
        self.take(made.json())

    def take(self, created: dict[str, Any]) -> None:
        """Go on with the game that an answer describes."""
        self.id: str = created["id"]
        self.created: dict[str, Any] = created["state"]
        self.seats: dict[str, str] = created["seats"]
        for seat, invitation in created.get("invitations", {}).items():
            self.seats[seat] = self.join(invitation)

    def join(self, invitation: str, token: str | None = None) -> str:
        """Accept an invitation; the token of the seat."""
        token = token or secrets.token_urlsafe(24)
        wish = {"invitation": invitation, "token": token}
        joined = self.client.post(f"{self.path}/join", json=wish)
        assert joined.status_code == 200, joined.text
        self.created = joined.json() | {"you": None}
        return token

    @property
    def path(self) -> str:
        """Where the game is."""
        return f"/api/games/{self.id}"

    def post(self, seat: int | str | None, action: str, **body: object) -> httpx.Response:
        """Ask for a change, with the token of a seat, a token, or none."""
        token = self.seats.get(str(seat), str(seat)) if seat is not None else None
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return self.client.post(f"{self.path}/{action}", json=body, headers=headers)

    def move(self, seat: int | str | None, ply: int, move: int) -> httpx.Response:
        """Ask for a move."""
        return self.post(seat, "moves", ply=ply, move=move)

    def play(self, *moves: int) -> dict[str, Any]:
        """Make moves, each by the player to move; return the state after them."""
        state = self.state()
        for move in moves:
            done = self.move(state["to_move"], state["ply"], move)
            assert done.status_code == 200, done.text
            state = done.json()
        return state

    def get(self, what: str = "", seat: int | None = None) -> httpx.Response:
        """Read something, with the token of a seat or none."""
        token = self.seats.get(str(seat))
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return self.client.get(f"{self.path}{what}", headers=headers)

    def state(self, seat: int | None = None) -> dict[str, Any]:
        """The state now."""
        state: dict[str, Any] = self.get(seat=seat).json()
        return state

    @contextmanager
    def live(self, seat: int | None = None, source: str = "127.0.0.1") -> Iterator[Live]:
        """A live connection from an address of this computer, with or without a seat."""
        address = str(self.client.base_url).replace("http", "ws").rstrip("/") + self.path + "/live"
        with connect(
            address,
            open_timeout=300,
            close_timeout=1,
            ping_interval=None,
            source_address=(source, 0),
        ) as connection:
            if seat:
                hello = {"type": "hello", "token": self.seats[str(seat)]}
                connection.send(json.dumps(hello))
            yield Live(connection)


MakeTable = Callable[..., Table]
"""Sets up a game on a server, as `Table` does."""


class Live:
    """What comes over a live connection."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def next(self) -> dict[str, Any]:
        """The next state."""
        message = json.loads(self.connection.recv(timeout=300))
        assert message["type"] == "state"
        state: dict[str, Any] = message["state"]
        return state

    def settle(self) -> None:
        """Wait until the server has handled everything that was sent."""
        self.connection.send('{"type":"ping"}')
        while json.loads(self.connection.recv(timeout=300)) != {"type": "pong"}:
            pass

    def until(self, **wanted: object) -> dict[str, Any]:
        """The next state that has these fields."""
        while True:
            state = self.next()
            if all(state[name] == value for name, value in wanted.items()):
                return state


def wait_for_computer(table: Table) -> dict[str, Any]:
    """The state once the computer has moved."""
    wait_until(lambda: not table.state()["thinking"])
    return table.state()
