"""Other sites whose pages may use a server."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from divisor_duel.errors import OptionsError
from divisor_duel.web.app import create_app
from divisor_duel.web.guard.origins import read_origin, read_origins
from divisor_duel.web.store.choice import open_store

SITE = "https://name.github.io"


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        (SITE, SITE),
        ("https://Name.GitHub.io/", SITE),
        ("http://127.0.0.1:8001", "http://127.0.0.1:8001"),
        ("http://[::1]:8001", "http://[::1]:8001"),
    ],
)
def test_an_origin_is_read_as_browsers_write_it(text: str, origin: str) -> None:
    """Letter case and a slash at the end do not matter."""
    assert read_origin(text) == origin


@pytest.mark.parametrize(
    "text",
    [
        "name.github.io",
        "ftp://name.github.io",
        f"{SITE}/duel",
        f"{SITE}?x=1",
        "https://",
        "https://*.github.io",
        "https://a@b.example",
        "https://a:b",
        "https://[",
        "null",
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    """The error says what an address looks like."""
    with pytest.raises(OptionsError, match=r"is like https://name\.github\.io, without a path"):
        read_origin(text)


def test_a_list_of_origins() -> None:
    """Spaces and commas separate them; an empty list allows no other site."""
    assert read_origins(f"{SITE}, http://a.example") == {SITE, "http://a.example"}
    assert read_origins("") == frozenset()


def test_only_allowed_sites_may_read_answers() -> None:
    """An allowed site may send a token and read answers and errors; other sites cannot."""
    preflight = {
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type",
    }

    async def run() -> None:
        app = create_app(open_store(":memory:"), origins=SITE)
        transport = httpx.ASGITransport(app)
        async with (
            app.running(),
            httpx.AsyncClient(transport=transport, base_url="http://duel") as client,
        ):
            for path, status in (("/api/lobby", 200), ("/api/games/nowhere", 404)):
                answer = await client.get(path, headers={"origin": SITE})
                assert answer.status_code == status
                assert answer.headers["access-control-allow-origin"] == SITE
                assert "credentials" not in " ".join(answer.headers)
            asked = await client.options("/api/games", headers={"origin": SITE, **preflight})
            assert asked.status_code == 200
            assert "POST" in asked.headers["access-control-allow-methods"]
            for headers in ({}, {"origin": "https://other.example"}, {"origin": "null"}):
                answer = await client.get("/api/lobby", headers=headers)
                assert "access-control-allow-origin" not in answer.headers
            other = {"origin": "https://other.example", **preflight}
            refused = await client.options("/api/games", headers=other)
            assert "access-control-allow-origin" not in refused.headers

    asyncio.run(run())
