"""The web application, assembled from its parts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import BaseRoute

from divisor_duel.web.api.http import REFUSALS
from divisor_duel.web.api.routes import ENDPOINTS
from divisor_duel.web.context import Parts
from divisor_duel.web.engine.pool import Thinkers
from divisor_duel.web.game.clock import LoopLag
from divisor_duel.web.guard.addresses import Addresses
from divisor_duel.web.guard.connection_limits import LiveConnections
from divisor_duel.web.guard.limits import Limits
from divisor_duel.web.guard.rate_limits import Doorkeeper
from divisor_duel.web.live.hub import Hub
from divisor_duel.web.live.outbox import Outbox
from divisor_duel.web.live.presence import EVERY_GAME
from divisor_duel.web.middleware import Gate
from divisor_duel.web.ops.metrics import Metrics, Read
from divisor_duel.web.ops.restarts import Restarts, Work, end_tasks
from divisor_duel.web.play import cleanup
from divisor_duel.web.play.open_games import OpenGames
from divisor_duel.web.play.readiness import Physician
from divisor_duel.web.play.service import Service
from divisor_duel.web.site import pages
from divisor_duel.web.store.port import Store, StoreBusyError


class Application(Gate):
    """The ASGI application: routes, game service, workers and limits, on a store."""

    def __init__(
        self,
        store: Store,
        limits: Limits | None = None,
        proxies: str = "",
        metrics_from: str = "loopback",
        lobby: bool = True,
    ) -> None:
        self.limits = limits = limits or Limits()
        self.doorkeeper = Doorkeeper(limits)
        self.outbox = Outbox(self.doorkeeper)
        self.loop_lag = LoopLag()
        self._store, self._hub = store, Hub(limits, store.watch)
        self._live = LiveConnections(limits, self._refuse_live)
        charge = self.doorkeeper.spend_in_worker
        self._movers = Thinkers(
            limits.movers,
            limits.moves_waiting,
            limits.moves_per_client,
            charge=lambda _, seconds: charge("", seconds),  # only a hash of the client is known
        )
        self._analysts = Thinkers(
            limits.analysts, limits.analyses, limits.analyses_per_client, 10, charge
        )
        self._drawers = Thinkers(
            limits.drawers, limits.pictures, limits.pictures_per_client, 5, charge
        )
        self._restarts = Restarts()
        self.metrics = Metrics(self._gauges())
        self._service = Service(store, self._hub, self._movers, limits, self.metrics)
        self.proxies = Addresses(proxies)
        parts = Parts(
            self._service,
            self._analysts,
            self._drawers,
            self.doorkeeper,
            self._live,
            OpenGames(self._service, limits),
            limits,
            self.proxies,
            Addresses(metrics_from),
            self.metrics,
            Physician(self._service),
            lobby,
        )
        errors = [*REFUSALS, StoreBusyError, ClientDisconnect, HTTPException, Exception]
        starlette = Starlette(
            routes=routes(),
            lifespan=lambda _: self.running(),
            exception_handlers=dict.fromkeys(errors, pages.on_error),
        )
        starlette.router.redirect_slashes = False  # an unknown path is a 404
        starlette.state.parts = parts
        super().__init__(starlette, parts)

    def _gauges(self) -> dict[str, tuple[str, Read]]:
        keeper = self.doorkeeper
        return {
            "duel_connections": ("Open connections", lambda: keeper.connections.total),
            "duel_connections_refused_total": ("Connections refused", lambda: keeper.refused),
            "duel_sockets": ("Open live connections", lambda: self._live.count.total),
            "duel_busy_seconds_total": (
                "CPU time charged to clients, including that of workers",
                lambda: keeper.seconds_spent,
            ),
            "duel_worker_seconds_total": (
                "CPU time of workers charged to clients",
                lambda: keeper.worker_seconds,
            ),
            "duel_requests_refused_total": ("Requests over budget", lambda: keeper.overspent),
            "duel_moves_waiting": ("Computer moves waiting", lambda: self._movers.waiting),
            "duel_analyses_waiting": ("Analyses waiting", lambda: self._analysts.waiting),
            "duel_pictures_waiting": (
                "Pictures and positions waiting",
                lambda: self._drawers.waiting,
            ),
            "duel_games": ("Games stored, approximately", lambda: self._service.rows),
            "duel_restarts_total": ("Background tasks restarted", lambda: self._restarts.count),
        }

    def _refuse_live(self, game: str) -> None:
        self._service.note_presence(game, "", "", refused=True)

    def note_refused_connection(self, client: str) -> None:
        """Record that a connection was refused before anything was read from it."""
        if self.doorkeeper.connections.total >= self.doorkeeper.connections.most:
            self._hub.sightings.refuse(EVERY_GAME)
        else:
            self._hub.sightings.refuse_client(client)

    @asynccontextmanager
    async def running(self, extra: Mapping[str, Work] | None = None) -> AsyncIterator[None]:
        """Open the store and run the background tasks while the server runs.

        Raises StoreError if the store cannot be opened. A background task that fails is
        restarted; `extra` tasks are treated like the app's own.
        """
        await self._service.start()
        work: dict[str, Work] = {
            **(extra or {}),
            "lag": self.loop_lag.measure,
            "sweep": self._service.computers.sweep,
            "tidy": lambda: cleanup.tidy(self._service),
            "clocks": lambda: cleanup.run_out(self._service),
            "watch": lambda: self._hub.watch(self._store.tell),
        }
        keep = self._restarts.keep_running
        tasks = [asyncio.create_task(keep(name, task)) for name, task in work.items()]
        try:
            yield
        finally:
            await end_tasks(tasks)
            await self._movers.close()
            await self._analysts.close()
            await self._drawers.close()
            await self._service.close()


def create_app(
    store: Store,
    limits: Limits | None = None,
    proxies: str = "",
    metrics_from: str = "loopback",
    lobby: bool = True,
) -> Application:
    """Return the application, for any ASGI server; `proxies` are the trusted ones."""
    return Application(store, limits, proxies, metrics_from, lobby)


def routes() -> list[BaseRoute]:
    """Return all routes: those of the API and those of the pages."""
    return [
        *(endpoint.route for endpoint in ENDPOINTS),
        *pages.routes(),
    ]
