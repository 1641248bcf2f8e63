"""Calls to endpoints: how they share clients of HTTP, and what none is made without."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from divisor_duel import DuelError
from divisor_duel.arena import Terms, read_players
from divisor_duel.arena.checks import check_players
from divisor_duel.arena.endpoint import CALLS_A_CLIENT
from divisor_duel.arena.flight import InFlight
from divisor_duel.arena.runners import JOB
from tests.arena.endpoint import chat_endpoint, first_legal
from tests.arena.playing import make_plan


def test_hundreds_of_calls_are_carried_by_clients_of_a_few_each(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No client has more calls at a time than it carries well, and clients are used again."""
    under_way: Counter[int] = Counter()
    most: Counter[int] = Counter()
    stream = httpx.AsyncClient.stream

    @asynccontextmanager
    async def counted(self: httpx.AsyncClient, *given: Any, **named: Any) -> AsyncIterator[Any]:
        under_way[id(self)] += 1
        most[id(self)] = max(most[id(self)], under_way[id(self)])
        async with stream(self, *given, **named) as response:
            yield response
        under_way[id(self)] -= 1

    monkeypatch.setattr(httpx.AsyncClient, "stream", counted)
    with chat_endpoint(lambda request, number: first_legal(request)) as endpoint:
        plan = make_plan([f"m=chat:tiny@{endpoint.url}", "random"], "digits", rounds=30)
        lines = list(InFlight(40)(JOB, plan.tasks()))
    assert len(lines) == 60
    assert max(most.values()) == CALLS_A_CLIENT
    assert 2 <= len(most) <= 3
    assert len(endpoint.requests) > 60


def test_a_variable_without_a_key_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is sent or tried again where the variable with the key is not set."""
    monkeypatch.delenv("NO_SUCH_KEY", raising=False)
    with chat_endpoint(lambda request, number: first_legal(request)) as endpoint:
        (entry, _) = read_players([f"m=chat:tiny,key=NO_SUCH_KEY@{endpoint.url}", "random"])
        told = r"^m cannot be asked: the variable NO_SUCH_KEY, .* is not set$"
        with pytest.raises(DuelError, match=told):
            check_players([entry], Terms())
        assert endpoint.requests == []
