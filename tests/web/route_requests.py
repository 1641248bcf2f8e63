"""One request for every route of the application, as expensive as the route allows.

The attack test and `python -m benchmarks attack` walk the routing table with these. A route
that is not listed here fails the test.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from starlette.routing import BaseRoute, Route, WebSocketRoute

from divisor_duel.learn.daily import Result, number_of
from divisor_duel.learn.progress import Progress
from divisor_duel.learn.progress_codes import write_code
from divisor_duel.web.app import routes

NUMBERS = (963_761_198_400, 866_420_755_200, 642_507_465_600, 481_880_599_200, 321_253_732_800)
"""Numbers with thousands of divisors: as starts of Countdown they have the largest boards."""

LONG = (2,) * 1000
"""A legal game of Countdown from any of them, as long as a game may be."""

HUGE_RECORD = '[Game "countdown"]\n[Options "start=999999866000004473"]\n*\n'


class Asked(NamedTuple):
    """A request."""

    path: str
    body: Any = None
    token: str = ""


class Games(NamedTuple):
    """Games that requests are about."""

    large: str
    """The id of a game on the largest board."""
    token: str
    """The token of its first seat."""
    long: str
    """The id of a game with a thousand moves, against a computer."""
    hard: str
    """The id of a game against a computer that is hard to analyse."""
    asset: str
    """The address of a script."""
    room: str
    """The code of a room with a puzzle to solve."""


Make = Callable[[Games, int], Asked]


def route_names() -> Iterator[str]:
    """Every route of the application, as in ``GET /api/catalog``; LIVE for live connections."""
    for route in routes():
        yield from _names(route)


def _names(route: BaseRoute) -> Iterator[str]:
    if isinstance(route, WebSocketRoute):
        yield f"LIVE {route.path}"
        return
    assert isinstance(route, Route)
    for method in sorted((route.methods or set()) - {"HEAD"}):
        yield f"{method} {route.path}"


def largest(number: int) -> dict[str, str]:
    """The options of the largest board; another one for every number."""
    first, second = NUMBERS[number % 5], NUMBERS[number // 5 % 5] - 5040 * (number // 25)
    return {"one": f"countdown:start={first}", "two": f"countdown:start={second}"}


_AGAINST = {"2": "easy"}
_START = {"start": NUMBERS[0]}
WISHES: tuple[dict[str, Any], ...] = (
    {"game": "sum", "options": largest(0)},
    {"game": "countdown", "options": _START, "moves": LONG[:998], "players": _AGAINST},
    {"game": "divider", "options": {"high": 400}, "players": _AGAINST},
)
"""What to set up for `Games`."""


TEACHER = "the-token-of-the-teacher"
ROOM_WISH: dict[str, Any] = {"token": TEACHER, "game": "chain"}
"""What room to open for `Games`."""

ROOM_CHANGE = {"what": {"type": "puzzles", "count": 1}}
"""What to change in that room as its teacher."""


def games_of(created: Sequence[Any], page: str, room: str) -> Games:
    """The games that were created for `WISHES`, a script that the text of a page names, a room."""
    large, long, hard = created
    found = re.search(r'"(/assets/[^"]+\.js)"', page)
    assert found
    return Games(large["id"], large["seats"]["1"], long["id"], hard["id"], found[1], room)


def _plain(path: str) -> Make:
    return lambda games, number: Asked(path)


def _changing(action: str, **body: Any) -> Make:
    """A late change: it is refused, and the answer holds the state of the largest board."""
    return lambda games, number: Asked(f"/api/games/{games.large}/{action}", body, games.token)


def _large_place(path: str) -> Make:
    """A position with the largest board, never the same one twice."""

    def make(games: Games, number: int) -> Asked:
        options = largest(number)
        return Asked(f"{path}?game=sum&one={options['one']}&two={options['two']}")

    return make


def _hard_place(path: str, more: str = "") -> Make:
    """A position that is hard to analyse, never the same one twice."""
    return lambda games, number: Asked(
        f"{path}?game=divider&high={120 + number % 280}&moves={2 + number // 280 % 100}{more}"
    )


def _day(path: str) -> Make:
    latest = number_of(datetime.now(UTC).date())
    return lambda games, number: Asked(f"{path}?number={latest - number % 1000}")


def _in_game(what: str) -> Make:
    return lambda games, number: Asked(f"/api/games/{games.hard}/{what}")


def _tree(games: Games, number: int) -> Asked:
    line = ".".join(["2"] * (999 - number % 100))
    options = {"start": NUMBERS[number % 5]}
    return Asked("/api/position/record", {"game": "countdown", "options": options, "line": line})


def _results(games: Games, number: int) -> Asked:
    listed = ",".join(f"{day}:01.2" for day in range(1, 1200))
    return Asked(f"/api/daily/result?game=chain&grade=easy&number=3&results={listed}")


def _progress(games: Games, number: int) -> Asked:
    day = {"tries": "001", "hints": 2}
    own = {"daily": {str(past): day for past in range(1200)}, "rating": number, "run": 3}
    other = Progress({day: Result(day, (True,)) for day in range(1000)}, rating=number)
    return Asked("/api/progress", {"progress": own, "code": write_code(other)})


def _practice(games: Games, number: int) -> Asked:
    mistakes = [
        {"game": "chain", "options": {"high": 400 - past}, "moves": [2], "last": "2026-11-01"}
        for past in range(100)
    ]
    return Asked("/api/practice", {"mistakes": mistakes, "today": f"20{27 + number % 60}-01-01"})


def _in_room(part: str, **body: Any) -> Make:
    """A request of a room's teacher."""
    return lambda games, number: Asked(f"/api/rooms/{games.room}{part}", body or None, TEACHER)


