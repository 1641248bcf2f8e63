"""An honest player beside hostile clients: what `python -m benchmarks attack` times, as facts."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from threading import Event
from types import FrameType
from typing import Any

import httpx
import pytest

import divisor_duel
from divisor_duel.web.api import analysis
from divisor_duel.web.app import Application, create_app
from divisor_duel.web.guard.limits import Limits
from divisor_duel.web.middleware import UNLIMITED_PATHS
from divisor_duel.web.store.choice import open_store
from tests.conftest import wait_until
from tests.web.attackers import ATTACKS, ENDED, address_of
from tests.web.players import Table
from tests.web.route_requests import (
    REQUESTS,
    ROOM_CHANGE,
    ROOM_WISH,
    TEACHER,
    WISHES,
    Asked,
    Games,
    games_of,
    route_names,
)
from tests.web.servers import serving

LIMITS = {
    "requests_per_second": 1.0,
    "burst": 40,
    "busy_share": 0.25,
    "busy_seconds": 2.0,
    "games_per_second": 0.001,
    "games_burst": 10,
    "connections_per_client": 30,
}
"""Narrow, so that attackers reach them soon; the honest player stays far below."""

REFUSED = {
    "records": "429",
    "computers": "429",
    "large states": "429",
    "silent connections": ENDED,
    "pings": ENDED,
}
"""What each attacker must come to."""


@contextmanager
def attacked(port: int) -> Iterator[dict[str, set[str]]]:
    """All attacks at once, for as long as it is wanted; what has come of each so far."""
    seen: dict[str, set[str]] = {name: set() for name in ATTACKS}
    over = Event()

    def attack(name: str) -> None:
        for fate in ATTACKS[name](port, address_of(name)):
            seen[name].add(fate)
            if over.wait(0.01 if fate == REFUSED[name] else 0.0):  # cheaper once refused
                return

    with ThreadPoolExecutor(len(ATTACKS)) as crowd:
        fates = [crowd.submit(attack, name) for name in ATTACKS]
        try:
            yield seen
        finally:
            over.set()
        for one in fates:
            one.result(100)


def test_an_honest_player_plays_on_while_all_attack(tmp_path: Path) -> None:
    """Every honest request is answered and the computer replies; every attacker is refused."""
    database = str(tmp_path / "games.sqlite3")
    with (
        serving(database, tmp_path / "log", **LIMITS) as server,
        server.client() as client,
        attacked(server.port) as seen,
    ):
        # No number of fewer than seven digits, all different, is divisible by this target.
        table = Table(client, "digits", options={"target": 999_983}, players={"2": "perfect"})
        with table.live(1) as player:
            state = player.until(you=None, ply=0)
            for ply in (0, 2, 4):
                assert client.get("/healthz").status_code == 200
                made = table.move(1, ply, state["legal"][0])
                assert made.status_code == 200, made.text
                state = player.until(ply=ply + 2, thinking=False)
        wait_until(lambda: all(fate in seen[name] for name, fate in REFUSED.items()))
        wait_until(lambda: client.get("/readyz").status_code == 200)
    assert seen["records"] <= {"422", "429", "503", ENDED}
    assert seen["computers"] | seen["large states"] <= {"201", "429", ENDED}
    assert "Traceback" not in server.log.read_text()


# --- every route ----------------------------------------------------------------------------

PACKAGE = str(Path(divisor_duel.__file__).parent)

HEAVY = (
    "/divisor_duel/engine/",
    "/drawing/",
    "/solving/",
    "/learn/coach.py",
    "/learn/hints.py",
    "/learn/lesson.py",
    "/learn/refutation.py",
    "/learn/review.py",
    "/web/engine/learning.py",
    "/web/engine/pictures.py",
    "/web/engine/position_card.py",
    "/web/engine/result_card.py",
    "/web/engine/tasks.py",
    "/web/game/variations.py",
)
"""Modules that compute or draw: none of their functions may run in the server's own process."""

HEAVY_FUNCTIONS = ("make_puzzle", "daily", "svg_to_bytes")

MOST_CALLS = 30_000
"""Function calls of one request in the server's own process: a few thousandths of a second."""

