"""The application as a whole: how it is set up, and what it offers."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from divisor_duel.errors import OptionsError
from divisor_duel.web.app import Application, create_app, routes
from divisor_duel.web.guard.limits import Limits
from divisor_duel.web.store.choice import open_store


def app_in_memory(**settings: object) -> Application:
    """An application whose games are not stored."""
    return create_app(open_store(":memory:"), **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("setting", "whose"), [("proxies", "proxies"), ("metrics_from", "readers of the metrics")]
)
def test_an_error_names_the_list_that_is_wrong(setting: str, whose: str) -> None:
    """Of the two lists of addresses, the error names the one that cannot be read."""
    with pytest.raises(OptionsError, match=rf"^{whose} are addresses or networks .*'example.org'"):
        app_in_memory(**{setting: "example.org"})


def test_a_server_may_have_no_lobby() -> None:
    """Without a lobby its addresses are not found; games by invitation still are."""

    async def run() -> None:
        app = app_in_memory(lobby=False)
        transport = httpx.ASGITransport(app)
        async with app.running(), httpx.AsyncClient(transport=transport) as client:
            assert (await client.get("http://duel/api/lobby")).status_code == 404
            made = await client.post("http://duel/api/games", json={"game": "chain"})
            assert made.status_code == 201

    asyncio.run(run())


@pytest.mark.parametrize("full", [True, False])
def test_a_connection_that_is_refused_may_have_been_a_players(full: bool) -> None:
    """If the server is full it may have been anyone's; otherwise it was that client's."""
    app = app_in_memory(limits=Limits(connections=1))
    tracker = app._hub.tracker
    for seat, client in ((1, "ann"), (2, "ben")):
        tracker.see("game", seat, client)
    if full:
        assert app.rate_limiter.connections.enter("carl")
    app.note_refused_connection("ann")
    assert tracker.was_refused("game", 1)
    assert tracker.was_refused("game", 2) == full


def test_no_two_routes_have_the_same_address() -> None:
    """Every path and method is served by one handler, so the order of routes does not matter."""
    served = [
        (getattr(route, "path", ""), method)
        for route in routes()
        for method in (getattr(route, "methods", None) or {"live"})
    ]
    assert len(served) == len(set(served))
