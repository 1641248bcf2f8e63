"""Parse the replies of chat endpoints, which differ in format.

Some send one JSON object, some a stream of events. Some split the text into parts, some
have a separate field for reasoning, and token counts have various names.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import NamedTuple

from divisor_duel.text import clean_text

LONGEST_MESSAGE = 300
"""Length limit for quoting an endpoint's error message, in characters."""


class Reply(NamedTuple):
    """The reply of a model."""

    text: str
    """The answer."""
    reasoning: str
    """The model's reasoning, if the endpoint separates it."""
    finish: str | None
    """Why the model stopped."""
    tokens: dict[str, int]
    """Token counts, by the names in `TOKEN_COUNT_PATHS`."""
    cost: float | None
    """The cost according to the endpoint."""
    tool_calls: str = ""
    """The calls of tools that the model asked for, as JSON; empty if there are none."""
    refusal: str = ""
    """The words with which the model declined, if the endpoint separates them."""


def parse_response(data: bytes, content_type: str) -> dict[str, object]:
    """Parse a response, streamed or not, as one object; ValueError if it has no reply."""
    if "text/event-stream" in content_type or data.lstrip().startswith((b"data:", b"event:", b":")):
        reply = _from_events(data)
    else:
        try:
            reply = json.loads(data)
        except (ValueError, RecursionError):
            reply = None
    if not isinstance(reply, dict) or not _choice(reply):
        if isinstance(reply, dict) and reply.get("error"):
            raise ValueError(f"the endpoint answered with an error: {error_message(data)}")
        raise ValueError(f"not a chat completion: {error_message(data) or 'nothing at all'}")
    return reply


def has_content(data: bytes) -> bool:
    """Return whether the beginning of a response has a token, or anything but white space.

    In a stream, comments and events without text only keep the connection open.
    """
    start = data.lstrip()
    if not start.startswith((b"data:", b"event:", b":", b"id:", b"retry:")):
        return bool(start)
    return bool(_TOKEN.search(start))


_TOKEN = re.compile(
    rb'"(?:content|reasoning_content|reasoning|refusal|tool_calls)"\s*:\s*(?:"[^"]|\[)'
)


def error_message(data: bytes) -> str:
    """Return the error message in a response, or else the whole response, on one line."""
    text = data.decode(errors="replace")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        message = None
    for name in ("error", "message", "detail"):
        if isinstance(message, dict) and message.get(name):
            message = message[name]
    quote = message if isinstance(message, str) else text
    line = " ".join(clean_text(quote[: 2 * LONGEST_MESSAGE]).split())
    return line if len(line) <= LONGEST_MESSAGE else f"{line[:LONGEST_MESSAGE]}..."


def _choice(reply: dict[str, object]) -> dict[str, object] | None:
    choices = reply.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    if isinstance(choice, dict) and isinstance(choice.get("message"), dict):
        return choice
    return None


def _from_events(data: bytes) -> dict[str, object]:
    """Join the events of a stream into one reply."""
    message: dict[str, str] = {}
    choice: dict[str, object] = {"message": message, "finish_reason": None}
    whole: dict[str, object] = {"choices": [choice]}
    pieces, ended = 0, False
    for line in data.decode(errors="replace").splitlines():
        name, _, value = line.partition(":")
        if name != "data" or value.strip() == "[DONE]":
            ended |= name == "data"
            continue
        try:
            event = json.loads(value)
        except (ValueError, RecursionError):
            raise ValueError(
                f"a damaged event in the stream: {error_message(value.encode())}"
            ) from None
        if not isinstance(event, dict) or event.get("error"):
            raise ValueError(f"the stream broke off: {error_message(value.encode())}")
        if isinstance(event.get("usage"), dict):
            whole["usage"] = event["usage"]
        pieces += _add_event(choice, message, event)
    if pieces and not (ended or choice["finish_reason"]):
        raise ValueError("the stream broke off: its last event does not say that it is the last")
    return whole if pieces else {}


def _add_event(choice: dict[str, object], message: dict[str, str], event: dict[str, object]) -> int:
    choices = event.get("choices")
    if not (isinstance(choices, list) and choices and isinstance(choices[0], dict)):
        return 0
    delta = choices[0].get("delta")
    if isinstance(delta, dict) and delta.get("tool_calls"):
        message["tool_calls"] = message.get("tool_calls", "") + json.dumps(delta["tool_calls"])
    for name in ("content", "reasoning_content", "reasoning", "refusal"):
        piece = delta.get(name) if isinstance(delta, dict) else None
        if isinstance(piece, str):
            message[name] = message.get(name, "") + piece
    if choices[0].get("finish_reason"):
        choice["finish_reason"] = choices[0]["finish_reason"]
    return 1


def read(reply: dict[str, object]) -> Reply:
    """Return the parts of a reply, whatever its format."""
    choice = _choice(reply) or {}
    message = choice.get("message")
    message = message if isinstance(message, dict) else {}
    thought = message.get("reasoning_content") or message.get("reasoning")
    usage = reply.get("usage")
    usage = usage if isinstance(usage, dict) else {}
    finish, cost = choice.get("finish_reason"), usage.get("cost")
    return Reply(
        text=_text(message.get("content")),
        reasoning=_text(thought),
        finish=finish if isinstance(finish, str) else None,
        tokens=_tokens(usage),
        cost=float(cost) if isinstance(cost, int | float) else None,
        tool_calls=_calls(message.get("tool_calls") or message.get("function_call")),
        refusal=_text(message.get("refusal")),
    )


def _calls(calls: object) -> str:
    return calls if isinstance(calls, str) else json.dumps(calls) if calls else ""


def _text(content: object) -> str:
    if isinstance(content, list):  # the text comes in parts
        parts = [part.get("text") for part in content if isinstance(part, dict)]
        return "".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""


TOKEN_COUNT_PATHS = {
    "prompt_tokens": (("prompt_tokens",), ("input_tokens",)),
    "completion_tokens": (("completion_tokens",), ("output_tokens",)),
    "reasoning_tokens": (
        ("completion_tokens_details", "reasoning_tokens"),
        ("output_tokens_details", "reasoning_tokens"),
        ("reasoning_tokens",),
    ),
    "cached_tokens": (
        ("prompt_tokens_details", "cached_tokens"),
        ("input_tokens_details", "cached_tokens"),
        ("prompt_cache_hit_tokens",),
        ("cache_read_input_tokens",),
    ),
}
"""Paths to the token counts in a reply; the first path that has a number is used."""


def total_tokens(tokens: Mapping[str, int]) -> int:
    """Return prompt plus completion tokens; these include cached and reasoning ones."""
    return tokens.get("prompt_tokens", 0) + tokens.get("completion_tokens", 0)


def _tokens(usage: dict[str, object]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for name, paths in TOKEN_COUNT_PATHS.items():
        for path in paths:
            value: object = usage
            for key in path:
                value = value.get(key) if isinstance(value, dict) else None
            if type(value) is int and value >= 0:
                counts[name] = value
                break
    return counts
