"""Language models as players, over real HTTP, with an endpoint that also misbehaves."""

from __future__ import annotations

import json
from typing import Any

import pytest

from divisor_duel import GAMES
from divisor_duel.arena import Policy, results, run_serially
from tests.arena.endpoint import Reply, chat_endpoint, first_legal, streamed
from tests.arena.playing import make_plan, play

CHAIN = GAMES["chain"]()


def one_game(script: Any, **terms: Any) -> dict[str, Any]:
    """A game that the model begins, against `perfect`, with a scripted endpoint."""
    with chat_endpoint(script) as endpoint:
        player = f"model=chat:tiny@{endpoint.url}"
        return play(player, "perfect", **{"seconds": 100.0, **terms})[0]


def test_a_model_that_answers_plays_whole_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prompts, replies, tokens and times are saved; the key is sent and not saved."""
    monkeypatch.setenv("OPENAI_API_KEY", "other")
    monkeypatch.setenv("DUEL_API_KEY", "secret")
    with chat_endpoint(lambda request, number: first_legal(request)) as endpoint:
        lines = play(
            f"m=chat:tiny/one@{endpoint.url}", "random", seconds=100.0, games="chain,digits"
        )
    assert set(endpoint.keys) == {"Bearer secret"}
    assert set(endpoint.paths) == {"/v1/chat/completions"}
    assert {request["model"] for request in endpoint.requests} == {"tiny/one"}
    kept = [exchange for line in lines for exchange in line["exchanges"]]
    assert len(kept) == len(endpoint.requests) > 4
    for exchange, request in zip(kept, endpoint.requests, strict=True):
        assert exchange["messages"] == request["messages"]
        assert exchange["reply"].startswith("move: ")
        assert exchange["class"] == "ok"
        assert exchange["tokens"]["completion_tokens"] == 7
        assert exchange["seconds"] >= 0
    assert "secret" not in repr(lines)


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        ("", "empty"),
        ({"message": {"content": None}}, "empty"),
        ({"message": {"content": "move: 1"}, "finish_reason": "length"}, "truncated"),
        ("I would take 4, or perhaps 12.", "unreadable"),
        ("move: 999", "illegal"),
        ("<think>move: 5", "unfinished"),
        ({"message": {"content": "5"}, "finish_reason": "max_tokens"}, "truncated"),
        ({"message": {"content": ""}, "finish_reason": "content_filter"}, "filtered"),
        ({"message": {"content": None, "refusal": "I may not."}}, "refused"),
        ("I'm sorry, but I can't help with that.", "refused"),
        ({"message": {"content": None, "tool_calls": [{"id": "x"}]}}, "tool call"),
    ],
)
def test_replies_that_are_no_moves_are_told_apart(reply: Any, kind: str) -> None:
    """Each bad reply is classed as what it is, loses the game, and no move is made up for it."""
    check_forfeit(one_game(lambda request, number: reply), kind)


TOKEN = b'data: {"choices": [{"delta": {"content": "mo"}}]}\n'
"""The first event of a stream that has a token."""


def test_a_reply_that_does_not_end_is_the_models_fault() -> None:
    """A reply that has begun and is not whole in time is a timeout of the model."""
    for seconds in (0.5, 2.0, 8.0, 32.0, 128.0):  # a busy machine needs a while for the first byte
        line = one_game(lambda request, number: [TOKEN], seconds=seconds)
        if "no token of a reply" not in json.dumps(line):
            break
    check_forfeit(line, "timeout")
    assert TOKEN.decode() in line["faults"][0]["reply"]


@pytest.mark.parametrize("silence", [None, [b": wait\n"], [b'data: {"choices": []}\n']])
def test_a_status_and_then_silence_is_an_outage(silence: Any) -> None:
    """Spaces, comments and events without a token only keep a connection open."""
    line = one_game(lambda request, number: silence, seconds=0.3)
    assert "no token of a reply within 0.3 s" in line["trouble"]["detail"]


def check_forfeit(line: dict[str, Any], kind: str) -> None:
    """Check that the model lost by one fault of this kind, before it made a move."""
    assert line["forfeit"]["kind"] == kind
    assert line["winner"] == 2
    assert len(line["played"]) == line["opening"]
    assert [exchange["class"] for exchange in line["exchanges"]] == [kind]


@pytest.mark.parametrize(
    "reply",
    [
        400,
        401,
        429,
        503,
        1000.0,
        b"<html>hello</html>",
        b'{"choices": []}',
        b'{"choices": [{"message": "x"}]}',
        b'{"error": {"message": "overloaded"}}',
        b"[" * 100_000,
        streamed({"error": "overloaded"}),
        streamed({"choices": [{"delta": {"content": "move: 1"}}]}, end=False),
    ],
)
def test_trouble_on_the_way_is_nobodys_fault(reply: Any) -> None:
    """Without a reply of the model the game is not played, and its row says why."""
    seconds = 0.5 if isinstance(reply, float) else 100.0
    line = one_game(lambda request, number: reply, seconds=seconds)
    assert line["trouble"]["player"] == "model"
    assert "winner" not in line
    assert line["exchanges"][-1]["class"] == "trouble"
    assert line["exchanges"][-1]["transport"]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (b'{"error": {"message": "max_tokens is not supported with this model"}}', "max_tokens is"),
        (b'{"error": "the context is too long"}', "the context is too long"),
        (b'{"object": "error", "message": "no such model"}', "no such model"),
        (b'{"detail": [{"loc": ["body", "x"], "msg": "wrong"}]}', '{"detail": [{"loc":'),
        (b"<html>\n<h1>Bad\x1b[31m gateway</h1>\n</html>", "<html> <h1>Bad gateway</h1>"),
        (b"x" * 1000, f"{'x' * 300}..."),
    ],
)
def test_an_endpoint_is_quoted_in_its_own_words(said: bytes, told: str) -> None:
    """A refusal quotes the endpoint's own message, long enough to act upon."""
    line = one_game(lambda request, number: Reply(said, 400))
    detail = line["trouble"]["detail"]
    assert detail.startswith(f"the endpoint answered with status 400: {told}")
    assert detail.isprintable()


