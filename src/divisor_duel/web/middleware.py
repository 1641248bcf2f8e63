"""Middleware: identifies the client, enforces its limits, adds security headers."""

from __future__ import annotations

import math
import re
import secrets
from collections.abc import Mapping

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from divisor_duel.web.context import (
    ADDRESS,
    Context,
    body_too_large,
    error_response,
    seat_token,
    token_of,
)
from divisor_duel.web.guard.addresses import use_forwarded_address
from divisor_duel.web.guard.origins import allow_origin
from divisor_duel.web.guard.rate_limits import Metered
from divisor_duel.web.ops.logs import REQUEST
from divisor_duel.web.play.service import Service

SECURITY_HEADERS = {
    "content-security-policy": "default-src 'self'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
"""Security headers of every response: pages run only our own code and cannot be framed."""

EMBED = "/embed/"
"""Below this path are the pages without seats, which any site may show in a frame."""
EMBED_HEADERS = {
    **{name: value for name, value in SECURITY_HEADERS.items() if name != "x-frame-options"},
    "content-security-policy": SECURITY_HEADERS["content-security-policy"].replace(
        "frame-ancestors 'none'", "frame-ancestors *"
    ),
    "cross-origin-resource-policy": "cross-origin",
}
"""Security headers below `EMBED`: other sites may frame these pages and show these pictures."""


def _raw(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


_HEADERS, _EMBED_HEADERS = _raw(SECURITY_HEADERS), _raw(EMBED_HEADERS)
REFUSED_STATUSES = (429, 503)
"""Statuses with which the server refuses a request because of its own limits."""
_GAME_PATH = re.compile(r"/api/games/([\w-]+)(?:/.*)?|/g/([\w-]+)")
UNLIMITED_PATHS = {"/healthz", "/readyz"}
"""Paths without a rate limit, so that monitoring also works while the server is busy."""


class Middleware:
    """The outermost middleware of the application."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app = app
        self._context = context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        peer = scope["client"][0] if scope.get("client") else "unknown"
        if self._context.proxies.contains(peer):
            use_forwarded_address(scope)
        headers = Headers(scope=scope)
        forwarded = headers.getlist("x-forwarded-for")
        client = scope[ADDRESS] = self._context.proxies.client_of(peer, forwarded)
        seat = seat_token(headers)
        client = scope["client_name"] = (seat and self._context.rooms.client_of(seat)) or client
        REQUEST.set(secrets.token_hex(6))
        note_request(self._context.service, scope)
        refused = self._refusal(scope, headers) if scope["type"] == "http" else None
        app: ASGIApp = refused or self._app
        if scope["type"] == "http" and headers.get("origin") in self._context.origins:
            app = allow_origin(app, headers["origin"])
        work = app(scope, receive, self._with_headers(scope, send))
        await Metered(work, client, self._context.rate_limiter)  # type: ignore[arg-type]

    def _refusal(self, scope: Scope, headers: Headers) -> Response | None:
        limit = self._context.limits.body_bytes
        length = headers.get("content-length", "0")
        if not re.fullmatch("[0-9]{1,15}", length) or int(length) > limit:
            return error_response(413, body_too_large(limit))
        if scope["path"] in UNLIMITED_PATHS:
            return None
        wait = self._context.rate_limiter.admit_request(scope["client_name"])
        if wait:
            self._context.service.hub.tracker.refuse_client(scope["client_name"])
            seconds = str(math.ceil(wait))
            return error_response(429, "too many requests; slow down", retry_after=seconds)
        return None

    def _with_headers(self, scope: Scope, send: Send) -> Send:
        """Return a `send` that adds the security headers and counts responses."""
        cache_control = b"no-store" if scope["path"].startswith("/api") else b"no-cache"
        requests, request_id = self._context.metrics.requests, REQUEST.get().encode()
        security = _EMBED_HEADERS if scope["path"].startswith(EMBED) else _HEADERS

        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                requests.labels(message["status"]).inc()
                note_request(self._context.service, scope, message["status"])
                headers = [*message.get("headers", ()), *security, (b"x-request-id", request_id)]
                if not any(name == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", cache_control))
                message["headers"] = headers
            await send(message)

        return send_with_headers


def note_request(service: Service, scope: Scope, status: int | None = None) -> None:
    """Note that the player who sent a request is present, or was refused."""
    path = _GAME_PATH.fullmatch(scope["path"])
    if path is None:
        return
    token = token_of(Headers(scope=scope)) or ""
    service.note_presence(
        path[1] or path[2], token, scope["client_name"], status in REFUSED_STATUSES
    )
