"""One endpoint of the API: its path, handler and documentation."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

from msgspec import Struct
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

Handler = Callable[..., Awaitable[Response | None]]


class Endpoint(NamedTuple):
    """One path and method, with its handler and its documentation."""

    path: str
    handler: Handler
    summary: str
    reply: type | None
    """The type of the response; None if it is text."""
    errors: Mapping[str, str] = {}
    """Further statuses, in addition to those that every endpoint may return."""
    query: type[Struct] | None = None
    """The type of the query string."""
    method: str = "GET"
    body: type | None = None
    """The type of the request body."""
    status: int = 200
    seat: bool = False
    """Whether a seat token is needed."""

    @property
    def route(self) -> BaseRoute:
        """The Starlette route of this endpoint."""
        if self.status == 101:
            return WebSocketRoute(self.path, self.handler)
        return Route(self.path, self.handler, methods=[self.method])
