"""The web application: addresses, and what holds for every request."""

from __future__ import annotations

import asyncio
import math
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from divisor_duel.web import api, pages
from divisor_duel.web.endpoints import ENDPOINTS
from divisor_duel.web.limits import Doorkeeper, Limits, client_of
from divisor_duel.web.live import Hub
from divisor_duel.web.service import Service
from divisor_duel.web.store import Store, StoreBusyError
from divisor_duel.web.work import Thinkers

MOVERS = ANALYSTS = 1
"""Processes that think, of each kind: started when they are first needed."""

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


class Gate:
    """What every request passes: who asks, how often, how much; and the safety headers."""

    def __init__(self, app: ASGIApp, parts: api.Parts) -> None:
        self._app = app
        self._parts = parts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        peer = scope["client"][0] if scope.get("client") else "unknown"
        scope["client_name"] = client_of(peer, headers, self._parts.behind_proxy)
        refused = self._refused(scope, headers) if scope["type"] == "http" else None
        await (refused or self._app)(scope, receive, _safely(scope["path"], send))

    def _refused(self, scope: Scope, headers: Headers) -> Response | None:
        limit = self._parts.limits.body
        length = headers.get("content-length", "0")
        if not re.fullmatch("[0-9]{1,15}", length) or int(length) > limit:
            return api.refusal(413, f"a request may have {limit} bytes at the most")
        wait = 0.0
        if scope["path"] != "/healthz":
            wait = self._parts.doorkeeper.request(scope["client_name"])
        if wait:
            seconds = str(math.ceil(wait))
            return api.refusal(429, "too many requests; slow down", retry_after=seconds)
        return None


def _safely(path: str, send: Send) -> Send:
    async def safe_send(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            headers = MutableHeaders(scope=message)
            for name, value in SAFETY.items():
                headers[name] = value
            keep = "no-store" if path.startswith("/api") else "no-cache"
            headers.setdefault("cache-control", keep)
        await send(message)

    return safe_send


class Application(Gate):
    """The whole application on a store."""

    def __init__(
        self, store: Store, limits: Limits | None = None, behind_proxy: bool = False
    ) -> None:
        limits = limits or Limits()
        self._store, self._hub = store, Hub(limits)
        self._movers = Thinkers(MOVERS, most_waiting=10_000)
        self._analysts = Thinkers(ANALYSTS, most_waiting=limits.analyses, niceness=10)
        self._service = Service(store, self._hub, self._movers)
        parts = api.Parts(self._service, self._analysts, Doorkeeper(limits), limits, behind_proxy)
        errors = [*api.REFUSALS, StoreBusyError, HTTPException, Exception]
        starlette = Starlette(
            routes=routes(),
            lifespan=lambda _: self.running(),
            exception_handlers=dict.fromkeys(errors, pages.on_error),
        )
        starlette.router.redirect_slashes = False  # an unknown path is unknown, not elsewhere
        starlette.state.parts = parts
        super().__init__(starlette, parts)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Open the store for as long as the server runs; StoreError if it cannot be."""
        await self._service.start()
        watching = asyncio.create_task(self._hub.watch(self._store.tell))
        try:
            yield
        finally:
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching
            await self._movers.close()
            await self._analysts.close()
            await self._service.close()


def create_app(
    store: Store, limits: Limits | None = None, behind_proxy: bool = False
) -> Application:
    """The application on a store, for any ASGI server."""
    return Application(store, limits, behind_proxy)


def routes() -> list[BaseRoute]:
    """Every address and who answers there."""
    return [
        *(endpoint.route for endpoint in ENDPOINTS),
        *pages.routes(),
    ]
