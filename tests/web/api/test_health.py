"""The server shows how it is, and heals itself."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from typing import Any

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from divisor_duel.web.game.table import FORMAT, NewerGameError
from divisor_duel.web.ops.logs import REQUEST, JsonFormatter, RepeatFilter
from divisor_duel.web.ops.restarts import Restarts, end_tasks
from divisor_duel.web.play.readiness import LATE_SECONDS, ReadinessCheck
from divisor_duel.web.schema.states import Health, Readiness
from divisor_duel.web.store.port import StoreBusyError, StoredGame
from divisor_duel.web.store.sqlite import SQLiteStore
from tests.conftest import wait_until
from tests.web.game.test_table import table_of
from tests.web.play.test_service import Movers, running
from tests.web.players import MakeTable
from tests.web.servers import until


def test_alive_and_ready(client: httpx.Client) -> None:
    """A server that works says that it is there, and that it is ready."""
    assert msgspec.json.decode(client.get("/healthz").content, type=Health).status == "ok"
    answers: list[httpx.Response] = []

    def is_ready() -> bool:
        answers.append(client.get("/readyz"))
        return answers[-1].status_code == 200

    wait_until(is_ready)  # a busy machine may need a while
    found = msgspec.json.decode(answers[-1].content, type=Readiness)
    assert (found.ready, found.problems) == (True, [])


def test_metrics_count_what_happens(client: httpx.Client, make_table: MakeTable) -> None:
    """Moves, requests and times are counted, for the operator's eyes only."""

    def moves() -> float:
        text = client.get("/metrics").text
        found = re.search(r"^duel_moves_total (\S+)", text, re.M)
        assert found
        assert 'duel_requests_total{status="201"}' in text
        assert "duel_commit_seconds_bucket" in text
        return float(found[1])

    table = make_table("divider")
    before = moves()
    table.play(4, 3)
    assert moves() >= before + 2
    told = client.get("/metrics", headers={"X-Forwarded-For": "127.0.0.1"})
    assert told.status_code == 403


def test_requests_have_names(client: httpx.Client) -> None:
    """Every answer carries the id under which the log speaks of it."""
    names = {client.get("/healthz").headers["x-request-id"] for _ in range(3)}
    assert len(names) == 3


def test_a_database_that_fails_is_said() -> None:
    """What cannot be written to, or work that has stopped, makes the server not ready."""

    async def run() -> None:
        async with running(Movers()) as service:
            assert (await ReadinessCheck(service, 300.0).check()).ready
            service.computer_players.last_sweep -= 2 * LATE_SECONDS
            assert "computer moves" in (await ReadinessCheck(service, 300.0).check()).problems[0]
            store: Any = service.store
            assert isinstance(store, SQLiteStore)
            await store._ask(lambda file: file.execute("PRAGMA query_only = 1"), writes=False)
            broken = await ReadinessCheck(service, 300.0).check()
            assert not broken.ready
            assert "readonly" in broken.problems[0]

    asyncio.run(run())


class Unwell:
    """A store whose check never returns, or fails."""

    def __init__(self, error: Exception | None = None) -> None:
        self.checks = 0
        self._error = error

    async def check(self) -> float:
        """Fail, or wait for ever."""
        self.checks += 1
        if self._error:
            raise self._error
        await asyncio.Event().wait()
        return 0.0


def test_a_database_that_never_answers_is_reported_in_time() -> None:
    """The check stops waiting at its limit, says so, and leaves no second check waiting."""

    async def run() -> None:
        async with running(Movers()) as service:
            service.store, store = Unwell(), service.store  # type: ignore[assignment]
            readiness = ReadinessCheck(service, seconds=0.25)
            for _ in range(3):
                found = await readiness._find_problems()
                assert found.problems == ["the database does not work: no answer within 0.25 s"]
            assert service.store.checks == 1  # type: ignore[attr-defined]
            service.store = store

    asyncio.run(run())


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (StoreBusyError("disk is full"), "disk is full"),
        (TimeoutError(), "no answer in time"),
        (StoreBusyError(), "StoreBusyError"),
        (ConnectionResetError(), "ConnectionResetError"),
    ],
)
def test_a_database_that_fails_always_has_a_cause(error: Exception, cause: str) -> None:
    """Also an error without a text of its own is named in the list of problems."""

    async def run() -> None:
        async with running(Movers()) as service:
            service.store, store = Unwell(error), service.store  # type: ignore[assignment]
            found = await ReadinessCheck(service, seconds=300.0).check()
            assert found.problems == [f"the database does not work: {cause}"]
            service.store = store

    asyncio.run(run())


def test_work_that_fails_begins_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Background work goes on after errors of any kind, and each is counted."""
    monkeypatch.setattr("divisor_duel.web.ops.restarts.PAUSE_SECONDS", 0.0)
    done: list[int] = []
    restarts = Restarts()

    async def work() -> None:
        done.append(1)
        if len(done) < 4:
            raise KeyError("a library's own error")
        await asyncio.Event().wait()

    async def run() -> None:
        task = asyncio.create_task(restarts.keep_running("work", work))
        await until(lambda: len(done) == 4)
        task.cancel()

    asyncio.run(run())
    assert restarts.count == 3


def test_work_that_swallows_a_cancellation_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work is cancelled until it has ended, as database clients may swallow a cancellation."""
    monkeypatch.setattr("divisor_duel.web.ops.restarts.CANCEL_SECONDS", 0.01)
    begun: list[int] = []

    async def work() -> None:
        while True:
            begun.append(1)
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                if len(begun) == 3:
                    raise

    async def run() -> None:
        task = asyncio.create_task(Restarts().keep_running("work", work))
        await until(lambda: bool(begun))
        await end_tasks([task])
        assert task.cancelled()

    asyncio.run(run())


def test_games_of_a_newer_server_are_left_alone() -> None:
    """Of two versions side by side, the older refuses what the newer has written, and keeps it."""

    async def run() -> None:
        async with running(Movers()) as service:
            table = table_of("divider")
            body = json.loads(msgspec.json.encode(replace(table, format=FORMAT + 1)))
            kept = json.dumps(body | {"novelty": [1, 2]}).encode()
            await service.store.save([StoredGame(table.id, 1, True, kept)])
            with pytest.raises(NewerGameError):
                await service.change(table.id, lambda now: now)
            await service.computer_players.make_moves(table.id)
            row = await service.store.load(table.id)
            assert row
            assert (row.version, row.body) == (1, kept)

    asyncio.run(run())


def test_the_log_is_json_and_brief() -> None:
    """A line says when, how bad, what and for which request; the same again waits its turn."""
    record = logging.LogRecord("x", logging.ERROR, "", 1, "it %s", ("broke",), None)
    REQUEST.set("abc")
    line = json.loads(JsonFormatter().format(record))
    assert (line["level"], line["message"], line["request"]) == ("error", "it broke", "abc")
    assert line["time"].endswith("+00:00")
    brief = RepeatFilter()
    assert [brief.filter(record) for _ in range(3)] == [True, False, False]


def test_nothing_in_the_log_controls_a_terminal() -> None:
    """A line stays one line of printable ASCII, whatever a client sent, and reads back whole."""
    sent = "GET /\r\nlevel: info \x1b[2J\x9b2J\x7f\u202e\u2028\ud800"
    record = logging.LogRecord("x", logging.WARNING, "", 1, "bad request: %s", (sent,), None)
    line = JsonFormatter().format(record)
    assert line.isascii()
    assert line.isprintable()
    assert json.loads(line)["message"] == f"bad request: {sent}"
