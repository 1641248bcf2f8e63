"""Worker processes: they may die, and equal queries run once."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from contextlib import aclosing

import pytest

from divisor_duel.web.engine.pool import BusyError, ByteCache, WorkerPool
from divisor_duel.web.engine.query import Query


def test_a_killed_process_is_replaced() -> None:
    """A process that was killed between two queries costs neither of them its answer."""

    async def run() -> list[bytes]:
        pool = WorkerPool(1, most_waiting=10)
        try:
            answers = [await pool.run(_move("first"), "ann")]
            process = pool._all[0]._process
            assert process
            os.kill(process.pid, signal.SIGKILL)
            answers.append(await pool.run(_move("second"), "ann"))
            await process.wait()
            answers.append(await pool.run(_move("third"), "ben"))
            return answers
        finally:
            await pool.close()

    assert asyncio.run(run()) == [b'[2,null,""]'] * 3


def _move(seed: str) -> Query:
    """A position with one move only."""
    return Query("move", "countdown", {"start": 4}, level="random", seed=seed)


def test_who_looks_on_hears_better_and_better_answers() -> None:
    """Readers get better and better answers; the last one is complete."""

    async def run() -> tuple[list[bytes], list[bytes]]:
        pool = WorkerPool(1, most_waiting=10)
        try:
            heard = [found async for found in pool.watch(_explored(20), "ann")]
            return heard, [found async for found in pool.watch(_explored(20), "ben")]
        finally:
            await pool.close()

    heard, again = asyncio.run(run())
    known = [json.loads(found) for found in heard]
    counts = [sum(each["value"] != "unknown" for each in one["moves"]) for one in known]
    assert counts == sorted(counts)
    assert counts[-1] > 0
    assert again == heard[-1:]


def test_work_is_stopped_when_the_last_reader_leaves() -> None:
    """A query runs on for its other readers; when the last one leaves, its process is free."""

    async def run() -> bytes:
        pool = WorkerPool(1, most_waiting=10)
        try:
            async with aclosing(pool.watch(_explored(90), "ann")) as first:
                await anext(first)
                async with aclosing(pool.watch(_explored(90), "ben")) as second:
                    await anext(second)
                process = pool._all[0]._process
                assert process
                assert process.returncode is None
            await process.wait()
            with pytest.raises(BusyError):
                await anext(WorkerPool(1, most_waiting=0).watch(_explored(90), "ann"))
            return await pool.run(_move("next"), "ann")
        finally:
            await pool.close()

    assert json.loads(asyncio.run(run()))[0] == 2


async def _busy(pool: WorkerPool, client: str, high: int) -> asyncio.Task[bytes]:
    """A query that keeps the only process busy."""
    task = asyncio.create_task(pool.run(_explored(high), client))
    while not any(job.running for job in pool._jobs.values()):
        await asyncio.sleep(0)
    return task


async def _waiting(pool: WorkerPool, count: int) -> None:
    while pool.waiting != count:
        await asyncio.sleep(0)


def test_a_newcomer_gets_a_place_in_a_full_queue() -> None:
    """The newest query of the client with the most waiting makes room, and gets BusyError."""

    async def run() -> None:
        pool = WorkerPool(1, most_waiting=3)
        try:
            running = await _busy(pool, "greedy", 90)
            greedy = [
                asyncio.create_task(pool.run(_move(f"greedy {number}"), "greedy"))
                for number in range(3)
            ]
            await _waiting(pool, 3)
            honest = asyncio.create_task(pool.run(_move("honest"), "honest"))
            with pytest.raises(BusyError) as refused:
                await greedy[2]
            assert not refused.value.own
            running.cancel()
            assert await honest == b'[2,null,""]'
            assert not greedy[0].done()
        finally:
            await pool.close()

    asyncio.run(run())


def test_what_another_client_has_queued_does_not_wait_in_its_line() -> None:
    """A query at the end of one client's long line is served in another client's turn."""

    async def run() -> None:
        pool = WorkerPool(1, most_waiting=100)
        try:
            running = await _busy(pool, "greedy", 90)
            greedy = [
                asyncio.create_task(pool.run(_move(f"{number}"), "greedy")) for number in range(20)
            ]
            await _waiting(pool, 20)
            honest = asyncio.create_task(pool.run(_move("19"), "honest"))
            await _waiting(pool, 21)
            running.cancel()
            assert await honest == b'[2,null,""]'
            assert not greedy[0].done()
            assert await asyncio.wait_for(greedy[19], 100) == b'[2,null,""]'
        finally:
            await pool.close()

    asyncio.run(run())


def test_queued_work_is_dropped_when_its_readers_leave() -> None:
    """Nothing waits for readers who have left; who stays still gets the answer."""

    async def run() -> None:
        pool = WorkerPool(1, most_waiting=100)
        try:
            running = await _busy(pool, "ann", 90)
            asked = [
                asyncio.create_task(pool.run(_move(f"{number % 10}"), client))
                for number, client in enumerate(["ann"] * 10 + ["ben"] * 10)
            ]
            await _waiting(pool, 20)  # each query waits in the lines of both
            for task in asked[:10] + asked[11:]:
                task.cancel()
            await asyncio.gather(*asked[:10], *asked[11:], return_exceptions=True)
            assert pool.waiting == 1
            running.cancel()
            assert await asked[10] == b'[2,null,""]'
        finally:
            await pool.close()

    asyncio.run(run())


def test_work_is_charged_to_who_asked_for_it() -> None:
    """The CPU time of a worker goes to the client's account; an answer from the cache is free."""

    async def run() -> None:
        counted: list[float] = []
        pool = WorkerPool(1, 10, count=counted.append)
        card = Query("card", "chain", {"high": 20}, title="Chain", subtitle="2..20")
        try:
            drawn = await pool.run(card, "ann")
            while not pool._free:
                await asyncio.sleep(0)
            assert await pool.run(card, "ben") == drawn
            assert drawn.startswith(b"\x89PNG\r\n")
            (seconds,) = counted
            assert seconds > 0
            assert set(pool._queue._used) == {"ann"}
        finally:
            await pool.close()

    asyncio.run(run())


def test_the_cache_is_bounded_in_bytes() -> None:
    """The least recently used answers go first, and one that is too large is not stored."""
    cache = ByteCache(100)
    for name in (b"a", b"b", b"c"):
        cache.put(name, bytes(30))
    assert cache.get(b"a") == bytes(30)
    cache.put(b"d", bytes(30))
    assert [cache.get(name) is None for name in (b"a", b"b", b"c", b"d")] == [
        False,
        True,
        False,
        False,
    ]
    assert cache.size == 93
    cache.put(b"a", bytes(20))
    assert cache.size == 83
    cache.put(b"e", bytes(200))
    assert (cache.size, cache.get(b"e")) == (83, None)


def _explored(high: int) -> Query:
    """A position that takes longer than any test waits."""
    return Query("explore", "divider", {"high": high})
