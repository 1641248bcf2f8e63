"""Concurrent calls to chat endpoints, with retries.

Whatever keeps a question from reaching the model, or its reply from arriving, says
nothing about the model: refused connections, wrong keys, rate limits, server errors, no
response. Such calls are retried with exponential backoff for as long as `patience`
allows.

There are two time limits. The first token must arrive within `first_seconds`, or the call
is an outage: a status 200 alone says only that a server is there. The whole reply must
arrive within the limit for a move; a reply that began and does not finish by then is the
model's fault. A reply that is not streamed arrives in one piece, so only its own limit
counts, and a silent endpoint is an outage.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from importlib import import_module
from itertools import chain
from random import Random
from time import monotonic, time
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit, urlunsplit

from divisor_duel.arena.players.budget import CostBudget
from divisor_duel.arena.players.chat_responses import error_message, has_content, parse_response
from divisor_duel.arena.players.model_settings import Model
from divisor_duel.arena.players.protocol import PlayerUnreachable
from divisor_duel.errors import DuelError
from divisor_duel.extras import install_message
from divisor_duel.questions.question import TIMEOUT, Fault

if TYPE_CHECKING:
    import ssl

    import httpx

T = TypeVar("T")

KEYS = ("DUEL_API_KEY", "OPENAI_API_KEY")
"""Environment variables with the key for a model that names none; the first one set is used."""

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 60.0
"""First and longest pause before a retry, in seconds; the pause doubles each time."""

LARGEST_REPLY = 16 << 20
"""Size limit of a reply, in bytes."""

FINAL_STATUSES = (400, 404, 405, 413, 422)
"""HTTP statuses that will not change if the same request is sent again."""


SHORTEST_KEY = 6
"""Minimum length of a key to redact; shorter ones are placeholders such as `none`."""

NO_KEY = 401
"""HTTP status that a request without its key would get."""


CALLS_PER_CLIENT = 16
"""Limit on concurrent calls per HTTP client: for every call the client scans all its
connections, and with hundreds of them that takes longer than the call."""

LOCAL = ("localhost", "127.0.0.1", "::1")
"""Host names of this machine."""


class _BlockedError(Exception):
    """No reply arrived; a retry may get one, after at least `wait` seconds."""

    def __init__(self, problem: str, wait: float = 0.0, status: int = 0) -> None:
        super().__init__(problem)
        self.wait, self.status = wait, status


@dataclass
class _Client:
    """An HTTP client and the number of its calls in flight."""

    http: httpx.AsyncClient
    calls: int = 0


class ChatClient:
    """All connections of one event loop, with clients and limits for each endpoint."""

    def __init__(self, budget: CostBudget | None = None, calls: int = 4096) -> None:
        self.budget = budget or CostBudget()
        """Costs and budget of all calls."""
        self._all = asyncio.Semaphore(calls)
        self._clients: dict[str, list[_Client]] = {}
        self._tls: ssl.SSLContext | None = None
        self._limits: dict[str, asyncio.Semaphore] = {}
        self._runner: asyncio.Runner | None = None
        self._rng = Random()

    def wait_for(self, call: Coroutine[object, object, T]) -> T:
        """Run a call to completion, for callers without an event loop."""
        self._runner = self._runner or asyncio.Runner()
        return self._runner.run(call)

    def close(self) -> None:
        """Close all connections, for callers without an event loop."""
        if self._runner:
            self._runner.run(self.aclose())
            self._runner.close()
            self._runner = None

    async def aclose(self) -> None:
        """Close all connections."""
        for client in chain.from_iterable(self._clients.values()):
            await client.http.aclose()
        self._clients.clear()

    async def ask(
        self,
        model: Model,
        body: Mapping[str, object],
        seconds: float,
        patience: float,
        log: list[str],
    ) -> dict[str, object]:
        """Return the model's reply as one JSON object; append failed attempts to `log`."""
        end = monotonic() + patience
        pause = FIRST_PAUSE
        while True:
            self.budget.check()
            try:
                async with self._all, self._limit(model):
                    self.budget.calls += 1
                    return await self._send(model, body, seconds)
            except _BlockedError as problem:
                log.append(str(problem))
                wait = max(problem.wait, pause * (0.5 + 0.5 * self._rng.random()))
                if problem.status in FINAL_STATUSES:
                    raise PlayerUnreachable(str(problem), status=problem.status) from None
                if monotonic() + wait > end:
                    tries = f"{len(log)} {'try' if len(log) == 1 else 'tries'}"
                    detail = f"no reply after {tries}; {problem}"
                    raise PlayerUnreachable(detail, status=problem.status) from None
            await asyncio.sleep(wait)
            pause = min(LONGEST_PAUSE, 2 * pause)

    def _limit(self, model: Model) -> asyncio.Semaphore:
        return self._limits.setdefault(_origin(model), asyncio.Semaphore(model.calls))

    @contextmanager
    def _client(self, model: Model) -> Iterator[httpx.AsyncClient]:
        """Reserve a call on the first client below its limit, or on a new client."""
        clients = self._clients.setdefault(_origin(model), [])
        client = next((one for one in clients if one.calls < CALLS_PER_CLIENT), None)
        if client is None:
            client = _Client(self._new_client(model))
            clients.append(client)
        client.calls += 1
        try:
            yield client.http
        finally:
            client.calls -= 1

    def _new_client(self, model: Model) -> httpx.AsyncClient:
        check_httpx()
        import httpx

        parts = urlsplit(model.url)
        if parts.scheme == "https":
            self._tls = self._tls or httpx.create_ssl_context()  # slow, so all clients share one
        return httpx.AsyncClient(
            timeout=None,
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=CALLS_PER_CLIENT),
            trust_env=parts.hostname not in LOCAL,  # no proxy for this machine
            verify=self._tls or True,
        )

    async def _send(
        self, model: Model, body: Mapping[str, object], seconds: float
    ) -> dict[str, object]:
        """Send one request; Fault if the model is too slow, _BlockedError to retry."""
        check_httpx()
        import httpx

        arrival, url = _Arrival(), completions_url(model)
        first = min(seconds, model.first_seconds or seconds) if model.stream else seconds
        try:
            async with asyncio.timeout(seconds), asyncio.timeout(first) as until_token:
                with self._client(model) as client:
                    sent = client.stream("POST", url, json=body, headers=headers(model))
                    async with sent as response:
                        arrival.until_token = until_token
                        data = _without_key(await _body(response, arrival), _key(model))
                _check_status(response, data)
                return parse_response(data, response.headers.get("content-type", ""))
        except TimeoutError:
            if arrival.has_token:
                detail = f"no complete reply within {seconds:g} s"
                raise Fault(TIMEOUT, detail, arrival.text) from None
            raise _BlockedError(f"no token of a reply within {first:g} s") from None
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as problem:
            detail = f": {problem}" if str(problem) else ""
            raise _BlockedError(f"{type(problem).__name__}{detail}") from None
        except ValueError as problem:
            raise _BlockedError(str(problem)) from None


