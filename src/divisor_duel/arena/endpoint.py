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
from collections.abc import Coroutine
from email.utils import parsedate_to_datetime
from importlib import import_module
from random import Random
from time import monotonic, time
from typing import Any, TypeVar
from urllib.parse import urlsplit, urlunsplit

from divisor_duel.arena.models import Model
from divisor_duel.arena.protocol import Trouble
from divisor_duel.arena.streams import joined, words
from divisor_duel.errors import DuelError
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


FIRST_GAMES = 4
"""How many games are begun on a budget before one of them has shown what it costs."""

SHORTEST_KEY = 6
"""What is shorter is a placeholder such as `none`, and may stand in any reply."""

NO_KEY = 401
"""The answer that a request without its key would get."""


class _BlockedError(Exception):
    """No reply came; another try may get one, after `wait` seconds at the earliest."""

    def __init__(self, problem: str, wait: float = 0.0, status: int = 0) -> None:
        super().__init__(problem)
        self.wait, self.status = wait, status


class Ledger:
    """What calls have cost, and what they may cost altogether."""

    def __init__(self, spent: float = 0.0, budget: float | None = None) -> None:
        self.spent = spent
        """What has been spent."""
        self.budget = budget
        """What may be; None for no limit."""
        self.calls = 0
        """How many calls were made."""
        self.tokens = 0
        """How many tokens were read and written."""
        self.games = 0
        """How many games were played to their end."""
        self._before = spent

    def check(self) -> None:
        """Refuse another call when the budget is used up."""
        if self.is_empty:
            raise Trouble(f"the budget of {self.budget:g} is used up")

    def bring(self, cost: float) -> None:
        """Begin with another kind of games, on which so much was spent in earlier runs."""
        self.spent += cost
        self.games, self._before = 0, self.spent

    def has_room(self, under_way: int) -> bool:
        """Whether the budget should last for one more game beside those under way.

        What is spent on a game that does not end buys nothing, so near the end of a budget,
        and before it is known what a game costs, fewer games are under way. Short games end
        first: all that was spent is counted for those that have ended.
        """
        if self.budget is None or not under_way:
            return True
        if not self.games:
            return under_way < FIRST_GAMES
        cost = (self.spent - self._before) / self.games
        return self.spent + (under_way + 1) * cost <= self.budget

    @property
    def is_empty(self) -> bool:
        """Whether nothing may be spent any more."""
        return self.budget is not None and self.spent >= self.budget


class Switchboard:
    """The connections of one event loop: clients and limits, one for each endpoint."""

    def __init__(self, ledger: Ledger | None = None, calls: int = 4096) -> None:
        self.ledger = ledger or Ledger()
        """What is spent here."""
        self._all = asyncio.Semaphore(calls)
        self._clients: dict[str, Any] = {}
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
        for client in self._clients.values():
            await client.aclose()
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

    def _client(self, model: Model) -> Any:
        origin = _origin(model)
        if origin not in self._clients:
            httpx = load_httpx()
            local = urlsplit(model.url).hostname in ("localhost", "127.0.0.1", "::1")
            self._clients[origin] = httpx.AsyncClient(
                timeout=None,
                limits=httpx.Limits(max_connections=None, max_keepalive_connections=256),
                trust_env=not local,  # proxies are for what is far away
            )
        return self._clients[origin]

    async def _send(self, model: Model, body: dict[str, Any], seconds: float) -> dict[str, Any]:
        """One try: the reply, a fault of the model, or what was in the way."""
        httpx, begun = load_httpx(), False
        request = self._client(model).stream(
            "POST", address(model), json=body, headers=headers(model)
        )
        try:
            async with asyncio.timeout(seconds):
                async with request as response:
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
        raise _BlockedError(problem, status=NO_KEY)
    if key and not (key.isascii() and key.isprintable()):
        problem = f"the key in {model.key or ' or '.join(KEYS)} has characters that no key has"
        raise _BlockedError(problem, status=NO_KEY)
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
        problem = "language models need one more package: pip install 'divisor-duel[arena]'"
        raise DuelError(problem) from None
