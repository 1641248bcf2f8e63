"""One address cannot take the whole lobby, and a class behind one address can play by link."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from starlette.exceptions import HTTPException

from divisor_duel.web.game.moves import move, resign
from divisor_duel.web.game.new_table import new_table
from divisor_duel.web.game.table import Table
from divisor_duel.web.guard.limits import Limits
from divisor_duel.web.live import hub, presence
from divisor_duel.web.play import lobby_limits
from divisor_duel.web.play.lobby_limits import LEFT_SECONDS, LobbyLimits
from divisor_duel.web.schema.requests import NewGame
from tests.web.play.services import Movers, running
from tests.web.servers import serving

DEFAULT = {"lobby_games": Limits().lobby_games, "joins_burst": Limits().joins_burst}


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of a server behind a proxy, where no player counts as away during these tests."""
    folder = tmp_path_factory.mktemp("public")
    limits: dict[str, Any] = {**DEFAULT, "away_seconds": 10_000.0}
    with (
        serving(str(folder / "games"), folder / "log", proxies="loopback", **limits) as server,
        server.client() as client,
    ):
        yield client


class Person:
    """Somebody at an address of their own."""

    def __init__(self, client: httpx.Client, address: str) -> None:
        self.client, self.headers = client, {"X-Forwarded-For": address}

    def post(self, path: str, wish: dict[str, Any]) -> httpx.Response:
        """Send a request."""
        return self.client.post(path, json=wish, headers=self.headers)

    def open(self, game: str, **wish: Any) -> httpx.Response:
        """Set up an open game."""
        return self.post("/api/games", {"game": game, "mode": "link", "open": True, **wish})

    def pair(self, game: str) -> httpx.Response:
        """Look for an opponent."""
        return self.post("/api/lobby", {"token": secrets.token_urlsafe(24), "game": game})

    def join(self, game: dict[str, Any], **wish: str) -> httpx.Response:
        """Take the free seat of a game."""
        asked = {"token": secrets.token_urlsafe(24), **wish}
        return self.post(f"/api/games/{game['id']}/join", asked)


def open_games_of_others(client: httpx.Client, game: str, count: int) -> list[dict[str, Any]]:
    """Have many people, each at an address of their own, wait for an opponent."""
    row = secrets.randbelow(250)
    makers = (Person(client, f"10.1.{row}.{number}") for number in range(count))
    return [maker.open(game).json() for maker in makers]


def test_one_address_takes_five_games_of_the_lobby(public: httpx.Client) -> None:
    """Whichever way it joins, the sixth game is refused with 429; another address gets one."""
    waiting = open_games_of_others(public, "ladder", 10)
    greedy = Person(public, "10.9.9.9")
    taken = [greedy.join(game) for game in waiting[:3]]
    taken += [greedy.pair("ladder") for _ in range(2)]
    assert [answer.status_code for answer in taken] == [200] * 5
    for refused in (greedy.pair("ladder"), greedy.join(waiting[4])):
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "60")
        assert "play or resign one of them first" in refused.json()["error"]
    assert Person(public, "10.9.9.8").pair("ladder").status_code == 200
    assert greedy.open("ladder").status_code == 429


def test_at_once_is_no_way_around(public: httpx.Client) -> None:
    """Of twenty requests at the same time five are let through."""
    waiting = open_games_of_others(public, "countdown", 20)
    greedy = Person(public, "10.9.9.10")
    with ThreadPoolExecutor(20) as threads:
        answers = list(threads.map(greedy.join, waiting))
    assert sorted(answer.status_code for answer in answers) == [200] * 5 + [429] * 15


def test_one_address_opens_five_games(public: httpx.Client) -> None:
    """Open games count as well, also those that begin with moves."""
    greedy = Person(public, "10.9.9.11")
    made = [greedy.open("digits", moves=[1, 2]) for _ in range(6)]
    assert [answer.status_code for answer in made] == [201] * 5 + [429]
    assert greedy.pair("digits").status_code == 429


