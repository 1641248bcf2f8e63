"""One worker process as the server sees it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from divisor_duel.web.engine.query import Query
from divisor_duel.web.engine.tasks import TOO_LARGE
from divisor_duel.web.engine.worker import LONGEST_ANSWER, WorkerError, WorkerProcess, _read
from divisor_duel.web.game.table import RefusedError
from divisor_duel.web.schema.states import encode

MOVE = encode(Query("move", "countdown", {"start": 4}, level="random", seed="1"))
LONG = encode(Query("explore", "divider", {"high": 90}))
SECONDS = 300.0


def with_worker(test: Callable[[WorkerProcess], Awaitable[None]]) -> None:
    """Run a test with a process, and wait for its end."""

    async def run() -> None:
        worker = WorkerProcess(niceness=0)
        try:
            await test(worker)
        finally:
            worker.kill()
            await worker.wait()

    asyncio.run(run())


def test_a_process_answers_reports_and_is_measured() -> None:
    """The answer comes last, after the results that were known before it, with its CPU time."""

    async def test(worker: WorkerProcess) -> None:
        reported: list[bytes] = []
        query = encode(Query("explore", "divider", {"high": 20}))
        found = await worker.ask(query, SECONDS, reported.append)
        assert found.startswith(b'{"ply":0,')
        assert all(part.startswith(b'{"ply":0,') for part in reported)
        assert worker.spent > 0
        assert await worker.ask(MOVE, SECONDS, reported.append) == b'[2,null,""]'

    with_worker(test)


def test_a_refusal_and_an_error_are_raised() -> None:
    """What the rules refuse is a RefusedError; what goes wrong is a WorkerError; both go on."""

    async def test(worker: WorkerProcess) -> None:
        refused = encode(Query("record", text="no record"))
        with pytest.raises(RefusedError, match="line 1"):
            await worker.ask(refused, SECONDS, lambda _: None)
        with pytest.raises(WorkerError, match="ValidationError"):
            await worker.ask(b'{"kind":"dance"}', SECONDS, lambda _: None)
        process = worker._process
        assert await worker.ask(MOVE, SECONDS, lambda _: None) == b'[2,null,""]'
        assert worker._process is process

    with_worker(test)


def test_a_process_that_takes_too_long_is_replaced() -> None:
    """Past the deadline the process is killed, and the next query is answered by another."""

    async def test(worker: WorkerProcess) -> None:
        await worker.start()
        process = worker._process
        assert process
        with pytest.raises(WorkerError, match=TOO_LARGE):
            await worker.ask(LONG, 1e-6, lambda _: None)
        assert worker._process is None
        assert await worker.ask(MOVE, SECONDS, lambda _: None) == b'[2,null,""]'
        assert await process.wait() < 0

    with_worker(test)


def test_a_process_that_always_dies_is_not_asked_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """After two attempts the query is given up."""

    async def test(worker: WorkerProcess) -> None:
        starts: list[int] = []
        start = worker._start

        async def start_and_kill() -> asyncio.subprocess.Process:
            starts.append(1)
            process = await start()
            process.kill()
            await process.wait()
            return process

        monkeypatch.setattr(worker, "_start", start_and_kill)
        with pytest.raises(WorkerError, match=TOO_LARGE):
            await worker.ask(MOVE, SECONDS, lambda _: None)
        assert len(starts) == 2

    with_worker(test)


def test_messages_are_read_whole() -> None:
    """A header and its content are one message; a torn or too long one is an error."""

    async def read(data: bytes) -> tuple[bytes, float, bytes]:
        stream = asyncio.StreamReader()
        stream.feed_data(data)
        stream.feed_eof()
        return await _read(stream)

    assert asyncio.run(read(b"+ 0.250000 5\n1\n345+ 0")) == (b"+", 0.25, b"1\n345")
    for torn in (b"", b"+ 0.1\n", b"+ 0.1 9\nshort"):
        with pytest.raises(EOFError):
            asyncio.run(read(torn))
    with pytest.raises(ValueError, match="too long"):
        asyncio.run(read(b"+ 0.1 %d\n" % (LONGEST_ANSWER + 1)))
