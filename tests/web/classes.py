"""A class on a server: a teacher and pupils who reach their room over HTTP and sockets."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import secrets
import threading
from contextlib import suppress
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import connect

from tests.conftest import wait_until


class Class:
    """A room with its teacher's token and those of the pupils who are no browsers."""

    def __init__(self, client: httpx.Client, game: str = "chain", **wish: Any) -> None:
        self.client, self.teacher = client, secrets.token_urlsafe(24)
        asked = {"token": self.teacher, "game": game, "options": {"high": 12}} | wish
        made = client.post("/api/rooms", json=asked)
        assert made.status_code == 201, made.text
        self.code: str = made.json()["code"]
        self.tokens: dict[int, str] = {}
        client.cookies.clear()

    @classmethod
    def of(cls, client: httpx.Client, code: str, teacher: str) -> Class:
        """The class of a room that was opened in a browser."""
        made = cls.__new__(cls)
        made.client, made.code, made.teacher, made.tokens = client, code, teacher, {}
        return made

    def post(self, path: str, token: str | None, /, **body: Any) -> httpx.Response:
        """Send a request about the room with a token."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        done = self.client.post(f"/api/rooms/{self.code}/{path}", json=body, headers=headers)
        self.client.cookies.clear()
        return done

    def join(self, name: str) -> int:
        """Join as a new pupil; the pupil's number."""
        token = secrets.token_urlsafe(24)
        done = self.post("join", None, token=token, name=name)
        assert done.status_code == 200, done.text
        number: int = done.json()["pupil"]["number"]
        self.tokens[number] = token
        return number

    def change(self, type: str, **fields: Any) -> dict[str, Any]:
        """Change the room as its teacher; the room."""
        done = self.post("change", self.teacher, what={"type": type, **fields})
        assert done.status_code == 200, done.text
        room: dict[str, Any] = done.json()
        return room

    def see(self, number: int = 0) -> dict[str, Any]:
        """The room as a pupil sees it, or the teacher."""
        token = self.tokens[number] if number else self.teacher
        headers = {"Authorization": f"Bearer {token}"}
        done = self.client.get(f"/api/rooms/{self.code}", headers=headers)
        assert done.status_code == 200, done.text
        room: dict[str, Any] = done.json()
        return room

    def get(self, what: str) -> httpx.Response:
        """Read something as the teacher."""
        headers = {"Authorization": f"Bearer {self.teacher}"}
        return self.client.get(f"/api/rooms/{self.code}/{what}", headers=headers)

    def table(self) -> list[dict[str, str]]:
        """The standings as a spreadsheet reads them."""
        text = self.get("results.csv").text
        assert text.startswith("\ufeff")
        return list(csv.DictReader(io.StringIO(text[1:])))

    def games(self) -> list[dict[str, Any]]:
        """The games of the current round."""
        games: list[dict[str, Any]] = self.see()["teacher"]["games"]
        return games

    def state(self, game: str) -> dict[str, Any]:
        """The state of a game."""
        state: dict[str, Any] = self.client.get(f"/api/games/{game}").json()
        return state

    def move(self, game: dict[str, Any], rng: Random) -> bool:
        """Make a move in a game, unless it is over or none of our pupils is to move."""
        state = self.state(game["id"])
        mover = game["one"] if state["to_move"] == 1 else game["two"]
        if state["over"] or mover not in self.tokens:
            return False
        headers = {"Authorization": f"Bearer {self.tokens[mover]}"}
        body = {"ply": state["ply"], "move": rng.choice(state["legal"])}
        done = self.client.post(f"/api/games/{game['id']}/moves", json=body, headers=headers)
        assert done.status_code == 200, done.text
        return True

    def finish(self, rng: Random) -> None:
        """Play all games of the round to their end, and wait until the results are known."""

        def all_over() -> bool:
            for game in self.games():
                while not game["over"] and self.move(game, rng):
                    pass
            return all(game["over"] for game in self.games())

        wait_until(all_over)


class Crowd:
    """Pupils with open connections, in a thread of their own; they come back when cut off."""

    def __init__(self, url: str, code: str) -> None:
        self._address = f"{url.replace('http', 'ws')}/api/rooms/{code}/live"
        self.rooms: dict[str, dict[str, Any]] = {}
        """What each token was sent last."""
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def come(self, token: str) -> None:
        """Connect with a token, and wait for the room."""
        self.rooms.pop(token, None)
        asyncio.run_coroutine_threadsafe(self._start(token), self._loop).result()
        wait_until(lambda: token in self.rooms)

    async def _start(self, token: str) -> None:
        self._tasks[token] = asyncio.create_task(self._follow(token))

    async def _follow(self, token: str) -> None:
        while True:
            with suppress(OSError, Exception):
                async with connect(self._address, open_timeout=100, ping_interval=None) as socket:
                    await socket.send(json.dumps({"type": "hello", "token": token}))
                    async for message in socket:
                        self.rooms[token] = json.loads(message)
            await asyncio.sleep(0.2)

    def leave(self, token: str) -> None:
        """Close the connection of a token."""
        asyncio.run_coroutine_threadsafe(self._end(token), self._loop).result()

    async def _end(self, token: str) -> None:
        task = self._tasks.pop(token)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    def close(self) -> None:
        """Close all connections."""
        for token in list(self._tasks):
            self.leave(token)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
