"""Thinking off the event loop: a few processes, each job with an end, queues with a limit.

Computer moves and analyses have processes of their own, and analysing ones yield to
all others, so that however much is analysed no move waits for it.
"""

from __future__ import annotations

import asyncio
import sys
from collections import OrderedDict
from contextlib import suppress
from time import monotonic
from typing import NamedTuple

from divisor_duel.web.fair import FairQueue
from divisor_duel.web.messages import encode
from divisor_duel.web.tables import RefusedError
from divisor_duel.web.thinking import READY, REFUSED, WRONG, Job

HARD_SECONDS = 60.0
"""A process that thinks for longer has run away; it is ended and another one started."""

ATTEMPTS = 2
"""How often a job is tried when the process that works on it dies."""

TOO_LARGE = "this position is too large to be worked out here"
LONGEST_LINE = 32 << 20
REMEMBERED = 512


class BusyError(Exception):
    """Too much is waiting already; try again later."""


class ThinkingError(Exception):
    """The job could not be done; says why."""


class _DiedError(Exception):
    """The process ended before it had answered."""


class _Thinker:
    """One process."""

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self._process: asyncio.subprocess.Process | None = None
        self._ended: list[asyncio.subprocess.Process] = []

    async def ask(self, job: bytes, seconds: float) -> bytes:
        """The answer of the process; one that dies is replaced and asked once more."""
        for _ in range(ATTEMPTS):
            with suppress(_DiedError):
                answer = await self._ask(job, seconds)
                if answer.startswith(WRONG):
                    raise ThinkingError(answer[1:].decode().strip())
                if answer.startswith(REFUSED):
                    raise RefusedError(answer[1:].decode().strip())
                return answer[1:-1]
        raise ThinkingError(TOO_LARGE)

    async def _ask(self, job: bytes, seconds: float) -> bytes:
        try:
            process = self._process or await self._start()
            assert process.stdin
            assert process.stdout
            process.stdin.write(job + b"\n")
            await process.stdin.drain()
            answer = await asyncio.wait_for(process.stdout.readline(), seconds)
        except (TimeoutError, ValueError):
            self.end()
            raise ThinkingError(TOO_LARGE) from None
        except OSError:
            self.end()
            raise _DiedError from None
        except BaseException:  # cancelled: what it answers later must not meet the next job
            self.end()
            raise
        if not answer.endswith(b"\n"):
            self.end()
            raise _DiedError
        return answer

    async def _start(self) -> asyncio.subprocess.Process:
        """A process that is ready, so that no job pays for its start."""
        process = self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "divisor_duel.web.thinking",
            str(self._niceness),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=LONGEST_LINE,
        )
        assert process.stdout
        if not (await process.stdout.readline()).startswith(READY):
            raise _DiedError
        return process

    def end(self) -> None:
        """Stop the process, whatever it does; the next job gets another one."""
        process, self._process = self._process, None
        if process:
            with suppress(ProcessLookupError):
                process.kill()
            self._ended = [one for one in self._ended if one.returncode is None] + [process]

    async def gone(self) -> None:
        """Wait until nothing of it is left."""
        await asyncio.gather(*(process.wait() for process in self._ended))


class _Asked(NamedTuple):
    """A job that waits."""

    line: bytes
    answer: asyncio.Future[bytes]
    seconds: float


class Thinkers:
    """A few processes that share a queue, which is fair between clients."""

    def __init__(
        self, count: int, most_waiting: int, most_each: int = 1 << 60, niceness: int = 0
    ) -> None:
        self._all = [_Thinker(niceness) for _ in range(count)]
        self._free = list(self._all)
        self._most_waiting, self._most_each = most_waiting, most_each
        self._queue: FairQueue[_Asked] = FairQueue()
        self._known: OrderedDict[bytes, bytes] = OrderedDict()
        self._running: dict[bytes, asyncio.Future[bytes]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return self._queue.size

    async def run(self, job: Job, client: str, seconds: float = HARD_SECONDS) -> bytes:
        """The answer to a job; BusyError at once if too many are waiting.

        Equal jobs are done once, and the last answers are remembered.
        """
        line = encode(job)
        if line in self._known:
            self._known.move_to_end(line)
            return self._known[line]
        answer = self._running.get(line)
        if answer is None:
            crowded = self._queue.size >= self._most_waiting
            if crowded or self._queue.waits(client) >= self._most_each:
                raise BusyError
            answer = self._running[line] = asyncio.get_running_loop().create_future()
            answer.add_done_callback(lambda done: self._settle(line, done))
            self._queue.put(client, _Asked(line, answer, seconds))
            self._dispatch()
        return await asyncio.shield(answer)

    def _settle(self, line: bytes, answer: asyncio.Future[bytes]) -> None:
        del self._running[line]
        if answer.cancelled() or answer.exception():
            return
        self._known[line] = answer.result()
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    def _dispatch(self) -> None:
        while self._free and self._queue.size:
            task = asyncio.create_task(self._think(self._free.pop(), *self._queue.get()))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _think(self, thinker: _Thinker, client: str, asked: _Asked) -> None:
        began = monotonic()
        try:
            answer = await thinker.ask(asked.line, asked.seconds)
        except Exception as error:
            asked.answer.set_exception(error)
        else:
            asked.answer.set_result(answer)
        self._queue.charge(client, monotonic() - began)
        self._free.append(thinker)
        self._dispatch()

    async def close(self) -> None:
        """Stop all processes."""
        for answer in list(self._running.values()):
            answer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for thinker in self._all:
            thinker.end()
        await asyncio.gather(*(thinker.gone() for thinker in self._all))
