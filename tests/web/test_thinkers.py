"""Processes that think: they may die, and equal questions are asked once."""

from __future__ import annotations

import asyncio
import os
import signal

from msgspec.structs import replace

from divisor_duel.web.messages import encode
from divisor_duel.web.thinkers import Thinkers
from divisor_duel.web.thinking import Job, job_about
from tests.web.test_tables import played, table_of


def test_a_killed_process_is_replaced() -> None:
    """A process that was killed between two jobs costs neither of them its answer."""

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


def _move(seed: str) -> Job:
    """A position with one move only."""
    return Job("move", "countdown", {"start": 4}, level="random", seed=seed)


def test_equal_positions_of_different_games_are_one_question() -> None:
    """Names, seed, date and players of a game change nothing about what its moves are worth."""
    one = played(table_of("chain"), 3)
    other = replace(one, id="x", names=("Ann", "Ben"), seed=7, date="2001-01-01", version=9)
    longer = played(one, 2)
    asked = [encode(job_about("analysis", table, 3)) for table in (one, other, longer)]
    assert len(set(asked)) == 1
    assert encode(job_about("review", one, 3)) == encode(job_about("review", other, 3))
