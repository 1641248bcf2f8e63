"""Calls to endpoints: how they share HTTP clients, and who sees keys."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from divisor_duel.arena.players.chat_client import CALLS_PER_CLIENT
from divisor_duel.arena.run.concurrent_games import ConcurrentRunner
from divisor_duel.arena.run.tournament import JOB
from tests.arena.endpoint import chat_endpoint, first_legal
from tests.arena.playing import bot, make_plan
from tests.conftest import COMMAND, wait_until


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
        lines = list(ConcurrentRunner(40)(JOB, plan.tasks()))
    assert len(lines) == 60
    assert max(most.values()) == CALLS_PER_CLIENT
    assert 2 <= len(most) <= 3
    assert len(endpoint.requests) > 60


def processes_of(pid: int) -> set[tuple[str, str]]:
    """The command and the environment of a process and of all that it has started, as `ps` sees.

    The command is read first: a process that is about to become another program still has both of
    its parent.
    """
    found, waiting = set[tuple[str, str]](), [pid]
    while waiting:
        folder = Path("/proc", str(waiting.pop()))
        with contextlib.suppress(OSError):  # it has just ended
            command, environment = ((folder / name).read_text() for name in ("cmdline", "environ"))
            found.add((command.replace("\0", " "), environment))
            for task in folder.glob("task/*/children"):
                waiting += map(int, task.read_text().split())
    return found


@pytest.mark.parametrize("workers", [(), ("--workers", "2")], ids=["one process", "workers"])
def test_no_key_is_in_the_process_list(tmp_path: Path, workers: tuple[str, ...]) -> None:
    """In a run no command has a key, and no environment but that of the arena itself has one."""
    keys = {"DUEL_API_KEY": "open-sesame", "OTHER_API_KEY": "shut-sesame"}
    runs, shown = list[subprocess.Popen[bytes]](), set[tuple[str, str]]()

    def watching(request: dict[str, Any], number: int) -> str:
        wait_until(lambda: bool(runs))
        shown.update(processes_of(runs[0].pid))
        return first_legal(request)

    with chat_endpoint(watching) as endpoint:
        models = [f"a=chat:tiny@{endpoint.url}", f"b=chat:tiny,key=OTHER_API_KEY@{endpoint.url}"]
        players = [*models, "--against", f"py:tests.arena.bots:greedy,{bot('breeds')}"]
        terms = ["--games", "chain,digits", "--rounds", "1", "--seconds", "200", *workers]
        command = [*COMMAND, "arena", *players, *terms, "-o", str(tmp_path / "out")]
        told, environment = subprocess.PIPE, {**os.environ, **keys}
        runs.append(subprocess.Popen(command, env=environment, stdout=told, stderr=told))
        assert runs[0].communicate(timeout=600)[1] == b""
    assert set(endpoint.keys) == {f"Bearer {key}" for key in keys.values()}
    assert not [command for command, _ in shown if "sesame" in command]
    own = (" ".join([*COMMAND, "arena"]), " -c from multiprocessing.")
    others = {seen for seen in shown if not any(words in seen[0] for words in own)}
    for kind in (
        "program_supervisor.py",
        "arena.players.function_server",
        "bots.py breeds",
        "# bred",
    ):
        assert any(kind in command for command, _ in others)
    assert not [command for command, variables in others if "sesame" in variables]
    assert any("sesame" in variables for _, variables in shown - others)
    for file in (tmp_path / "out").iterdir():
        assert "sesame" not in file.read_text()
