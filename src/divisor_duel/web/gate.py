"""What every request passes: who asks, how often, how much; and the safety headers."""

from __future__ import annotations

import math
import re
import secrets

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from divisor_duel.web import api
from divisor_duel.web.budgets import Metered
from divisor_duel.web.clients import use_forwarded_address
from divisor_duel.web.log import REQUEST
from divisor_duel.web.presence import note_request

SAFETY = {
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
"""On every response: nothing from elsewhere runs, and nobody frames the page."""

_SAFETY = [(name.encode(), value.encode()) for name, value in SAFETY.items()]
FREE = {"/healthz", "/readyz"}
"""Addresses that cost nothing: whoever watches the server must hear from it when it is busy."""


class Gate:
    """Stands before the application."""

    def __init__(self, app: ASGIApp, parts: api.Parts) -> None:
        self._app = app
        self._parts = parts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        peer = scope["client"][0] if scope.get("client") else "unknown"
        if self._parts.proxies.trusts(peer):
            use_forwarded_address(scope)
        headers = Headers(scope=scope)
        forwarded = headers.getlist("x-forwarded-for")
        client = scope["client_name"] = self._parts.proxies.client_of(peer, forwarded)
        REQUEST.set(secrets.token_hex(6))
        note_request(self._parts.service, scope)
        refused = self._refused(scope, headers) if scope["type"] == "http" else None
        work = (refused or self._app)(scope, receive, self._safely(scope, send))
        await Metered(work, client, self._parts.doorkeeper)  # type: ignore[arg-type]

    def _refused(self, scope: Scope, headers: Headers) -> Response | None:
        limit = self._parts.limits.body_bytes
        length = headers.get("content-length", "0")
        if not re.fullmatch("[0-9]{1,15}", length) or int(length) > limit:
            return api.refusal(413, f"a request may have {limit} bytes at the most")
        if scope["path"] in FREE:
            return None
        wait = self._parts.doorkeeper.request(scope["client_name"])
        if wait:
            self._parts.service.hub.sightings.refuse_client(scope["client_name"])
            seconds = str(math.ceil(wait))
            return api.refusal(429, "too many requests; slow down", retry_after=seconds)
        return None

    def _safely(self, scope: Scope, send: Send) -> Send:
        """Sends with the safety headers, and counts what is answered."""
        kept = b"no-store" if scope["path"].startswith("/api") else b"no-cache"
        requests, name = self._parts.metrics.requests, REQUEST.get().encode()

        async def safe_send(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                requests.labels(message["status"]).inc()
                note_request(self._parts.service, scope, message["status"])
                headers = [*message.get("headers", ()), *_SAFETY, (b"x-request-id", name)]
                if not any(one == b"cache-control" for one, _ in headers):
                    headers.append((b"cache-control", kept))
                message["headers"] = headers
            await send(message)

        return safe_send
