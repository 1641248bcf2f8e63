"""Requests that cannot be read or allowed, and the errors that answer them."""

from __future__ import annotations

import asyncio
import json

import httpx
import pytest
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from divisor_duel.errors import OptionsError
from divisor_duel.web.api.http import decode, on_api_error
from divisor_duel.web.game.table import (
    NewerGameError,
    NotAllowedError,
    RefusedError,
    UnknownGameError,
)
from divisor_duel.web.schema.requests import PlyRequest
from divisor_duel.web.store.port import StoreBusyError


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
    """A body without a Content-Length has the same size limit."""
    chunks = (b" " * 10_000 for _ in range(10))
    headers = {"content-type": "application/json"}
    assert client.post("/api/games", content=chunks, headers=headers).status_code == 413


def test_other_errors_are_sentences_too(client: httpx.Client) -> None:
    """Unknown addresses and methods are answered in the same form."""
    assert client.get("/api/nowhere").status_code == 404
    wrong = client.put("/api/games")
    assert (wrong.status_code, wrong.json()) == (405, {"error": "method not allowed"})
    assert wrong.headers["allow"] == "POST"


def request_with(**headers: str) -> Request:
    """A request with these headers."""
    named = [(name.encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "headers": named})


def test_a_body_becomes_a_message() -> None:
    """What is not JSON is 400, what does not fit is 422, and neither error is long."""
    assert decode(b'{"ply": 3}', PlyRequest) == PlyRequest(3)
    for body, status in ((b"{", 400), (b'{"ply": "x"}', 422), (b'{"%s": 1}' % (b"x" * 999), 422)):
        with pytest.raises(HTTPException) as error:
            decode(body, PlyRequest)
        assert error.value.status_code == status
        assert len(error.value.detail) <= 330


@pytest.mark.parametrize(
    ("error", "status", "sentence", "headers"),
    [
        (UnknownGameError("there is no such game"), 404, "there is no such game", {}),
        (NewerGameError("ask that one"), 503, "ask that one", {}),
        (NotAllowedError("not your turn"), 403, "not your turn", {}),
        (RefusedError("6 is taken"), 422, "6 is taken", {}),
        (OptionsError("no option"), 422, "no option", {}),
        (
            StoreBusyError("x"),
            503,
            "the database is not responding; try again",
            {"retry-after": "1"},
        ),
        (HTTPException(401, "Token."), 401, "token", {"www-authenticate": "Bearer"}),
        (HTTPException(429, "slow", {"retry-after": "9"}), 429, "slow", {"retry-after": "9"}),
        (ClientDisconnect(), 499, "the client closed the connection", {}),
        (KeyError("x"), 500, "something went wrong on the server; please try again", {}),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
)
def test_every_error_has_a_status_and_a_sentence(
    error: Exception, status: int, sentence: str, headers: dict[str, str]
) -> None:
    """An unexpected error reveals nothing about the server."""
    response = asyncio.run(on_api_error(request_with(), error))
    assert (response.status_code, json.loads(bytes(response.body))) == (status, {"error": sentence})
    assert headers.items() <= dict(response.headers).items()
