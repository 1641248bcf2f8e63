"""Calls to chat endpoints: many in flight in one process, tried again while the way is blocked.

Whatever keeps a question from reaching the model, or its reply from coming back,
says nothing about the model: refused connections, wrong keys, rate limits, errors
of the server, silence. Such calls are sent again, later and later, as long as the
patience for a move lasts. A reply that began and did not end in time is the
model's own.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from importlib import import_module
from itertools import chain
from random import Random
from time import monotonic, time
from typing import Any, TypeVar
from urllib.parse import urlsplit, urlunsplit

from divisor_duel.arena.ledger import Ledger
from divisor_duel.arena.models import Model
from divisor_duel.arena.protocol import Trouble
from divisor_duel.arena.streams import joined, words
from divisor_duel.errors import DuelError
from divisor_duel.extras import missing
from divisor_duel.words.question import TIMEOUT, Fault

T = TypeVar("T")

KEYS = ("DUEL_API_KEY", "OPENAI_API_KEY")
"""The variables that may hold the key of a model that names none; the first that is set counts."""

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 60.0
"""Seconds before the first retry, and before any; each waits about twice as long as the last."""

LARGEST_REPLY = 16 << 20
"""How many bytes a reply may have."""

DEFINITE = (400, 404, 405, 413, 422)
"""Answers that will not change when the same request is sent again."""


SHORTEST_KEY = 6
"""What is shorter is a placeholder such as `none`, and may stand in any reply."""

NO_KEY = 401
"""The answer that a request without its key would get."""


CALLS_A_CLIENT = 16
"""How many calls one client of HTTP carries at a time: with each call it looks through all its
connections, which for hundreds of them takes longer than the call."""

LOCAL = ("localhost", "127.0.0.1", "::1")
"""The names of this machine."""


class _BlockedError(Exception):
    """No reply came; another try may get one, after `wait` seconds at the earliest."""

    def __init__(self, problem: str, wait: float = 0.0, status: int = 0) -> None:
        super().__init__(problem)
        self.wait, self.status = wait, status


@dataclass
class _Client:
    """A client of HTTP, and how much it has to do."""

    http: Any
    calls: int = 0


class Switchboard:
    """The connections of one event loop: clients and limits, one for each endpoint."""

    def __init__(self, ledger: Ledger | None = None, calls: int = 4096) -> None:
        self.ledger = ledger or Ledger()
        """What is spent here."""
        self._all = asyncio.Semaphore(calls)
        self._clients: dict[str, list[_Client]] = {}
        self._tls: Any = None
        self._limits: dict[str, asyncio.Semaphore] = {}
        self._runner: asyncio.Runner | None = None
        self._rng = Random()

    def wait_for(self, call: Coroutine[Any, Any, T]) -> T:
        """Run a call to its end, where there is no loop."""
        self._runner = self._runner or asyncio.Runner()
        return self._runner.run(call)

    def close(self) -> None:
        """Hang up, where there is no loop."""
        if self._runner:
            self._runner.run(self.hang_up())
            self._runner.close()
            self._runner = None

    async def hang_up(self) -> None:
        """Close all connections."""
        for client in chain.from_iterable(self._clients.values()):
            await client.http.aclose()
        self._clients.clear()

    async def ask(
        self, model: Model, body: dict[str, Any], seconds: float, patience: float, told: list[str]
    ) -> dict[str, Any]:
        """The reply of the model, as one object; what went wrong on the way is added to `told`."""
        end = monotonic() + patience
        pause = FIRST_PAUSE
        while True:
            self.ledger.check()
            try:
                async with self._all, self._limit(model):
                    self.ledger.calls += 1
                    return await self._send(model, body, seconds)
            except _BlockedError as problem:
                told.append(str(problem))
                wait = max(problem.wait, pause * (0.5 + 0.5 * self._rng.random()))
                if problem.status in DEFINITE:
                    raise Trouble(str(problem), status=problem.status) from None
                if monotonic() + wait > end:
                    tries = f"{len(told)} {'try' if len(told) == 1 else 'tries'}"
                    detail = f"no reply after {tries}; {problem}"
                    raise Trouble(detail, status=problem.status) from None
            await asyncio.sleep(wait)
            pause = min(LONGEST_PAUSE, 2 * pause)

    def _limit(self, model: Model) -> asyncio.Semaphore:
        return self._limits.setdefault(_origin(model), asyncio.Semaphore(model.calls))

    @contextmanager
    def _client(self, model: Model) -> Iterator[Any]:
        """A client with room for one more call, the first that has some."""
        clients = self._clients.setdefault(_origin(model), [])
        client = next((one for one in clients if one.calls < CALLS_A_CLIENT), None)
        if client is None:
            client = _Client(self._new_client(model))
            clients.append(client)
        client.calls += 1
        try:
            yield client.http
        finally:
            client.calls -= 1

    def _new_client(self, model: Model) -> Any:
        httpx, parts = load_httpx(), urlsplit(model.url)
        if parts.scheme == "https":
            self._tls = self._tls or httpx.create_ssl_context()  # slow to make, so all share one
        return httpx.AsyncClient(
            timeout=None,
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=CALLS_A_CLIENT),
            trust_env=parts.hostname not in LOCAL,  # proxies are for what is far away
            verify=self._tls or True,
        )

    async def _send(self, model: Model, body: dict[str, Any], seconds: float) -> dict[str, Any]:
        """One try: the reply, a fault of the model, or what was in the way."""
        httpx, begun = load_httpx(), False
        sent = {"json": body, "headers": headers(model)}
        try:
            async with asyncio.timeout(seconds):
                with self._client(model) as client:
                    async with client.stream("POST", address(model), **sent) as response:
                        begun = response.status_code == 200
                        data = _without_key(await _body(response), _key(model))
                _check_status(response, data)
                return joined(data, response.headers.get("content-type", ""))
        except TimeoutError:
            if begun:
                raise Fault(TIMEOUT, f"no whole reply within {seconds:g} s") from None
            raise _BlockedError(f"no byte of a reply within {seconds:g} s") from None
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as problem:
            told = f": {problem}" if str(problem) else ""
            raise _BlockedError(f"{type(problem).__name__}{told}") from None
        except ValueError as problem:
            raise _BlockedError(str(problem)) from None


async def _body(response: Any) -> bytes:
    data = bytearray()
    async for piece in response.aiter_bytes():
        data += piece
        if len(data) > LARGEST_REPLY:
            raise ValueError(f"the reply has more than {LARGEST_REPLY} bytes")
    return bytes(data)


def _check_status(response: Any, data: bytes) -> None:
    status = response.status_code
    if status == 200:
        return
    told = words(data)
    problem = f"the endpoint answered with status {status}" + (f": {told}" if told else "")
    raise _BlockedError(problem, _asked_wait(response.headers), status)


def _asked_wait(given: Any) -> float:
    """How long the endpoint asks us to stay away."""
    text = given.get("retry-after", "")
    try:
        return max(0.0, float(text))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time())
    except (TypeError, ValueError):
        return 0.0


def address(model: Model) -> str:
    """Where requests go: the URL, with the usual path and its own query string."""
    parts = urlsplit(model.url)
    path = parts.path.rstrip("/")
    path = path if path.endswith("/chat/completions") else f"{path}/chat/completions"
    return urlunsplit((parts.scheme, parts.netloc, path, parts.query, ""))


def _origin(model: Model) -> str:
    parts = urlsplit(model.url)
    return f"{parts.scheme}://{parts.netloc}"


def headers(model: Model) -> dict[str, str]:
    """What is sent with each request; the key is read from the environment each time."""
    key = _key(model)
    if model.key and not key:
        problem = f"the variable {model.key}, which should have the key, is not set"
        raise Trouble(problem, status=NO_KEY)
    if key and not (key.isascii() and key.isprintable()):
        problem = f"the key in {model.key or ' or '.join(KEYS)} has characters that no key has"
        raise Trouble(problem, status=NO_KEY)
    return {"Authorization": f"Bearer {key}"} if key else {}


def _key(model: Model) -> str:
    """The key of a model; empty if there is none."""
    names = (model.key,) if model.key else KEYS
    return next((os.environ[name].strip() for name in names if os.environ.get(name)), "")


def _without_key(data: bytes, key: str) -> bytes:
    """What an endpoint said, kept as it is but for the key, which some repeat when they refuse."""
    return data.replace(key.encode(), b"[key]") if len(key) >= SHORTEST_KEY else data


def request_body(model: Model, messages: list[dict[str, str]]) -> dict[str, Any]:
    """What is asked of the endpoint."""
    body: dict[str, Any] = {"model": model.model, "messages": messages}
    for name in ("temperature", "max_tokens", "reasoning_effort"):
        if getattr(model, name) is not None:
            body[name] = getattr(model, name)
    if model.stream:
        body |= {"stream": True, "stream_options": {"include_usage": True}}
    return body | dict(json.loads(model.extra))


def load_httpx() -> Any:
    """The package that speaks HTTP."""
    try:
        return import_module("httpx")
    except ImportError:
        raise DuelError(missing("language models need one more package", "arena")) from None
