"""The least that a server for these games must do: check whose turn it is, store a row, tell both.

It answers the requests of `benchmarks.crowd.players` as the real server does, with the same
packages and as durably, but has no rules, no seats, no limits and nothing else: any number not yet
played is legal. It is what a move of the real server is compared with.
``python -m benchmarks.crowd.bare FILE`` serves, with the games in a new file.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
import sqlite3
import sys
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

STATE_BYTES = 1700
"""Length of a state: that of the real server's."""

ROW_BYTES = 500
"""Length of a row: that of the real server's, with names, tokens and settings."""

NUMBERS = range(2, 101)
"""The numbers of a game."""

PLIES = 40
"""How long a game lasts: about as long as one of the real server's."""


class Game:
    """A game, and the sockets of its players."""

    def __init__(self, id: str, padding: str) -> None:
        self.id, self.padding = id, padding
        self.played: list[int] = []
        self.sockets: list[WebSocket] = []

    @property
    def state(self) -> dict[str, Any]:
        """The game as its players see it."""
        ply = len(self.played)
        return {
            "version": ply,
            "ply": ply,
            "to_move": 1 + ply % 2,
            "legal": [number for number in NUMBERS if number not in self.played],
            "played": self.played,
            "over": ply >= PLIES,
            "padding": self.padding,
        }


class Writer:
    """A thread that stores rows: all that wait share a transaction, as on the real server."""

    def __init__(self, file: str) -> None:
        self._queue: SimpleQueue[tuple[str, bytes, asyncio.Future[None]]] = SimpleQueue()
        Thread(target=self._run, args=(file,), daemon=True).start()

    async def save(self, id: str, body: bytes) -> None:
        """Return once the row is on disk."""
        stored = asyncio.get_running_loop().create_future()
        self._queue.put((id, body, stored))
        await stored

    def _run(self, file: str) -> None:
        connection = sqlite3.connect(file, isolation_level=None)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE games (id TEXT PRIMARY KEY, body BLOB) WITHOUT ROWID")
        while True:
            rows = [self._queue.get()]
            while not self._queue.empty():
                rows.append(self._queue.get())
            connection.execute("BEGIN IMMEDIATE")
            for row in rows:
                connection.execute("REPLACE INTO games VALUES (?, ?)", row[:2])
            connection.execute("COMMIT")
            stored = [row[2] for row in rows]
            stored[0].get_loop().call_soon_threadsafe(_settle, stored)


def _settle(futures: list[asyncio.Future[None]]) -> None:
    for future in futures:
        future.set_result(None)


def application(file: str) -> Starlette:
    """Return the server as an application."""
    games: dict[str, Game] = {}
    writer, encode = Writer(file), msgspec.json.encode
    padding = "x" * max(STATE_BYTES - len(encode(Game("", "").state)), 0)

    async def create(request: Request) -> Response:
        game = Game(secrets.token_urlsafe(16), padding)
        games[game.id] = game
        made = {"id": game.id, "seats": {"1": ""}, "state": game.state, "invitations": {"2": ""}}
        return Response(encode(made))

    async def join(request: Request) -> Response:
        return Response(b"{}")

    async def live(websocket: WebSocket) -> None:
        game = games[websocket.path_params["id"]]
        await websocket.accept()
        game.sockets.append(websocket)
        await websocket.send_text(encode({"type": "state", "state": game.state}).decode())
        try:
            while True:
                message = msgspec.json.decode(await websocket.receive_text())
                if message["type"] == "move" and message["ply"] == len(game.played):
                    game.played.append(message["move"])
                    await writer.save(game.id, encode(game.played).ljust(ROW_BYTES))
                    text = encode({"type": "state", "state": game.state}).decode()
                    for socket_ in game.sockets:
                        await socket_.send_text(text)
        except WebSocketDisconnect:
            game.sockets.remove(websocket)

    return Starlette(
        routes=[
            Route("/api/games", create, methods=["POST"]),
            Route("/api/games/{id}/join", join, methods=["POST"]),
            WebSocketRoute("/api/games/{id}/live", live),
        ]
    )


def main() -> None:
    """Serve until interrupted."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    listening.listen(2048)
    print(f"http://127.0.0.1:{listening.getsockname()[1]}/", flush=True)
    config = uvicorn.Config(
        application(sys.argv[1]),
        loop="uvloop",
        log_level="critical",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
    )
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()