@dataclass
class _Arrival:
    """What has arrived of a reply so far."""

    data: bytearray = field(default_factory=bytearray)
    until_token: asyncio.Timeout | None = None
    """The limit for the first token, lifted when one arrives."""
    has_token: bool = False
    """Whether the model has begun to answer."""

    @property
    def text(self) -> str:
        """What arrived, as evidence."""
        return self.data.decode(errors="replace")[:4000]

    def add(self, piece: bytes) -> None:
        """Add a piece; the first one with content ends the wait for a token."""
        self.data += piece
        if not self.has_token and has_content(bytes(self.data)):
            self.has_token = True
            if self.until_token:
                self.until_token.reschedule(None)


async def _body(response: httpx.Response, arrival: _Arrival) -> bytes:
    data = arrival.data
    async for piece in response.aiter_bytes():
        if response.status_code == 200:
            arrival.add(piece)
        else:
            data += piece
        if len(data) > LARGEST_REPLY:
            raise ValueError(f"the reply has more than {LARGEST_REPLY} bytes")
    return bytes(data)


def _check_status(response: httpx.Response, data: bytes) -> None:
    status = response.status_code
    if status == 200:
        return
    detail = error_message(data)
    problem = f"the endpoint answered with status {status}" + (f": {detail}" if detail else "")
    raise _BlockedError(problem, _asked_wait(response.headers), status)


def _asked_wait(response_headers: Mapping[str, str]) -> float:
    """Return the endpoint's Retry-After, in seconds; 0 if there is none."""
    text = response_headers.get("retry-after", "")
    try:
        return max(0.0, float(text))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time())
    except (TypeError, ValueError):
        return 0.0


def completions_url(model: Model) -> str:
    """Return the URL for requests: the usual path is added, the query string stays."""
    parts = urlsplit(model.url)
    path = parts.path.rstrip("/")
    path = path if path.endswith("/chat/completions") else f"{path}/chat/completions"
    return urlunsplit((parts.scheme, parts.netloc, path, parts.query, ""))


def _origin(model: Model) -> str:
    parts = urlsplit(model.url)
    return f"{parts.scheme}://{parts.netloc}"


def headers(model: Model) -> dict[str, str]:
    """Return the request headers, with the key read from the environment each time."""
    key = _key(model)
    if model.key and not key:
        problem = f"the variable {model.key}, which should have the key, is not set"
        raise PlayerUnreachable(problem, status=NO_KEY)
    if key and not (key.isascii() and key.isprintable()):
        problem = f"the key in {model.key or ' or '.join(KEYS)} has illegal characters"
        raise PlayerUnreachable(problem, status=NO_KEY)
    return {"Authorization": f"Bearer {key}"} if key else {}


def _key(model: Model) -> str:
    """Return the key of a model; empty if there is none."""
    names = (model.key,) if model.key else KEYS
    return next((os.environ[name].strip() for name in names if os.environ.get(name)), "")


def _without_key(data: bytes, key: str) -> bytes:
    """Redact the key from a response, since some endpoints repeat it in errors."""
    return data.replace(key.encode(), b"[key]") if len(key) >= SHORTEST_KEY else data


def request_body(model: Model, messages: list[dict[str, str]]) -> dict[str, object]:
    """Return the JSON body of a request."""
    body: dict[str, object] = {"model": model.model, "messages": messages}
    for name in ("temperature", "max_tokens", "reasoning_effort"):
        if getattr(model, name) is not None:
            body[name] = getattr(model, name)
    if model.stream:
        body |= {"stream": True, "stream_options": {"include_usage": True}}
    return body | dict(json.loads(model.extra))


def check_httpx() -> None:
    """Raise DuelError unless the package httpx is installed."""
    try:
        import_module("httpx")
    except ImportError:
        raise DuelError(install_message("language models need one more package", "arena")) from None
