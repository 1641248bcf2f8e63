"""What handlers share: the context, JSON responses, and the price of a large state."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from starlette.datastructures import Headers
from starlette.requests import Request

from divisor_duel.web.app import create_app
from divisor_duel.web.context import (
    MOVES_PER_REQUEST,
    charge_for_state,
    context_of,
    error_response,
    json_response,
    token_of,
)
from divisor_duel.web.guard.limits import Limits
from divisor_duel.web.schema.states import Takeback
from divisor_duel.web.store.choice import open_store
from tests.web.game.tables import table_of


def test_a_message_is_a_json_response() -> None:
    """A message is encoded, bytes are sent as they are, and headers are written with dashes."""
    encoded = json_response(Takeback(1, 4), 201, retry_after="2")
    assert (encoded.status_code, encoded.body) == (201, b'{"by":1,"ply":4}')
    assert encoded.headers["content-type"] == "application/json"
    assert encoded.headers["retry-after"] == "2"
    assert json_response(b'{"ready": true}').body == b'{"ready": true}'


def test_an_error_is_one_sentence() -> None:
    """An error has its status, its headers, and a sentence under `error`."""
    refused = error_response(429, "slow down", retry_after="7")
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "7")
    assert msgspec.json.decode(bytes(refused.body)) == {"error": "slow down"}


def test_a_large_state_costs_as_much_as_several_requests() -> None:
    """Every MOVES_PER_REQUEST legal moves count as one more request; small boards are free."""
    app: Any = create_app(open_store(":memory:"), Limits(burst=10, requests_per_second=1e-9))
    context = app._context
    for high, requests in ((9, 0), (MOVES_PER_REQUEST, 0), (3 * MOVES_PER_REQUEST + 1, 3)):
        client = f"client {high}"
        charge_for_state(context, client, table_of("chain", options={"high": high}))
        left = sum(context.rate_limiter.admit_request(client) == 0 for _ in range(20))
        assert left == 10 - requests


def test_the_context_is_found_from_a_request() -> None:
    """Handlers get the one context of the app that serves the request."""
    context = object()
    app = SimpleNamespace(state=SimpleNamespace(context=context))
    request = Request({"type": "http", "app": app})
    assert context_of(request) is context


@pytest.mark.parametrize(
    ("header", "token"),
    [
        ("Bearer abc", "abc"),
        ("bearer  abc ", "abc"),
        ("Basic abc", None),
        ("Bearer ", None),
        ("", None),
        ("Bearer " + "x" * 200, "x" * 100),
    ],
)
def test_a_token_is_in_the_authorization_header(header: str, token: str | None) -> None:
    """Only a bearer token counts, and anything beyond its longest length is cut off."""
    assert token_of(Headers({"authorization": header})) == token
