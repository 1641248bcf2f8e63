"""Thinking off the event loop: a few processes, each job with an end, queues with a limit.

Computer moves and analyses have processes of their own, and analysing ones yield to
all others, so that however much is analysed no move waits for it.
"""

from __future__ import annotations

import asyncio
import sys
from collections import OrderedDict
from contextlib import suppress

from divisor_duel.web.messages import encode
from divisor_duel.web.worker import Job

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

    async def ask(self, job: bytes) -> bytes:
        """The answer of the process; one that dies is replaced and asked once more."""
        for _ in range(ATTEMPTS):
            with suppress(_DiedError):
                answer = await self._ask(job)
                if answer.startswith(b"-"):
                    raise ThinkingError(answer[1:].decode().strip())
                return answer[1:-1]
        raise ThinkingError(TOO_LARGE)

    async def _ask(self, job: bytes) -> bytes:
        process = self._process = self._process or await self._start()
        assert process.stdin
        assert process.stdout
        try:
            process.stdin.write(job + b"\n")
            await process.stdin.drain()
            answer = await asyncio.wait_for(process.stdout.readline(), HARD_SECONDS)
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
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "divisor_duel.web.worker",
            str(self._niceness),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=LONGEST_LINE,
        )

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


class Thinkers:
    """A few processes that share a queue."""

    def __init__(self, count: int, most_waiting: int, niceness: int = 0) -> None:
        self._all = [_Thinker(niceness) for _ in range(count)]
        self._free: asyncio.LifoQueue[_Thinker] = asyncio.LifoQueue()
        for thinker in self._all:
            self._free.put_nowait(thinker)
        self._most_waiting = most_waiting
        self._waiting = 0
        self._known: OrderedDict[bytes, bytes] = OrderedDict()
        self._running: dict[bytes, asyncio.Task[bytes]] = {}

    async def run(self, job: Job) -> bytes:
        """The answer to a job; BusyError at once if too many are waiting.

        Equal jobs are done once, and the last answers are remembered.
        """
        line = encode(job)
        if line in self._known:
            self._known.move_to_end(line)
            return self._known[line]
        task = self._running.get(line)
        if task is None:
            if self._waiting >= self._most_waiting:
                raise BusyError
            task = self._running[line] = asyncio.create_task(self._think(line))
            task.add_done_callback(lambda _: self._running.pop(line, None))
        return await asyncio.shield(task)

    async def _think(self, line: bytes) -> bytes:
        self._waiting += 1
        try:
            thinker = await self._free.get()
        finally:
            self._waiting -= 1
        try:
            answer = await thinker.ask(line)
        finally:
            self._free.put_nowait(thinker)
        self._known[line] = answer
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return answer

    async def close(self) -> None:
        """Stop all processes."""
        for task in list(self._running.values()):
            task.cancel()
        for thinker in self._all:
            thinker.end()
        await asyncio.gather(*(thinker.gone() for thinker in self._all))
