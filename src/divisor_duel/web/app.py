"""The web application, assembled from its parts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import BaseRoute

from divisor_duel.web.api.http import ERROR_STATUSES
from divisor_duel.web.api.routes import ENDPOINTS
from divisor_duel.web.context import Context
from divisor_duel.web.engine.pool import WorkerPool
from divisor_duel.web.game.clock import LoopLag
from divisor_duel.web.guard.addresses import AddressList
from divisor_duel.web.guard.connection_limits import LiveConnections
from divisor_duel.web.guard.limits import Limits
from divisor_duel.web.guard.origins import read_origins
from divisor_duel.web.guard.rate_limits import RateLimiter
from divisor_duel.web.live.hub import Hub
from divisor_duel.web.live.presence import EVERY_GAME
from divisor_duel.web.middleware import Middleware
from divisor_duel.web.ops.metrics import Metrics, Read
from divisor_duel.web.ops.restarts import Restarts, Work, end_tasks
from divisor_duel.web.play import cleanup
from divisor_duel.web.play.class_votes import close_due_votes
from divisor_duel.web.play.lobby_limits import LobbyLimits
from divisor_duel.web.play.readiness import ReadinessCheck
from divisor_duel.web.play.room_reviews import RoomReviews
from divisor_duel.web.play.rooms import Rooms
from divisor_duel.web.play.service import Service
from divisor_duel.web.site import pages
from divisor_duel.web.store.port import Store, StoreBusyError


class Application(Middleware):
    """The ASGI application: routes, game service, workers and limits, on a store."""

    def __init__(
        self,
        store: Store,
        limits: Limits | None = None,
        proxies: str = "",
        metrics_from: str = "loopback",
        lobby: bool = True,
        origins: str = "",
    ) -> None:
        self.limits = limits = limits or Limits()
        self.rate_limiter = RateLimiter(limits)
        self.loop_lag = LoopLag()
        self._store, self._hub = store, Hub(limits)
        self._live = LiveConnections(limits, self._refuse_live)
        count = self.rate_limiter.count_worker
        self._move_workers = WorkerPool(
            limits.movers, limits.moves_waiting, limits.moves_per_client, count=count
        )
        self._analysis_workers = WorkerPool(
            limits.analysts, limits.analyses, limits.analyses_per_client, 10, count
        )
        self._picture_workers = WorkerPool(
            limits.drawers, limits.pictures, limits.pictures_per_client, 5, count
        )
        self._restarts = Restarts()
        self.metrics = Metrics(self._numbers())
        self._service = Service(store, self._hub, self._move_workers, limits, self.metrics)
        self._rooms = Rooms(self._service)
        self.proxies = AddressList(proxies, "proxies")
        context = Context(
            self._service,
            self._analysis_workers,
            self._picture_workers,
            self.rate_limiter,
            self._live,
            LobbyLimits(self._service, limits),
            limits,
            self.proxies,
            AddressList(metrics_from, "readers of the metrics"),
            self.metrics,
            ReadinessCheck(self._service),
            self._rooms,
            RoomReviews(self._service, self._analysis_workers),
            lobby,
            read_origins(origins),
        )
        errors = [*ERROR_STATUSES, StoreBusyError, ClientDisconnect, HTTPException, Exception]
        starlette = Starlette(
            routes=routes(),
            lifespan=lambda _: self.running(),
            exception_handlers=dict.fromkeys(errors, pages.on_error),
        )
        starlette.router.redirect_slashes = False  # an unknown path is a 404
        starlette.state.context = context
        super().__init__(starlette, context)

    def _numbers(self) -> dict[str, tuple[str, Read]]:
        limiter = self.rate_limiter
        return {
            "duel_connections": ("Open connections", lambda: limiter.connections.total),
            "duel_connections_refused_total": ("Connections refused", lambda: limiter.refused),
            "duel_sockets": ("Open live connections", lambda: self._live.count.total),
            "duel_busy_seconds_total": (
                "CPU time charged to clients, including that of workers",
                lambda: limiter.seconds_spent,
            ),
            "duel_worker_seconds_total": (
                "CPU time of workers charged to clients",
                lambda: limiter.worker_seconds,
            ),
            "duel_requests_refused_total": ("Requests over budget", lambda: limiter.overspent),
            "duel_moves_waiting": ("Computer moves waiting", lambda: self._move_workers.waiting),
            "duel_analyses_waiting": ("Analyses waiting", lambda: self._analysis_workers.waiting),
            "duel_pictures_waiting": (
                "Pictures and positions waiting",
                lambda: self._picture_workers.waiting,
            ),
            "duel_games": ("Games stored, approximately", lambda: self._service.rows),
            "duel_restarts_total": ("Background tasks restarted", lambda: self._restarts.count),
        }

    def _refuse_live(self, game: str) -> None:
        self._service.note_presence(game, "", "", refused=True)

    def note_refused_connection(self, client: str) -> None:
        """Record that a connection was refused before anything was read from it."""
        if self.rate_limiter.connections.total >= self.rate_limiter.connections.most:
            self._hub.tracker.refuse(EVERY_GAME)
        else:
            self._hub.tracker.refuse_client(client)

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
            "sweep": self._service.computer_players.sweep,
            "tidy": lambda: cleanup.tidy(self._service),
            "clocks": lambda: cleanup.end_timed_out_games(self._service),
            "rooms": self._rooms.tidy,
            "pupils": self._rooms.track_presence,
            "votes": lambda: close_due_votes(self._rooms),
            "watch": lambda: self._hub.track_presence(self._store.notify),
        }
        keep = self._restarts.keep_running
        tasks = [asyncio.create_task(keep(name, task)) for name, task in work.items()]
        try:
            yield
        finally:
            await end_tasks(tasks)
            await self._move_workers.close()
            await self._analysis_workers.close()
            await self._picture_workers.close()
            await self._service.close()


def create_app(
    store: Store,
    limits: Limits | None = None,
    proxies: str = "",
    metrics_from: str = "loopback",
    lobby: bool = True,
    origins: str = "",
) -> Application:
    """Return the application, for any ASGI server; `proxies` are the trusted ones."""
    return Application(store, limits, proxies, metrics_from, lobby, origins)


def routes() -> list[BaseRoute]:
    """Return all routes: those of the API and those of the pages."""
    return [
        *(endpoint.route for endpoint in ENDPOINTS),
        *pages.routes(),
    ]
