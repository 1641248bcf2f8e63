"""Language models as players, behind any endpoint that speaks OpenAI's chat protocol.

A reply is a move, or it is empty, truncated, unreadable or illegal, and never
anything else: no move is made up for a model. Trouble on the way to the model is
told apart from trouble with its replies, and tried again on its own account.
All that was said is kept, with its tokens and its time.
"""

from __future__ import annotations

import http.client
import json
import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

from divisor_duel.arena.protocol import (
    TIMEOUT,
    TRANSPORT,
    TRUNCATED,
    UNREADABLE,
    Answer,
    Fault,
    Question,
)
from divisor_duel.arena.telling import question_text, read_reply, refusal_text
from divisor_duel.errors import OptionsError
from divisor_duel.game import brief

KEYS = ("DUEL_API_KEY", "OPENAI_API_KEY")
"""The environment variables that may hold the key; the first that is set counts."""

TRANSPORT_RETRIES = 3
"""How often a request that got no reply is sent again."""

PAUSE = 0.25
"""Seconds before the first of those retries; each later one waits twice as long."""

LARGEST_REPLY = 4 << 20
"""How many bytes a reply may have."""


class _TransportError(Exception):
    """No reply came; another try may get one."""


class Chat:
    """One model behind one endpoint."""

    def __init__(self, model: str, url: str) -> None:
        try:
            parts = urlsplit(url)
            usable = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        except ValueError:  # a port that is no number, or brackets that do not match
            usable = False
        if not usable or not model:
            raise OptionsError(
                f"a chat player is written chat:MODEL@URL with a URL such as "
                f"http://localhost:8000/v1, not {brief(f'chat:{model}@{url}')}"
            )
        self._model = model
        self._secure = parts.scheme == "https"
        self._host, self._port = str(parts.hostname), parts.port
        path = parts.path.rstrip("/")
        self._path = path if path.endswith("/chat/completions") else f"{path}/chat/completions"

    def choose(self, question: Question) -> Answer:
        """The move that the model names; a fault that says what it did instead."""
        messages = _messages(question)
        kept: dict[str, Any] = {"messages": messages, "transport": []}
        begin = time.monotonic()
        try:
            payload = self._request(messages, begin + question.seconds, kept["transport"])
            move = _read(question, payload, kept)
            kept["class"] = "ok"
        except Fault as fault:
            kept["class"] = fault.kind
            fault.exchanges = (kept,)
            raise
        finally:
            kept["seconds"] = round(time.monotonic() - begin, 3)
        return Answer(move, (kept,))

    def quit(self) -> None:
        """Nothing stays open between questions."""

    kill = quit

    def _request(
        self, messages: list[dict[str, str]], deadline: float, problems: list[str]
    ) -> bytes:
        """The body of the reply, after as many tries as the transport needs and time allows."""
        body = json.dumps({"model": self._model, "messages": messages}).encode()
        for attempt in range(TRANSPORT_RETRIES + 1):
            try:
                return self._send(body, deadline)
            except _TransportError as problem:
                problems.append(str(problem))
            pause = PAUSE * 2**attempt
            if time.monotonic() + pause > deadline:
                raise Fault(TIMEOUT, f"no reply in time; {problems[-1]}")
            if attempt < TRANSPORT_RETRIES:
                time.sleep(pause)
        raise Fault(TRANSPORT, f"no reply after {len(problems)} tries; {problems[-1]}")

    def _send(self, body: bytes, deadline: float) -> bytes:
        left = deadline - time.monotonic()
        if left <= 0:
            raise Fault(TIMEOUT, "no reply in time")
        kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        connection = kind(self._host, self._port, timeout=left)
        try:
            connection.connect()
            with _cut_off(connection, deadline):
                connection.request("POST", self._path, body, _headers())
                response = connection.getresponse()
                data = response.read(LARGEST_REPLY + 1)
        except (OSError, http.client.HTTPException, ValueError) as problem:
            if time.monotonic() >= deadline - 0.01:
                raise Fault(TIMEOUT, "no reply in time") from None
            raise _TransportError(f"{type(problem).__name__}: {problem}") from None
        finally:
            connection.close()
        if time.monotonic() >= deadline:
            raise Fault(TIMEOUT, "no reply in time")
        return _checked(response.status, data)


def _checked(status: int, data: bytes) -> bytes:
    if status == 429 or status >= 500:
        raise _TransportError(f"the endpoint answered with status {status}")
    if status != 200:
        words = data[:200].decode(errors="replace")
        raise Fault(TRANSPORT, f"the endpoint answered with status {status}: {words}")
    return data


@contextmanager
def _cut_off(connection: http.client.HTTPConnection, deadline: float) -> Iterator[None]:
    """End the connection at the deadline: time-outs of sockets start anew with every byte."""
    wire = connection.sock  # the connection forgets it when the reply has no stated length

    def cut() -> None:
        with suppress(OSError):
            wire.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(max(0.0, deadline - time.monotonic()), cut)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _headers() -> dict[str, str]:
    key = next((os.environ[name].strip() for name in KEYS if os.environ.get(name)), None)
    authorization = {"Authorization": f"Bearer {key}"} if key else {}
    return {"Content-Type": "application/json", **authorization}


def _messages(question: Question) -> list[dict[str, str]]:
    """The question, then each refused reply with the reason."""
    messages = [{"role": "user", "content": question_text(question)}]
    for count, refusal in enumerate(question.refused, 1):
        earlier = Question(**{**vars(question), "refused": question.refused[:count]})
        messages.append({"role": "assistant", "content": refusal.reply or "(no answer)"})
        messages.append({"role": "user", "content": refusal_text(earlier)})
    return messages


def _read(question: Question, payload: bytes, kept: dict[str, Any]) -> int:
    """The move in a reply of the endpoint; what the reply says is kept in any case."""
    try:
        reply = json.loads(payload)
        choice = reply["choices"][0]
        content = choice["message"].get("content")
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        text = payload[:1000].decode(errors="replace")
        kept["reply"] = text
        raise Fault(UNREADABLE, f"not a chat completion: {brief(text)}", text) from None
    if isinstance(content, list):  # some endpoints send the text in parts
        content = "".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    text = content if isinstance(content, str) else ""
    usage = reply.get("usage")
    kept["reply"], kept["finish"] = text, choice.get("finish_reason")
    kept["tokens"] = usage if isinstance(usage, dict) else None
    if choice.get("finish_reason") == "length":  # what looks like a move may be half of one
        raise Fault(TRUNCATED, "the reply was cut off by the limit of tokens", text)
    return read_reply(question, text)
