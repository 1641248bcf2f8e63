"""Tasks on a cluster: rows as they come, and one sentence for whatever goes wrong.

A stand-in for the package `distributed` fails as the real one does; `duel sweep` is tested
with a real cluster.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from types import SimpleNamespace
from typing import Any

import pytest

from divisor_duel import DuelError
from divisor_duel.jobs import Job, run_on_cluster


class KilledWorker(Exception):  # noqa: N818 - the name that Dask gives it
    """A task was tried on several workers, and each ended."""


class Client:
    """A client whose cluster does every task at once, the last one first."""

    loop = None

    def __init__(self, log: list[str], workers: int = 1, problem: Exception | None = None) -> None:
        self.log, self.workers, self.problem = log, workers, problem

    def wait_for_workers(self, count: int, timeout: float) -> None:
        if self.workers < count:
            raise TimeoutError

    def map(self, do: Callable[[Any], Any], tasks: Iterable[Any], pure: bool) -> list[Any]:
        release = SimpleNamespace(release=lambda: self.log.append("release"))
        return [
            SimpleNamespace(result=lambda task=task: self._do(do, task), **vars(release))
            for task in tasks
        ]

    def _do(self, do: Callable[[Any], Any], task: Any) -> Any:
        if self.problem:
            raise self.problem
        return do(task)

    def run(self, finish: Callable[[bool], None], gently: bool) -> None:
        finish(gently)

    def close(self, timeout: float) -> None:
        self.log.append("close")


def install(monkeypatch: pytest.MonkeyPatch, client: Client | None) -> None:
    """Let `distributed` be a stand-in with this client; None if nothing answers."""

    async def connect(address: str, timeout: float, **security: Any) -> Any:
        if client is None:
            raise OSError("refused")

        async def close() -> None:
            client.log.append("greeted")

        return SimpleNamespace(close=close)

    def as_completed(futures: list[Any], loop: Any) -> Iterator[Any]:
        yield from futures[::-1]

    security = SimpleNamespace(get_connection_args=lambda kind: {})
    stand_in = SimpleNamespace(
        KilledWorker=KilledWorker,
        Client=lambda address, timeout, set_as_default: client,
        Security=lambda: security,
        as_completed=as_completed,
        comm=SimpleNamespace(connect=connect),
    )
    monkeypatch.setitem(sys.modules, "distributed", stand_in)


def doubling(log: list[str]) -> Job[int, int]:
    """A job that doubles numbers and notes how it was finished."""
    return Job(
        do=lambda number: 2 * number,
        key=lambda number: number,
        noun="number",
        finish=lambda gently: log.append(f"finish {gently}"),
    )


def test_rows_come_as_they_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every task gives a row, its memory is freed, and workers and client are finished."""
    log: list[str] = []
    install(monkeypatch, Client(log))
    assert list(run_on_cluster(doubling(log), [1, 2], "tcp://h:1")) == [4, 2]
    assert log == ["greeted", "release", "release", "finish True", "close"]


def test_without_tasks_no_cluster_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty list of tasks does not even load the client."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert list(run_on_cluster(doubling([]), [], "tcp://h:1")) == []
    with pytest.raises(DuelError, match="a cluster needs one more package"):
        list(run_on_cluster(doubling([]), [1], "tcp://h:1"))


@pytest.mark.parametrize(
    ("problem", "sentence"),
    [
        (KilledWorker(), "one number ended several workers of the cluster; perhaps their memory"),
        (
            CancelledError(),
            "the scheduler at 'tcp://h:1' went away; run the same command to continue",
        ),
        (OSError(), "the scheduler at 'tcp://h:1' went away; run the same command to continue"),
        (ImportError(), "every worker of the cluster needs divisor-duel installed"),
    ],
)
def test_what_goes_wrong_is_a_sentence(
    problem: Exception, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the cluster raises, the user reads one sentence, and the client is closed."""
    log: list[str] = []
    install(monkeypatch, Client(log, problem=problem))
    with pytest.raises(DuelError, match=sentence):
        list(run_on_cluster(doubling(log), [1], "tcp://h:1"))
    assert log[-1] == "close"


def test_a_scheduler_needs_to_answer_and_to_have_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """No scheduler and a scheduler without workers are different errors."""
    log: list[str] = []
    install(monkeypatch, None)
    with pytest.raises(DuelError, match="no scheduler answers at 'tcp://h:1'"):
        list(run_on_cluster(doubling(log), [1], "tcp://h:1"))
    install(monkeypatch, Client(log, workers=0))
    with pytest.raises(DuelError, match="the scheduler at 'tcp://h:1' has no workers yet"):
        list(run_on_cluster(doubling(log), [1], "tcp://h:1"))
    assert log == ["greeted", "close"]