def test_a_joined_game_can_be_joined_again(public: httpx.Client) -> None:
    """A client that holds five games may repeat the request by which it joined one."""
    waiting = open_games_of_others(public, "divider", 6)
    person, token = Person(public, "10.9.9.12"), secrets.token_urlsafe(24)
    for game in waiting[:4]:
        assert person.join(game).status_code == 200
    for _ in range(2):
        assert person.join(waiting[4], token=token).status_code == 200
    assert person.join(waiting[5]).status_code == 429


def test_a_class_behind_one_address_plays_by_link(public: httpx.Client) -> None:
    """Thirty pupils at one address invite and join each other; nothing of that is limited."""
    school = Person(public, "10.9.9.13")
    for _ in range(30):
        made = school.post("/api/games", {"game": "chain", "mode": "link"}).json()
        assert school.join(made, invitation=made["invitations"]["2"]).status_code == 200


def test_joining_has_a_budget(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A client that has joined as many games as it may at once has to wait."""
    folder = tmp_path_factory.mktemp("budget")
    limits: dict[str, Any] = {"joins_burst": 3, "joins_per_second": 0.001, "away_seconds": 10_000.0}
    with (
        serving(str(folder / "games"), folder / "log", proxies="loopback", **limits) as server,
        server.client() as client,
    ):
        waiting = open_games_of_others(client, "chain", 5)
        eager = Person(client, "10.9.9.14")
        assert [eager.join(game).status_code for game in waiting[:2]] == [200] * 2
        assert eager.pair("chain").status_code == 200
        for refused in (eager.join(waiting[0]), eager.pair("chain")):
            assert (refused.status_code, refused.json()["error"]) == (
                429,
                "you have joined too many games; try again later",
            )
            assert int(refused.headers["retry-after"]) > 60


def open_table() -> Table:
    """A game that waits for an opponent."""
    return new_table(NewGame("chain", {"high": 12}, mode="link", open=True)).table


def test_a_game_counts_until_it_is_under_way_or_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both moves, an end, or leaving free a place: at once while open, after an hour if joined."""
    now = [1000.0]
    for module in (hub, presence, lobby_limits):
        monkeypatch.setattr(module, "monotonic", lambda: now[0])

    async def run() -> None:
        async with running(Movers(), lobby_games=1) as service:
            games = LobbyLimits(service, service.limits)

            async def held() -> bool:
                """Return True if another game is refused."""
                try:
                    async with games.room("ann"):
                        return False
                except HTTPException:
                    return True

            async def hold(table: Table) -> Table:
                await service.add(table)
                service.hub.record_request(table.id, 1, "ann")
                games.add("ann", table, 1)
                assert await held()
                return table

            table = await hold(open_table())
            table = await service.change(table.id, lambda now: move(now, 1, 0, 6))
            assert await held()
            await service.change(table.id, lambda now: move(now, 2, 1, 12))
            assert not await held()

            table = await hold(open_table())
            await service.change(table.id, lambda now: resign(now, 1))
            assert not await held()

            await hold(open_table())
            now[0] += service.limits.away_seconds + 1
            assert not await held(), "the lobby does not show it any more"

            table = new_table(NewGame("chain", mode="link")).table
            await hold(table)
            now[0] += LEFT_SECONDS - 1
            assert await held()
            now[0] += 2
            assert not await held()

    asyncio.run(run())


def test_a_wide_network_holds_the_games_of_three_clients(public: httpx.Client) -> None:
    """However many networks it is cut into, a /48 holds fifteen games at most."""
    answers = [Person(public, f"2001:db8:7:{number:x}00::1").open("chain") for number in range(20)]
    assert [answer.status_code for answer in answers] == [201] * 15 + [429] * 5
    assert Person(public, "2001:db8:8::1").open("chain").status_code == 201
