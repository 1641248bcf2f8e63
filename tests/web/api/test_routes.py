"""The table of endpoints."""

from __future__ import annotations

import inspect
import re
from functools import partial

import pytest

from divisor_duel.web.api.endpoint import Endpoint
from divisor_duel.web.api.games import change
from divisor_duel.web.api.routes import ENDPOINTS
from divisor_duel.web.game import actions
from divisor_duel.web.schema import requests


def test_every_action_of_a_player_has_an_endpoint() -> None:
    """Each action is posted to a game with a token, takes its own body, and is its summary."""
    own = {
        action: action.__doc__
        for name, action in vars(actions).items()
        if inspect.isfunction(action) and action.__module__ == actions.__name__
    }
    changing = {
        endpoint.handler.args[0]: endpoint
        for endpoint in ENDPOINTS
        if isinstance(endpoint.handler, partial) and endpoint.handler.func is change
    }
    assert set(changing) == set(own)
    for action, endpoint in changing.items():
        assert f"{endpoint.summary}." == own[action]
        assert (endpoint.method, endpoint.seat) == ("POST", True)
        assert endpoint.body is endpoint.handler.args[1]  # type: ignore[attr-defined]
        wanted = re.search(r"\[requests\.(\w+)\]", str(inspect.signature(action)))
        assert wanted
        assert endpoint.body is getattr(requests, wanted[1])


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda one: f"{one.method} {one.path}")
def test_an_endpoint_is_documented_as_it_works(endpoint: Endpoint) -> None:
    """Statuses for bad bodies, missing tokens and unknown games are in the document."""
    assert (endpoint.body is not None) == (endpoint.method == "POST")
    assert (endpoint.body is None) or {"400", "413", "415", "422"} <= endpoint.errors.keys()
    assert not endpoint.seat or {"401", "403"} <= endpoint.errors.keys()
    in_game = endpoint.seat and endpoint.path.startswith("/api/games")
    assert not in_game or "409" in endpoint.errors
    assert "{id}" not in endpoint.path or "404" in endpoint.errors
    assert not endpoint.query or "422" in endpoint.errors or endpoint.path.endswith("/hint")
    assert not endpoint.summary.endswith(".")
