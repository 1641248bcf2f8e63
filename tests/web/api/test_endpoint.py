"""One endpoint as a route."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.routing import Route, WebSocketRoute

from divisor_duel.web.api.endpoint import Endpoint
from divisor_duel.web.schema.states import Health


async def handle(request: Any) -> None:
    """Do nothing."""


@pytest.mark.parametrize(("method", "methods"), [("GET", {"GET", "HEAD"}), ("POST", {"POST"})])
def test_an_endpoint_is_a_route_of_its_method(method: str, methods: set[str]) -> None:
    """Its path, handler and method are those of the route."""
    route = Endpoint("/api/x/{id}", handle, "X", Health, method=method).route
    assert isinstance(route, Route)
    assert (route.path, route.endpoint, route.methods) == ("/api/x/{id}", handle, methods)


def test_switching_protocols_is_a_live_connection() -> None:
    """An endpoint whose status is 101 is a WebSocket."""
    route = Endpoint("/api/x/live", handle, "X", Health, status=101).route
    assert isinstance(route, WebSocketRoute)
    assert route.path == "/api/x/live"
