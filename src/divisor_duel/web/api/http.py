"""Read requests, run queries in workers, and turn exceptions into error responses."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from divisor_duel.errors import OptionsError, RecordError
from divisor_duel.web.context import STORE_BUSY, body_too_large, context_of, error_response
from divisor_duel.web.engine.pool import BusyError, WorkerError, WorkerPool
from divisor_duel.web.engine.query import Query
from divisor_duel.web.game.table import (
    NewerGameError,
    NotAllowedError,
    RefusedError,
    StaleError,
    UnknownGameError,
)
from divisor_duel.web.store.port import StoreBusyError

Message = TypeVar("Message")
CLIENT_CLOSED_REQUEST = 499
"""Status for requests whose client disconnected before the response, as in nginx."""


async def read_body(request: Request) -> bytes:
    """Read the body of a request; 413 if it is too large, 415 if it is not JSON."""
    limit, body = context_of(request).limits.body_bytes, bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise HTTPException(413, body_too_large(limit))
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise HTTPException(415, "the content type must be application/json")
    return bytes(body)


def decode(body: bytes, kind: type[Message]) -> Message:
    """Decode the message in a body; 400 if it is not JSON, 422 if it does not fit."""
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        raise HTTPException(422, _sentence(str(error))) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise HTTPException(400, f"this is not JSON: {_sentence(str(error))}") from None


def _sentence(text: str) -> str:
    return text if len(text) <= 300 else f"{text[:300]}..."


async def run_query(request: Request, pool: WorkerPool, query: Query, seconds: float) -> bytes:
    """Return a worker's answer to a query; cancel it if the client disconnects."""
    cached = pool.cached(query)
    if cached is not None:
        return cached
    try:
        work = pool.run(query, request.scope["client_name"], seconds)
        return await while_connected(request, work)
    except BusyError as error:
        status, sentence = 503, "the engine is busy; try again in a moment"
        if error.own:
            status, sentence = 429, "you have too many requests waiting; try again in a moment"
        raise HTTPException(status, sentence, {"retry-after": "2"}) from None
    except WorkerError as error:
        raise HTTPException(503, str(error), {"retry-after": "5"}) from None


async def while_connected(request: Request, work: Awaitable[bytes]) -> bytes:
    """Return the result of `work`; cancel it if the client disconnects."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise HTTPException(CLIENT_CLOSED_REQUEST, "the client closed the connection")
        return working.result()
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _disconnected(request: Request) -> None:
    """Wait until the client disconnects."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


ERROR_STATUSES: dict[type[Exception], int] = {
    UnknownGameError: 404,
    NewerGameError: 503,
    NotAllowedError: 403,
    StaleError: 409,
    RefusedError: 422,
    OptionsError: 422,
    RecordError: 422,
}


async def on_api_error(request: Request, error: Exception) -> Response:
    """Return the error response for an exception: its status and one sentence."""
    for kind, status in ERROR_STATUSES.items():
        if isinstance(error, kind):
            return error_response(status, str(error))
    if isinstance(error, StoreBusyError):
        return error_response(503, STORE_BUSY, retry_after="1")
    if isinstance(error, HTTPException):
        named = {name.replace("-", "_"): value for name, value in (error.headers or {}).items()}
        if error.status_code == 401:
            named["www_authenticate"] = "Bearer"
        return error_response(error.status_code, error.detail.lower().rstrip("."), **named)
    if isinstance(error, ClientDisconnect):  # only the metrics see this
        return error_response(CLIENT_CLOSED_REQUEST, "the client closed the connection")
    return error_response(500, "something went wrong on the server; please try again")
