"""Nothing acknowledged is ever lost: servers killed with -9 in the middle of many games."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from divisor_duel.web.game.table import FORMAT
from divisor_duel.web.game.table import Table as StoredTable
from divisor_duel.web.store.choice import open_store
from divisor_duel.web.store.port import StoredGame
from tests.conftest import wait_until
from tests.web.servers import Postgres, Server, execute, serving

GAMES = 16
KILLS = int(os.environ.get("DUEL_SOAK_KILLS", "4"))
"""How often something is broken; `make soak` asks for many more."""

SECONDS = float(os.environ.get("DUEL_SOAK_SECONDS", "inf"))
"""For how long each test goes on breaking things, whatever is left to break then."""

LIFE = 40
"""Moves that are acknowledged between two kills."""

Acknowledged = dict[str, list[int]]


class Players:
    """The two players of one game after another; they never give up on a move.

    Half of them send their moves over live connections.
    """

    def __init__(self, servers: list[Server], seed: int) -> None:
        self._servers = servers
        self._move = self._insist_live if seed % 2 else self._insist_on_move
        self._rng = Random(seed)
        self.acknowledged: Acknowledged = {}

    async def play(self, stop: asyncio.Event) -> None:
        """Play until stopped; every move is sent again until it is acknowledged."""
        async with httpx.AsyncClient(timeout=300) as client:
            while not stop.is_set():
                await self._one_game(client, stop)

    async def _one_game(self, client: httpx.AsyncClient, stop: asyncio.Event) -> None:
        wish: dict[str, Any] = {"game": "chain", "options": {"high": 300}, "mode": "link"}
        made = await self._insist(client, "", wish, None)
        token = secrets.token_urlsafe(24)
        wish = {"invitation": made["invitations"]["2"], "token": token}
        await self._insist(client, f"/{made['id']}/join", wish, None)
        made["seats"]["2"] = token
        state, moves = made["state"], list[int]()
        while not state["over"] and not stop.is_set():
            move = self._rng.choice(state["legal"])
            wish = {"ply": len(moves), "move": move}
            token = made["seats"][str(state["to_move"])]
            state = await self._move(client, made["id"], wish, token)
            moves.append(move)
            assert state["played"] == moves
            self.acknowledged[made["id"]] = moves

    async def _insist_on_move(
        self, client: httpx.AsyncClient, game: str, wish: dict[str, Any], token: str
    ) -> dict[str, Any]:
        return await self._insist(client, f"/{game}/moves", wish, token)

    async def _insist_live(
        self, client: httpx.AsyncClient, game: str, wish: dict[str, Any], token: str
    ) -> dict[str, Any]:
        """Connect, to any server, and send a move until a state shows that it was made."""
        while True:
            address = self._rng.choice(self._servers).url.replace("http", "ws")
            try:
                async with connect(f"{address}/api/games/{game}/live", close_timeout=1) as live:
                    await live.send(json.dumps({"type": "hello", "token": token}))
                    await live.send(json.dumps({"type": "ping"}))
                    async for text in live:
                        told = json.loads(text)
                        if told["type"] == "state" and told["state"]["ply"] > wish["ply"]:
                            state: dict[str, Any] = told["state"]
                            return state
                        assert told["type"] != "refused" or told["again"], told
                        if told["type"] != "state":  # it knows who is there, or says: again
                            await live.send(json.dumps({"type": "move", **wish}))
            except (OSError, WebSocketException):
                await asyncio.sleep(0.02)

    async def _insist(
        self, client: httpx.AsyncClient, path: str, wish: dict[str, Any], token: str | None
    ) -> dict[str, Any]:
        """Ask again, of any server, until there is an answer."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        while True:
            server = self._rng.choice(self._servers)
            try:
                url = f"{server.url}/api/games{path}"
                answer = await client.post(url, json=wish, headers=headers)
            except httpx.TransportError:
                await asyncio.sleep(0.02)
                continue
            if answer.status_code in (200, 201):
                state: dict[str, Any] = answer.json()
                return state
            assert answer.status_code == 503, answer.text
            await asyncio.sleep(0.05)


