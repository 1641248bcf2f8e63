"""The OpenAPI document."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from starlette.routing import Route, WebSocketRoute

from divisor_duel.web.api.endpoint import Endpoint
from divisor_duel.web.api.openapi import document
from divisor_duel.web.app import routes
from divisor_duel.web.schema import queries, requests, states
from tests.web.page_types import MAKER, TYPES, heading, made_types


def test_the_document_names_every_address(client: httpx.Client) -> None:
    """The OpenAPI document lists all addresses of the API, with messages that exist."""
    document = client.get("/api/openapi.json").json()
    assert document["openapi"].startswith("3.")
    served = {route.path for route in routes() if isinstance(route, Route | WebSocketRoute)}
    assert set(document["paths"]) == {
        path for path in served if path.startswith(("/api", "/healthz", "/readyz", "/metrics"))
    }
    text = client.get("/api/openapi.json").text
    for piece in text.split('"#/components/schemas/')[1:]:
        assert piece.split('"')[0] in document["components"]["schemas"]
    assert client.get("/healthz").json() == {"status": "ok"}


async def handle(request: Any) -> None:
    """Do nothing."""


def test_an_endpoint_becomes_an_operation() -> None:
    """Parameters, body, token and every status are described, and every schema is defined."""
    endpoint = Endpoint(
        "/api/games/{id}/undo",
        handle,
        "Undo",
        states.State,
        {"409": "Changed."},
        queries.MoveQuery,
        "POST",
        requests.PlyRequest,
        seat=True,
    )
    whole: Any = document([endpoint])
    operation = whole["paths"]["/api/games/{id}/undo"]["post"]
    in_path, in_query = operation["parameters"]
    assert (in_path["name"], in_path["in"]) == ("id", "path")
    assert in_query == {
        "name": "move",
        "in": "query",
        "required": True,
        "schema": {"type": "integer", "minimum": 0, "maximum": 10**18},
        "description": "the move",
    }
    assert operation["security"] == [{"seat": []}]
    assert list(operation["responses"]) == ["200", "409", "429", "503"]

    def schema(content: dict[str, Any]) -> str:
        reference: str = content["content"]["application/json"]["schema"]["$ref"]
        return reference.rpartition("/")[2]

    assert schema(operation["requestBody"]) == "PlyRequest"
    kinds = [schema(response) for response in operation["responses"].values()]
    assert kinds == ["State", "StaleMessage", "ErrorMessage", "ErrorMessage"]
    assert {"State", "PlyRequest", *kinds, "Hello"} <= whole["components"]["schemas"].keys()


def test_a_text_has_no_schema() -> None:
    """An endpoint without a reply type answers with plain text."""
    whole: Any = document([Endpoint("/api/x", handle, "X", None)])
    content = whole["paths"]["/api/x"]["get"]["responses"]["200"]["content"]
    assert content == {"text/plain": {"schema": {"type": "string"}}}


def test_the_types_of_the_page_are_made_from_the_document() -> None:
    """The page's types name the schemas they were made from; `make types` makes them again."""
    assert TYPES.read_text().startswith(heading())


@pytest.mark.skipif(not MAKER.exists(), reason="openapi-typescript is not installed")
def test_the_types_of_the_page_are_not_edited() -> None:
    """The page's types are as openapi-typescript makes them."""
    assert TYPES.read_text() == made_types()
