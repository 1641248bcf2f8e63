"""OpenEnv's own client plays games on a running server."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
import uvicorn
from openenv.core.generic_client import GenericEnvClient

from divisor_duel import GAMES
from divisor_duel.adapters.openenv import app


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """Run a server on a free port and yield its URL."""
    server = uvicorn.Server(uvicorn.Config(app(), host="127.0.0.1", port=0, log_level="error"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join()


def play(env: Any, **terms: Any) -> tuple[list[float], dict[str, Any]]:
    """Play a game of first legal moves; return its rewards and the state after it."""
    result, rewards = env.reset(**terms), list[float]()
    while not result.done:
        result = env.step({"message": f"move: {result.observation['legal'][0]}"})
        rewards.append(result.reward)
    return rewards, env.state()


@pytest.mark.parametrize("name", GAMES)
def test_a_client_plays_every_game(name: str, url: str) -> None:
    """A game runs to the end, with rewards of 1, 0 and -1, and the state says who won."""
    with GenericEnvClient(base_url=url).sync() as env:
        rewards, state = play(env, game=name, opponent="perfect", seed=3)
    assert state["game"] == name
    assert state["won"] in (True, False)
    assert set(rewards) <= {1.0, 0.0, -1.0}
    assert state["step_count"] == len(rewards)


def test_errors_are_explained(url: str) -> None:
    """An unknown game is refused with a message; an illegal move loses and says why."""
    with GenericEnvClient(base_url=url).sync() as env:
        with pytest.raises(Exception, match="unknown game 'chess'"):
            env.reset(game="chess")
        env.reset(game="countdown", options={"start": 12})
        result = env.step({"message": "move: 5"})
    assert result.done
    assert result.reward == -1.0
    assert "5 does not divide 12" in result.observation["detail"]


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"game": "chain", "options": {"high": -1}}, "high"),
        ({"game": "chain", "options": 5}, "options"),
        ({"game": "chain", "played": [1, 1]}, "1"),
        ({"game": "chain", "played": "15"}, "played"),
        ({"opponent": "friend"}, "opponent must be one of"),
        ({"oponent": "easy"}, "oponent"),
    ],
)
def test_what_cannot_be_started_is_the_clients_mistake(
    terms: dict[str, Any], words: str, url: str
) -> None:
    """Over HTTP the status is 422, and the detail says what is wrong."""
    request = Request(
        f"{url}/reset", json.dumps(terms).encode(), {"Content-Type": "application/json"}
    )
    with pytest.raises(HTTPError) as caught:
        urlopen(request, timeout=60)
    assert caught.value.code == 422
    assert words in json.loads(caught.value.read())["detail"]


def test_the_command_has_help() -> None:
    """The module can be run as a command."""
    command = [sys.executable, "-m", "divisor_duel.adapters.openenv", "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    assert "--port" in done.stdout
