"""Replies of chat endpoints in their several shapes, brought into one.

Some come whole and some as a stream of events; some have the text in parts, some
think in a field of their own, and each counts tokens under names of its own.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from divisor_duel.text import clean_text

LONGEST_WORDS = 300
"""How many characters of an endpoint's own words are told."""


class Reply(NamedTuple):
    """What a model said."""

    text: str
    """The answer."""
    reasoning: str
    """What it thought, if the endpoint tells that apart."""
    finish: str | None
    """Why it stopped."""
    tokens: dict[str, int]
    """What was counted."""
    cost: float | None
    """What the endpoint says that it cost."""


def joined(data: bytes, content_type: str) -> dict[str, Any]:
    """A reply as one object; ValueError if it is none that a model could have given."""
    if "text/event-stream" in content_type or data.lstrip().startswith((b"data:", b"event:", b":")):
        reply = _from_events(data)
    else:
        try:
            reply = json.loads(data)
        except (ValueError, RecursionError):
            reply = None
    if not isinstance(reply, dict) or not _choice(reply):
        if isinstance(reply, dict) and reply.get("error"):
            raise ValueError(f"the endpoint answered with an error: {words(data)}")
        raise ValueError(f"not a chat completion: {words(data) or 'nothing at all'}")
    return reply


def words(data: bytes) -> str:
    """What an endpoint says of its trouble, in one line: the message in it, or all of it."""
    text = data.decode(errors="replace")
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        told = None
    for name in ("error", "message", "detail"):
        if isinstance(told, dict) and told.get(name):
            told = told[name]
    said = told if isinstance(told, str) else text
    line = " ".join(clean_text(said[: 2 * LONGEST_WORDS]).split())
    return line if len(line) <= LONGEST_WORDS else f"{line[:LONGEST_WORDS]}..."


def _choice(reply: dict[str, Any]) -> dict[str, Any] | None:
    choices = reply.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    if isinstance(choice, dict) and isinstance(choice.get("message"), dict):
        return choice
    return None


def _from_events(data: bytes) -> dict[str, Any]:
    """The pieces of a stream put together."""
    message: dict[str, str] = {}
    whole: dict[str, Any] = {"choices": [{"message": message, "finish_reason": None}]}
    pieces, ended = 0, False
    for line in data.decode(errors="replace").splitlines():
        name, _, value = line.partition(":")
        if name != "data" or value.strip() == "[DONE]":
            ended |= name == "data"
            continue
        try:
            event = json.loads(value)
        except (ValueError, RecursionError):
            raise ValueError(f"a damaged event in the stream: {words(value.encode())}") from None
        if not isinstance(event, dict) or event.get("error"):
            raise ValueError(f"the stream broke off: {words(value.encode())}")
        pieces += _add_event(whole, message, event)
    if pieces and not (ended or whole["choices"][0]["finish_reason"]):
        raise ValueError("the stream broke off: its last event does not say that it is the last")
    return whole if pieces else {}


def _add_event(whole: dict[str, Any], message: dict[str, str], event: dict[str, Any]) -> int:
    if isinstance(event.get("usage"), dict):
        whole["usage"] = event["usage"]
    choices = event.get("choices")
    if not (isinstance(choices, list) and choices and isinstance(choices[0], dict)):
        return 0
    delta = choices[0].get("delta")
    for name in ("content", "reasoning_content", "reasoning"):
        piece = delta.get(name) if isinstance(delta, dict) else None
        if isinstance(piece, str):
            message[name] = message.get(name, "") + piece
    if choices[0].get("finish_reason"):
        whole["choices"][0]["finish_reason"] = choices[0]["finish_reason"]
    return 1


def read(reply: dict[str, Any]) -> Reply:
    """What a reply says, whatever its shape."""
    choice = _choice(reply) or {}
    message = choice.get("message", {})
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
    )


def _text(content: Any) -> str:
    if isinstance(content, list):  # the text comes in parts
        parts = [part.get("text") for part in content if isinstance(part, dict)]
        return "".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""


PLACES = {
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
"""Where endpoints put their counts; the first place that has a number counts."""


def total(tokens: Mapping[str, int]) -> int:
    """How many tokens were read and written; cached and reasoning ones are among them."""
    return tokens.get("prompt_tokens", 0) + tokens.get("completion_tokens", 0)


def _tokens(usage: dict[str, Any]) -> dict[str, int]:
    found: dict[str, int] = {}
    for name, places in PLACES.items():
        for place in places:
            value: Any = usage
            for key in place:
                value = value.get(key) if isinstance(value, dict) else None
            if type(value) is int and value >= 0:
                found[name] = value
                break
    return found
