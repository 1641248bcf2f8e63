"""Responses of endpoints, in whatever format they come."""

from __future__ import annotations

import json
from typing import Any

import pytest

from divisor_duel.arena.players.chat_responses import (
    error_message,
    has_content,
    parse_response,
    read,
    total_tokens,
)
from tests.arena.endpoint import completion, streamed


@pytest.mark.parametrize(
    ("usage", "tokens"),
    [
        (
            {"prompt_tokens": 1, "prompt_cache_hit_tokens": 4},
            {"prompt_tokens": 1, "cached_tokens": 4},
        ),
        (
            {
                "input_tokens": 3,
                "output_tokens": 2,
                "output_tokens_details": {"reasoning_tokens": 1},
            },
            {"prompt_tokens": 3, "completion_tokens": 2, "reasoning_tokens": 1},
        ),
        ({"prompt_tokens": "many", "completion_tokens": -1}, {}),
    ],
)
def test_every_vendor_counts_in_its_own_words(usage: Any, tokens: dict[str, int]) -> None:
    """Tokens are found under the names that endpoints give them; nonsense is not counted."""
    assert read({**completion("5"), "usage": usage}).tokens == tokens


def test_text_in_parts_and_in_pieces_is_joined() -> None:
    """Content may be a list of parts, and a stream may come without a stated type."""
    parts = {"message": {"content": [{"type": "text", "text": "move: "}, {"text": "5"}, 3]}}
    assert read(completion(parts)).text == "move: 5"
    pieces = [{"choices": [{"delta": {"content": piece}}]} for piece in ("mo", "ve: 5")]
    assert read(parse_response(streamed(*pieces).data, "")).text == "move: 5"


def test_reasoning_finish_and_cost_are_found() -> None:
    """A reply has its reasoning, why it ended, and the cost if the endpoint says it."""
    choice = {"message": {"content": "5", "reasoning": "hm"}, "finish_reason": "length"}
    reply = read({**completion(choice), "usage": {"cost": 2}})
    assert (reply.text, reply.reasoning, reply.finish, reply.cost) == ("5", "hm", "length", 2.0)
    assert read({}) == ("", "", None, {}, None, "", "")


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "not a chat completion: nothing at all"),
        (b"<h1>busy</h1>", "not a chat completion: <h1>busy</h1>"),
        (b'{"error": {"message": "overloaded"}}', "answered with an error: overloaded"),
        (b"data: {\n\n", "a damaged event in the stream"),
        (b'data: {"error": "overloaded"}\n\n', "the stream broke off: overloaded"),
        (b'data: {"choices": [{"delta": {"content": "5"}}]}\n\n', "the stream broke off: its last"),
        (b"data: [DONE]\n\n", "not a chat completion"),
    ],
)
def test_what_is_no_reply_is_an_error_that_quotes_it(data: bytes, problem: str) -> None:
    """Whatever is not a whole reply raises ValueError with the endpoint's own words."""
    with pytest.raises(ValueError, match=problem):
        parse_response(data, "")


def test_a_stream_says_that_it_has_ended() -> None:
    """A reason to stop ends a stream as well as the usual last event."""
    event = {"choices": [{"delta": {"content": "5"}, "finish_reason": "stop"}]}
    stream = f"data: {json.dumps(event)}\n\n".encode()
    assert read(parse_response(stream, "text/event-stream")).text == "5"


def test_long_messages_are_cut_and_cleaned() -> None:
    """An error message is one printable line of at most 300 characters."""
    assert error_message(b'{"error": {"message": "a\\n b"}}') == "a b"
    assert error_message(b"x" * 1000) == "x" * 300 + "..."
    assert total_tokens({"prompt_tokens": 3, "completion_tokens": 4, "cached_tokens": 2}) == 7


@pytest.mark.parametrize(
    ("data", "has"),
    [
        (b"", False),
        (b"  \n", False),
        (b'{"choices"', True),
        (b": keep-alive\n", False),
        (b'data: {"choices": [{"delta": {"role": "assistant", "content": ""}}]}\n', False),
        (b'data: {"choices": [{"delta": {"content": "5"}}]}\n', True),
        (b'data: {"choices": [{"delta": {"reasoning": "hm"}}]}\n', True),
        (b'data: {"choices": [{"delta": {"tool_calls": [{}]}}]}\n', True),
    ],
)
def test_a_token_is_told_from_what_keeps_a_connection_open(data: bytes, has: bool) -> None:
    """Spaces, comments and events without text are no beginning of a reply."""
    assert has_content(data) == has


def test_calls_of_tools_and_refusals_are_found() -> None:
    """They are saved as text, from a stream too."""
    calls = [{"function": {"name": "play"}}]
    assert read(completion({"message": {"tool_calls": calls}})).tool_calls == json.dumps(calls)
    assert read(completion({"message": {"refusal": "No."}})).refusal == "No."
    deltas: list[dict[str, Any]] = [{"tool_calls": calls}, {"refusal": "No."}]
    pieces = [{"choices": [{"delta": delta}]} for delta in deltas]
    reply = read(parse_response(streamed(*pieces).data, ""))
    assert (reply.tool_calls, reply.refusal) == (json.dumps(calls), "No.")