BY_WORKERS = {
    "POST /api/records",
    "GET /api/games/{id}/analysis",
    "GET /api/games/{id}/hint",
    "GET /api/games/{id}/coach",
    "GET /api/games/{id}/review",
    "GET /api/exercise",
    "GET /api/puzzle",
    "GET /api/daily",
    "GET /api/lessons/{game}",
    "POST /api/practice",
    "POST /api/progress",
    "GET /api/position",
    "GET /api/position/setting",
    "GET /api/position/analysis",
    "GET /api/position/why",
    "GET /api/position/values",
    "POST /api/position/record",
    "POST /api/records/tree",
    "POST /api/rooms/{id}/puzzle",
    "GET /worksheet/{game}",
    "GET /embed/picture.png",
    "GET /picture.png",
    "GET /g/{id}/picture.png",
    "GET /daily/picture.png",
    "GET /daily/result.png",
    "GET /puzzle/picture.png",
    "GET /qr.svg",
    "GET /icon-{size:int}.png",
}
"""Routes that worker processes answer."""


class Profile:
    """Counts what all threads of this process call, and notes what is heavy."""

    def __init__(self) -> None:
        self.calls = 0
        self.heavy: set[str] = set()

    def __call__(self, frame: FrameType, event: str, called: Any) -> None:
        file, name = frame.f_code.co_filename, frame.f_code.co_name
        if event == "c_call" and getattr(called, "__name__", "") in HEAVY_FUNCTIONS:
            self.heavy.add(called.__name__)
        if event == "call" and "/segno/" in file:
            self.heavy.add(f"segno: {name}")
        if event not in ("call", "c_call") or not file.startswith(PACKAGE):
            return
        self.calls += 1
        inside = any(part in file for part in HEAVY) or name in HEAVY_FUNCTIONS
        if event == "call" and inside and name != "<module>":
            self.heavy.add(f"{file.removeprefix(PACKAGE)}: {name}")

    @contextmanager
    def fresh(self) -> Iterator[None]:
        """Reset the counts, and count the calls of this thread as well."""
        self.calls, self.heavy = 0, set()
        sys.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(None)


@pytest.fixture
def profile() -> Iterator[Profile]:
    """Counts the calls of every thread that begins from now on."""
    made = Profile()
    threading.setprofile(made)
    yield made
    threading.setprofile(None)


@asynccontextmanager
async def application(folder: Path) -> AsyncIterator[Application]:
    """The application in this process."""
    limits = Limits(
        busy_share=1e3,
        busy_seconds=1e3,
        record_seconds=100.0,
        picture_seconds=100.0,
        burst=1_000_000,
        rooms_per_hour=1e6,
    )
    app = create_app(open_store(str(folder / "games.sqlite3")), limits)
    async with app.running():
        yield app


async def games_on(app: Application) -> Games:
    """Games to ask about."""
    async with asking(app, "127.0.0.1") as client:
        made = [(await client.post("/api/games", json=wish)).json() for wish in WISHES]
        opened = await client.post("/api/rooms", json=ROOM_WISH)
        assert opened.status_code == 201, opened.text
        room = opened.json()["code"]
        teacher = {"Authorization": f"Bearer {TEACHER}"}
        await client.post(f"/api/rooms/{room}/change", json=ROOM_CHANGE, headers=teacher)
        client.cookies.clear()
        return games_of(made, (await client.get("/")).text, room)


def asking(app: Application, address: str) -> httpx.AsyncClient:
    """A client with an address of its own."""
    transport = httpx.ASGITransport(app, client=(address, 1))
    return httpx.AsyncClient(transport=transport, base_url="http://duel", timeout=300)


async def ask(client: httpx.AsyncClient, name: str, asked: Asked) -> int:
    """Make a request; the status."""
    method = name.split()[0]
    headers = {"Authorization": f"Bearer {asked.token}"} if asked.token else {}
    if method == "LIVE":
        return await look_on(client, asked)
    answer = await client.request(method, asked.path, json=asked.body, headers=headers)
    return answer.status_code


