"""The objects that all request handlers share, and how they answer."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import Struct
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, cookie_parser
from starlette.responses import Response

from divisor_duel.web.engine.pool import WorkerPool
from divisor_duel.web.game.table import Table
from divisor_duel.web.guard.addresses import AddressList
from divisor_duel.web.guard.connection_limits import LiveConnections
from divisor_duel.web.guard.limits import Limits
from divisor_duel.web.guard.rate_limits import RateLimiter
from divisor_duel.web.ops.metrics import Metrics
from divisor_duel.web.play.lobby_limits import LobbyLimits
from divisor_duel.web.play.readiness import ReadinessCheck
from divisor_duel.web.play.room_reviews import RoomReviews
from divisor_duel.web.play.rooms import Rooms
from divisor_duel.web.play.service import Service
from divisor_duel.web.schema.states import ErrorMessage, encode

LONGEST_TOKEN = 100
"""Length limit of a token, in characters; anything beyond is cut off."""

MOVES_PER_REQUEST = 100
"""Legal moves in a state that are charged as one more request."""


@dataclass(frozen=True)
class Context:
    """The objects that all handlers share; the app has one instance."""

    service: Service
    analysis_workers: WorkerPool
    """Worker pool for analyses, reviews, puzzles and lessons."""
    picture_workers: WorkerPool
    """Worker pool for pictures and positions, which are quick to make."""
    rate_limiter: RateLimiter
    connections: LiveConnections
    lobby_limits: LobbyLimits
    limits: Limits
    proxies: AddressList
    """Proxies whose X-Forwarded headers are trusted."""
    operators: AddressList
    """Addresses that may read the metrics."""
    metrics: Metrics
    readiness: ReadinessCheck
    rooms: Rooms
    """The rooms for classes."""
    reviews: RoomReviews
    """Reviews of the games in rooms."""
    lobby: bool
    """Whether this server has a lobby."""
    origins: frozenset[str]
    """Other sites whose pages may use this server."""


def context_of(request: HTTPConnection) -> Context:
    """Return the shared objects of the app that serves a request or connection."""
    context: Context = request.app.state.context
    return context


def json_response(message: Struct | bytes, status: int = 200, **headers: str) -> Response:
    """Return a message as a JSON response."""
    body = message if isinstance(message, bytes) else encode(message)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(body, status, named, media_type="application/json")


def error_response(status: int, sentence: str, **headers: str) -> Response:
    """Return an error sentence as a JSON response."""
    return json_response(ErrorMessage(sentence), status, **headers)


def body_too_large(limit: int) -> str:
    """Return the sentence for a request body above the limit."""
    return f"a request can have at most {limit} bytes"


STORE_BUSY = "the database is not responding; try again"
"""The sentence for requests that fail because of the database."""


def token_of(headers: Headers) -> str | None:
    """Return the token in the Authorization header, or None."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    token = token.strip()
    return token[:LONGEST_TOKEN] if kind.lower() == "bearer" and token else None


ADDRESS = "duel.address"
"""Scope key for the client's name by its address, also if a seat in a room is charged."""

SEAT_COOKIE = "duel_seat"
"""Cookie with the token of a seat in a room: only the seat's budget depends on it."""


def seat_token(headers: Headers) -> str | None:
    """Return the token whose seat in a room may have a budget of its own.

    A class shares one address. Pages, scripts and live connections send no Authorization header,
    so they name the seat in a cookie, which allows nothing.
    """
    token = token_of(headers)
    if token is None and SEAT_COOKIE in headers.get("cookie", ""):
        token = cookie_parser(headers["cookie"]).get(SEAT_COOKIE)
    return token[:LONGEST_TOKEN] if token else None


def charge_for_state(context: Context, client: str, table: Table) -> None:
    """Charge a client for the state of a large board as for several requests."""
    context.rate_limiter.charge_requests(client, len(table.legal) // MOVES_PER_REQUEST)