def _join(games: Games, number: int) -> Asked:
    body = {"token": f"{number:040d}", "invitation": "no invitation at all"}
    return Asked(f"/api/games/{games.large}/join", body)


REQUESTS: dict[str, Make] = {
    "GET /api/catalog": _plain("/api/catalog"),
    "POST /api/games": lambda games, number: Asked(
        "/api/games", {"game": "sum", "options": largest(number)}
    ),
    "POST /api/records": lambda games, number: Asked("/api/records", {"text": HUGE_RECORD * 900}),
    "GET /api/games/{id}": lambda games, number: Asked(
        f"/api/games/{games.long}?ply={number % 990}"
    ),
    "GET /api/games/{id}/record": lambda games, number: Asked(f"/api/games/{games.long}/record"),
    "POST /api/games/{id}/moves": _changing("moves", ply=900, move=2),
    "POST /api/games/{id}/undo": _changing("undo", ply=900),
    "POST /api/games/{id}/redo": _changing("redo", ply=900),
    "POST /api/games/{id}/reaction": _changing("reaction", mark="oops"),
    "POST /api/games/{id}/takeback": _changing("takeback", accept=True, version=900),
    "POST /api/games/{id}/resign": _changing("resign", version=900),
    "POST /api/games/{id}/claim": _changing("claim", version=900),
    "POST /api/games/{id}/join": _join,
    "POST /api/games/{id}/rematch": _changing("rematch", version=900),
    "POST /api/games/{id}/swap": _changing("swap", version=900),
    "GET /api/games/{id}/analysis": lambda games, number: Asked(
        f"/api/games/{games.long}/analysis?ply={number % 990}"
    ),
    "GET /api/games/{id}/hint": _in_game("hint?step=3"),
    "GET /api/games/{id}/coach": lambda games, number: Asked(
        f"/api/games/{games.hard}/coach?move={2 + number % 300}"
    ),
    "GET /api/games/{id}/review": lambda games, number: Asked(f"/api/games/{games.long}/review"),
    "LIVE /api/games/{id}/live": lambda games, number: Asked(f"/api/games/{games.large}/live"),
    "POST /api/rooms": lambda games, number: Asked(
        "/api/rooms", {"token": f"{number:040d}", "game": "sum", "options": largest(number)}
    ),
    "GET /api/rooms/{id}": _in_room(""),
    "POST /api/rooms/{id}/join": lambda games, number: Asked(
        f"/api/rooms/{games.room}/join", {"token": f"{number:040d}", "name": f"{number:020d}"}
    ),
    "POST /api/rooms/{id}/change": _in_room("/change", what={"type": "round", "after": 0}),
    "POST /api/rooms/{id}/puzzle": _in_room("/puzzle", puzzle=0, move=2),
    "POST /api/rooms/{id}/vote": _in_room("/vote", game="unknown", ply=0, move=2),
    "GET /api/rooms/{id}/results": _in_room("/results"),
    "GET /api/rooms/{id}/results.csv": _in_room("/results.csv"),
    "LIVE /api/rooms/{id}/live": lambda games, number: Asked(
        f"/api/rooms/{games.room}/live", {"type": "hello", "token": TEACHER}
    ),
    "GET /api/lobby": _plain("/api/lobby"),
    "POST /api/lobby": lambda games, number: Asked("/api/lobby", {"token": f"{number:040d}"}),
    "GET /api/puzzle": lambda games, number: Asked(f"/api/puzzle?seed={number}"),
    "GET /api/puzzle/rating": _plain("/api/puzzle/rating?puzzle=1340&rating=1012"),
    "GET /api/daily": _day("/api/daily"),
    "GET /api/daily/result": _results,
    "GET /api/lessons/{game}": _plain("/api/lessons/chain"),
    "GET /api/exercise": lambda games, number: Asked(
        f"/api/exercise?game=divider&set=partner&number={1 + number % 48}"
    ),
    "POST /api/practice": _practice,
    "POST /api/progress": _progress,
    "GET /api/position": _large_place("/api/position"),
    "GET /api/position/setting": lambda games, number: Asked(
        f"/api/position/setting?game=divider&high={400 - number % 300}"
    ),
    "GET /api/position/analysis": _hard_place("/api/position/analysis"),
    "GET /api/position/why": _hard_place("/api/position/why", "&move=103"),
    "GET /api/position/values": _hard_place("/api/position/values"),
    "POST /api/position/record": _tree,
    "POST /api/records/tree": lambda games, number: Asked(
        "/api/records/tree", {"text": HUGE_RECORD * 900}
    ),
    "GET /api/openapi.json": _plain("/api/openapi.json"),
    "GET /healthz": _plain("/healthz"),
    "GET /readyz": _plain("/readyz"),
    "GET /metrics": _plain("/metrics"),
    "GET /": _plain("/"),
    "GET /play": _plain("/play"),
    "GET /g/{id}": lambda games, number: Asked(f"/g/{games.long}"),
    "GET /puzzle": lambda games, number: Asked(f"/puzzle?seed={number}"),
    "GET /daily": _day("/daily"),
    "GET /learn/{game}": _plain("/learn/chain"),
    "GET /exercises": _plain("/exercises?game=chain"),
    "GET /explore": lambda games, number: Asked(
        f"/explore?game=countdown&start={NUMBERS[number % 5]}&moves="
        + ".".join(["2"] * (1000 - number % 100))
    ),
    "GET /class": _plain("/class"),
    "GET /class/{code}": _plain("/class/BCDFGH"),
    "GET /class/{code}/projector": _plain("/class/BCDFGH/projector"),
    "GET /room": _plain("/room"),
    "GET /room/{code}": _plain("/room/BCDFGH"),
    "GET /rules/{game}": _plain("/rules/chain"),
    "GET /assets/{name:path}": lambda games, number: Asked(games.asset),
    "GET /embed/explore": _large_place("/embed/explore"),
    "GET /embed/puzzle": lambda games, number: Asked(f"/embed/puzzle?seed={number}"),
    "GET /embed/daily": _day("/embed/daily"),
    "GET /embed/picture.png": _large_place("/embed/picture.png"),
    "GET /picture.png": _large_place("/picture.png"),
    "GET /g/{id}/picture.png": lambda games, number: Asked(f"/g/{games.large}/picture.png"),
    "GET /daily/picture.png": _day("/daily/picture.png"),
    "GET /daily/result.png": lambda games, number: Asked(
        f"/daily/result.png?game=chain&grade={number}&result=4:01.1"
    ),
    "GET /puzzle/picture.png": lambda games, number: Asked(f"/puzzle/picture.png?seed={number}"),
    "GET /worksheet/{game}": lambda games, number: Asked(
        f"/worksheet/divider?puzzles=40&seed={number}"
    ),
    "GET /qr.svg": lambda games, number: Asked(f"/qr.svg?path=/{number:01190d}"),
    "GET /icon-{size:int}.png": _plain("/icon-512.png"),
    "GET /manifest.webmanifest": _plain("/manifest.webmanifest"),
}
"""For every route a request, by a number that makes it new each time where that costs more."""
