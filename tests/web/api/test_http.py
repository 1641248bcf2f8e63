"""Requests that cannot be read or allowed, and the errors that answer them."""

from __future__ import annotations

import httpx
import pytest


@pytest.mark.parametrize(
    ("status", "content", "kind"),
    [
        (400, b"{", "application/json"),
        (400, b"\xff\xfe", "application/json"),
        (422, b"{}", "application/json"),
        (422, b'{"game": 7}', "application/json"),
        (422, b'{"game": "go"}', "application/json"),
        (422, b'{"game": "chain", "options": {"high": 401}}', "application/json"),
        (422, b'{"game": "chain", "options": {"width": 3}}', "application/json"),
        (422, b'{"game": "chain", "options": {"high": "x"}}', "application/json"),
        (422, b'{"game": "chain", "players": {"1": "god"}}', "application/json"),
        (422, b'{"game": "chain", "players": {"3": "human"}}', "application/json"),
        (422, b'{"game": "chain", "names": {"1": "a\\u0007b"}}', "application/json"),
        (422, b'{"game": "chain", "colour": "red"}', "application/json"),
        (413, b" " * 70_000, "application/json"),
        (415, b'{"game": "chain"}', "text/plain"),
    ],
)
def test_bad_set_ups(client: httpx.Client, status: int, content: bytes, kind: str) -> None:
    """Whatever cannot be read or allowed is refused in one sentence."""
    refused = client.post("/api/games", content=content, headers={"content-type": kind})
    assert refused.status_code == status
    assert list(refused.json()) == ["error"]


def test_chunked_bodies_have_the_same_limit(client: httpx.Client) -> None:
    """A body that does not say how long it is may not be longer either."""
    chunks = (b" " * 10_000 for _ in range(10))
    headers = {"content-type": "application/json"}
    assert client.post("/api/games", content=chunks, headers=headers).status_code == 413


def test_other_errors_are_sentences_too(client: httpx.Client) -> None:
    """Unknown addresses and methods are answered in the same form."""
    assert client.get("/api/nowhere").status_code == 404
    wrong = client.put("/api/games")
    assert (wrong.status_code, wrong.json()) == (405, {"error": "method not allowed"})
    assert wrong.headers["allow"] == "POST"
