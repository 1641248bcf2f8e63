"""The OpenAPI document."""

from __future__ import annotations

import httpx
from starlette.routing import Route, WebSocketRoute

from divisor_duel.web.app import routes


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