def blows() -> Iterator[int]:
    """Count the kills that fit into the time, but at least one."""
    began = monotonic()
    for number in range(KILLS):
        if number and monotonic() > began + SECONDS:
            return
        yield number


async def play_while_killing(servers: list[Server]) -> Acknowledged:
    """Everything that was acknowledged while servers were killed one after another."""
    stop = asyncio.Event()
    players = [Players(servers, seed) for seed in range(GAMES)]
    tasks = [asyncio.create_task(player.play(stop)) for player in players]
    for kill in blows():
        await _moves(players, LIFE)
        server = servers[kill % len(servers)]
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
    await _moves(players, LIFE)
    stop.set()
    await asyncio.gather(*tasks)
    acknowledged: Acknowledged = {}
    for player in players:
        acknowledged |= player.acknowledged
    return acknowledged


async def _moves(players: list[Players], count: int) -> None:
    """Wait until `count` more moves have been acknowledged."""

    def made() -> int:
        return sum(len(moves) for player in players for moves in player.acknowledged.values())

    target = made() + count
    while made() < target:
        await asyncio.sleep(0.01)


async def play_while_cutting(server: Server, postgres: Postgres, database: str) -> Acknowledged:
    """Everything that was acknowledged while the database cut all connections, or fell itself."""
    stop = asyncio.Event()
    players = [Players([server], seed) for seed in range(GAMES)]
    tasks = [asyncio.create_task(player.play(stop)) for player in players]
    name = database.rpartition("/")[2]
    cut = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    for blow in blows():
        await _moves(players, LIFE)
        if blow % 2:
            await asyncio.to_thread(postgres.fall)
        else:
            await execute(postgres.address("postgres"), cut)
    await _moves(players, LIFE)
    stop.set()
    await asyncio.gather(*tasks)
    return {game: moves for player in players for game, moves in player.acknowledged.items()}


def check(servers: list[Server], acknowledged: Acknowledged) -> None:
    """Every server knows every acknowledged move, once, in order, after one more kill."""
    assert sum(map(len, acknowledged.values())) > LIFE
    for server in servers:
        server.kill()
        server.start()
    for server in servers:
        with server.client() as client:
            for game, moves in acknowledged.items():
                assert client.get(f"/api/games/{game}").json()["played"] == moves
        assert "Traceback" not in server.log.read_text()


def test_no_move_is_lost_when_the_server_is_killed(database: str, tmp_path: Path) -> None:
    """Killed again and again under load, the server has every acknowledged move, once."""
    with serving(database, tmp_path / "log") as server:
        check([server], asyncio.run(play_while_killing([server])))


def test_no_move_is_lost_when_the_database_falls(postgres: Postgres, tmp_path: Path) -> None:
    """Cut off, or left by a database that falls, the server knows every acknowledged move, once."""
    database = postgres.new_database()
    with serving(database, tmp_path / "log") as server:
        check([server], asyncio.run(play_while_cutting(server, postgres, database)))


def test_players_move_on_to_the_other_server(postgres: Postgres, tmp_path: Path) -> None:
    """With two servers on PostgreSQL, one killed in turn, games go on on the other."""
    database = postgres.new_database()
    with serving(database, tmp_path / "one") as one, serving(database, tmp_path / "two") as two:
        check([one, two], asyncio.run(play_while_killing([one, two])))


def test_the_computer_goes_on_after_a_crash(database: str, tmp_path: Path) -> None:
    """A game that was left with the computer to move is gone on with after a start."""
    table = StoredTable(
        id=secrets.token_urlsafe(12),
        game="chain",
        options={"low": 2, "high": 50, "opening": "any"},
        mode="here",
        first=1,
        players=("human", "easy"),
        names=("Ann", "Computer"),
        seed=1,
        date="2026-11-15",
        hashes={},
        moves=(15,),
        format=FORMAT,
    )

    async def prepare() -> None:
        store = open_store(database)
        await store.open(lambda *_: None)
        assert await store.save([StoredGame(table.id, 1, True, msgspec.json.encode(table))])
        await store.close()

    asyncio.run(prepare())
    with serving(database, tmp_path / "log") as server, server.client() as client:
        wait_until(lambda: client.get(f"/api/games/{table.id}").json()["ply"] == 2)
