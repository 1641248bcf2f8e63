"""What every request passes first: limits, headers and ids."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from divisor_duel.web.app import create_app
from divisor_duel.web.store.choice import open_store


async def ask(app: Any, path: str, headers: list[tuple[bytes, bytes]]) -> int:
    """The status of the answer to a GET."""
    sent: list[dict[str, Any]] = []
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "client": ("127.0.0.1", 1),
        "headers": headers,
    }

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await app(scope, receive, send)
    status: int = sent[0]["status"]
    return status


@pytest.mark.parametrize("length", [b"\xb2", b"-1", b"", b"1e3", b"0x1", b"9" * 16])
def test_lengths_that_are_no_numbers(length: bytes) -> None:
    """A Content-Length that is not a plain number is refused."""
    app = create_app(open_store(":memory:"))
    assert asyncio.run(ask(app, "/healthz", [(b"content-length", length)])) == 413
    assert asyncio.run(ask(app, "/healthz", [(b"content-length", b"0")])) == 200


@pytest.mark.parametrize("path", ["/", "/api/catalog", "/api/none", "/none", "/static/none.js"])
def test_every_response_is_safe(client: httpx.Client, path: str) -> None:
    """The strict policy and its companions are on every response, errors too."""
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


@pytest.mark.parametrize("path", ["/", "/explore?game=chain", "/g/none", "/embed", "/api/catalog"])
def test_only_embedded_pages_can_be_framed(client: httpx.Client, path: str) -> None:
    """Other sites may frame what is below /embed/, pages without seats, and nothing else."""
    headers = client.get(path).headers
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-frame-options"] == "DENY"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    for page in ("explore?game=chain", "daily", "puzzle?seed=3", "picture.png?game=chain"):
        framed = client.get(f"/embed/{page}")
        assert framed.status_code == 200
        assert "frame-ancestors *" in framed.headers["content-security-policy"]
        assert "script-src 'self'" in framed.headers["content-security-policy"]
        assert "x-frame-options" not in framed.headers
        assert framed.headers["cross-origin-resource-policy"] == "cross-origin"
    for page in ("g/none", "play", "learn/chain", "nothing"):
        assert client.get(f"/embed/{page}").status_code == 404


def test_requests_have_names(client: httpx.Client) -> None:
    """Every answer carries the id under which the log speaks of it."""
    names = {client.get("/healthz").headers["x-request-id"] for _ in range(3)}
    assert len(names) == 3
