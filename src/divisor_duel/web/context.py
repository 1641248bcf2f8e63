"""The objects that all request handlers share, and how they answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from divisor_duel.web.engine.pool import Thinkers
from divisor_duel.web.game.table import Table
from divisor_duel.web.guard.addresses import Addresses
from divisor_duel.web.guard.connection_limits import LiveConnections
from divisor_duel.web.guard.limits import Limits
from divisor_duel.web.guard.rate_limits import Doorkeeper
from divisor_duel.web.ops.metrics import Metrics
from divisor_duel.web.play.open_games import OpenGames
from divisor_duel.web.play.readiness import Physician
from divisor_duel.web.play.service import Service
from divisor_duel.web.schema.states import ErrorMessage, encode

MOVES_PER_REQUEST = 100
"""Legal moves in a state that are charged as one more request."""


@dataclass(frozen=True)
class Parts:
    """The objects that all handlers share; the app has one instance."""

    service: Service
    analysts: Thinkers
    """Worker pool for analyses, reviews, puzzles and lessons."""
    drawers: Thinkers
    """Worker pool for pictures and positions, which are quick to make."""
    doorkeeper: Doorkeeper
    connections: LiveConnections
    open_games: OpenGames
    limits: Limits
    proxies: Addresses
    """Proxies whose X-Forwarded headers are trusted."""
    operators: Addresses
    """Addresses that may read the metrics."""
    metrics: Metrics
    physician: Physician
    lobby: bool
    """Whether this server has a lobby."""


def parts_of(request: Any) -> Parts:
    """Return the shared objects of the app that serves a request or connection."""
    parts: Parts = request.app.state.parts
    return parts


def answer(message: Any, status: int = 200, **headers: str) -> Response:
    """Return a message as a JSON response."""
    body = message if isinstance(message, bytes) else encode(message)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(body, status, named, media_type="application/json")


def refusal(status: int, sentence: str, **headers: str) -> Response:
    """Return an error sentence as a JSON response."""
    return answer(ErrorMessage(sentence), status, **headers)


def charge_for_state(parts: Parts, client: str, table: Table) -> None:
    """Charge a client for the state of a large board as for several requests."""
    parts.doorkeeper.charge(client, len(table.legal) // MOVES_PER_REQUEST)