async def look_on(client: httpx.AsyncClient, asked: Asked) -> int:
    """Open a live connection, get the state and leave."""
    transport: Any = client._transport
    sent: list[dict[str, Any]] = []
    shown = asyncio.Event()
    hello = [{"type": "websocket.receive", "text": json.dumps(asked.body)}] if asked.body else []
    events: list[dict[str, Any]] = [*hello, {"type": "websocket.connect"}]

    async def receive() -> dict[str, Any]:
        if events:
            return events.pop()
        await shown.wait()
        return {"type": "websocket.disconnect", "code": 1000}

    async def send(message: Any) -> None:
        sent.append(message)
        if message["type"] == "websocket.send":
            shown.set()

    scope = {
        "type": "websocket",
        "path": asked.path,
        "raw_path": asked.path.encode(),
        "query_string": b"",
        "root_path": "",
        "scheme": "ws",
        "headers": [],
        "subprotocols": [],
        "client": transport.client,
        "server": ("duel", 80),
        "extensions": {},
    }
    await transport.app(scope, receive, send)
    assert [message["type"] for message in sent][:2] == ["websocket.accept", "websocket.send"]
    return 101


def test_no_route_computes_in_the_servers_own_process(
    tmp_path: Path, profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every route, at its most expensive, leaves computing to workers and is charged for it."""
    monkeypatch.setattr(analysis, "QUERY_SECONDS", 600.0)  # a busy machine is not what is tested
    assert set(route_names()) == set(REQUESTS)

    async def run() -> None:
        async with application(tmp_path) as app:
            for number, (name, make) in enumerate(REQUESTS.items(), 1):
                games = await games_on(app)
                address = f"10.0.0.{number}" if name != "GET /metrics" else "127.0.0.1"
                async with asking(app, address) as client:
                    with profile.fresh():
                        status = await ask(client, name, make(games, number))
                limiter = app.rate_limiter
                payer = app._rooms.client_of(make(games, number).token) or address
                account = limiter._accounts[payer]
                assert status in (200, 101, 201, 403, 409, 422), name
                assert profile.heavy == set(), name
                assert profile.calls < MOST_CALLS, name
                assert account.time._left < account.time.most, name
                free = make(games, number).path in UNLIMITED_PATHS or name.startswith("LIVE")
                assert free or account.requests._left < account.requests.most, name
                pools = (app._analysis_workers, app._picture_workers)
                asked = any(payer in pool._queue._used for pool in pools)
                assert asked == (name in BY_WORKERS), name

    asyncio.run(run())


CONNECTIONS = 30
"""Connections of the flooding client: more than the routes that workers answer."""


def test_an_honest_client_is_answered_while_every_worker_is_flooded(tmp_path: Path) -> None:
    """Thirty connections of one client ask workers without end; another client does not wait."""

    async def run() -> None:
        async with application(tmp_path) as app, asking(app, "10.0.0.66") as hostile:
            games, flooding = await games_on(app), set[int]()

            async def flood(connection: int) -> None:
                for number in range(connection, 10**6, CONNECTIONS):
                    name = sorted(BY_WORKERS)[connection % len(BY_WORKERS)]
                    flooding.add(connection)
                    await ask(hostile, name, REQUESTS[name](games, number))
                    flooding.discard(connection)
                    await asyncio.sleep(0)

            crowd = [asyncio.create_task(flood(number)) for number in range(CONNECTIONS)]
            async with asking(app, "10.0.0.1") as honest:
                while not (app._analysis_workers.waiting and app._picture_workers.waiting):
                    await asyncio.sleep(0)
                for path in HONEST:
                    assert (await honest.get(path)).status_code == 200
                    assert flooding
                await play(honest)
                assert flooding
            for task in crowd:
                assert not task.done()
                task.cancel()
            await asyncio.gather(*crowd, return_exceptions=True)

    asyncio.run(run())


HONEST = (
    "/healthz",
    "/explore?game=chain&high=20",
    "/api/position?game=chain&high=20",
    "/picture.png?game=chain&high=20",
    "/api/position/analysis?game=chain&high=20",
    "/puzzle/picture.png?seed=honest",
)
"""What an honest reader asks for: pages, their pictures and an analysis."""


async def play(client: httpx.AsyncClient) -> None:
    """Make a move and wait for the computer's reply."""
    wish = {"game": "digits", "options": {"target": 999_983}, "players": {"2": "perfect"}}
    made = (await client.post("/api/games", json=wish)).json()
    path, headers = f"/api/games/{made['id']}", {"Authorization": f"Bearer {made['seats']['1']}"}
    body = {"ply": 0, "move": made["state"]["legal"][0]}
    assert (await client.post(f"{path}/moves", json=body, headers=headers)).status_code == 200
    while (await client.get(path)).json()["ply"] < 2:
        await asyncio.sleep(0)
