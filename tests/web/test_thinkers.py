"""Processes that think: they may die, and equal questions are asked once."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from contextlib import aclosing

import pytest
from msgspec.structs import replace

from divisor_duel.web.messages import encode
from divisor_duel.web.thinkers import BusyError, Thinkers
from divisor_duel.web.thinking import Query, query_about
from tests.web.test_tables import played, table_of


def test_a_killed_process_is_replaced() -> None:
    """A process that was killed between two queries costs neither of them its answer."""

    async def run() -> list[bytes]:
        thinkers = Thinkers(1, most_waiting=10)
        try:
            answers = [await thinkers.run(_move("first"), "ann")]
            process = thinkers._all[0]._process
            assert process
            os.kill(process.pid, signal.SIGKILL)
            answers.append(await thinkers.run(_move("second"), "ann"))
            await process.wait()
            answers.append(await thinkers.run(_move("third"), "ben"))
            return answers
        finally:
            await thinkers.close()

    assert asyncio.run(run()) == [b"[2,null]"] * 3


def _move(seed: str) -> Query:
    """A position with one move only."""
    return Query("move", "countdown", {"start": 4}, level="random", seed=seed)


def test_equal_positions_of_different_games_are_one_question() -> None:
    """Names, seed, date and players of a game change nothing about what its moves are worth."""
    one = played(table_of("chain"), 3)
    other = replace(one, id="x", names=("Ann", "Ben"), seed=7, date="2001-01-01", version=9)
    longer = played(one, 2)
    asked = [encode(query_about("analysis", table, 3)) for table in (one, other, longer)]
    assert len(set(asked)) == 1
    assert encode(query_about("review", one, 3)) == encode(query_about("review", other, 3))


def test_who_looks_on_hears_better_and_better_answers() -> None:
    """What is known of a position comes as it is found, the last answer being the whole one."""

    async def run() -> tuple[list[bytes], list[bytes]]:
        thinkers = Thinkers(1, most_waiting=10)
        try:
            heard = [found async for found in thinkers.watch(_explored(20), "ann")]
            return heard, [found async for found in thinkers.watch(_explored(20), "ben")]
        finally:
            await thinkers.close()

    heard, again = asyncio.run(run())
    known = [json.loads(found) for found in heard]
    counts = [sum(each["value"] != "unknown" for each in one["moves"]) for one in known]
    assert counts == sorted(counts)
    assert counts[-1] > 0
    assert again == heard[-1:]


def test_work_is_stopped_when_the_last_reader_leaves() -> None:
    """Who stays hears on; when nobody looks on any more the process is free for the next."""

    async def run() -> bytes:
        thinkers = Thinkers(1, most_waiting=10)
        try:
            async with aclosing(thinkers.watch(_explored(90), "ann")) as first:
                await anext(first)
                async with aclosing(thinkers.watch(_explored(90), "ben")) as second:
                    await anext(second)
                process = thinkers._all[0]._process
                assert process
                assert process.returncode is None
            await process.wait()
            with pytest.raises(BusyError):
                await anext(Thinkers(1, most_waiting=0).watch(_explored(90), "ann"))
            return await thinkers.run(_move("next"), "ann")
        finally:
            await thinkers.close()

    assert json.loads(asyncio.run(run()))[0] == 2


def _explored(high: int) -> Query:
    """A position that takes longer than anybody waits."""
    return Query("explore", "divider", {"high": high})