def test_transport_is_retried_on_its_own_account(monkeypatch: pytest.MonkeyPatch) -> None:
    """Errors of the server are tried again, after the time it asks for, at no cost to the model."""
    monkeypatch.setattr("divisor_duel.arena.players.chat_client.FIRST_PAUSE", 0.01)
    busy = Reply(b"", 429, {"Retry-After": "0.02"})

    def flaky(request: dict[str, Any], number: int) -> Any:
        return (busy, 500, first_legal(request))[number % 3]

    line = one_game(flaky, games="countdown", seconds=100.0, patience=100.0)
    assert line["faults"] == []
    problems = [problem for exchange in line["exchanges"] for problem in exchange["transport"]]
    assert {problem[-3:] for problem in problems} == {"429", "500"}


def test_an_endpoint_that_is_not_there_is_trouble() -> None:
    """A refused connection is named as what it is."""
    refused = play("m=chat:x@http://127.0.0.1:9/v1", "random")[0]
    assert refused["trouble"]["detail"].startswith("no reply after 1 try; ConnectError")


def test_a_move_retry_tells_the_model_why() -> None:
    """With `retry:1` the refused reply and the reason are part of the next prompt."""

    def learns(request: dict[str, Any], number: int) -> str:
        return first_legal(request) if len(request["messages"]) > 1 else "move: 999"

    line = one_game(learns, illegal=Policy(1), games="countdown")
    assert line["forfeit"] is None
    assert {fault["kind"] for fault in line["faults"]} == {"illegal"}
    again = line["exchanges"][1]["messages"]
    assert [message["role"] for message in again] == ["user", "assistant", "user"]
    assert again[1]["content"] == "move: 999"
    assert "999" in again[2]["content"]
    assert [exchange["class"] for exchange in line["exchanges"][:2]] == ["illegal", "ok"]


def test_without_the_legal_moves_no_prompt_has_them() -> None:
    """The switch reaches the model, after refusals too, and the results say so."""
    with chat_endpoint(lambda request, number: "move: 999") as endpoint:
        player = f"model=chat:tiny@{endpoint.url}"
        terms: dict[str, Any] = {"seconds": 100.0, "show_legal": False, "illegal": Policy(1)}
        plan = make_plan([player, "random"], **terms)
        lines = list(run_serially(plan.tasks()))
    assert len(endpoint.requests) == 4
    for request in endpoint.requests:
        for message in request["messages"]:
            assert "legal moves:" not in message["content"]
            assert "choose one of" not in message["content"]
    assert results(plan, lines)["legal_moves_shown"] is False
