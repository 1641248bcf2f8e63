"""One worker process as the server sees it: asked, timed, replaced when it dies.

The other side of the pipe is `tasks`.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import NamedTuple

from divisor_duel.web.engine.tasks import DONE, PARTIAL, READY, REFUSED, TOO_LARGE, WRONG
from divisor_duel.web.game.table import RefusedError

ATTEMPTS = 2
"""Limit on the attempts at a query if the process that works on it dies."""

LONGEST_ANSWER = 32 << 20
"""Size limit of one answer, in bytes."""


class WorkerError(Exception):
    """The query could not be answered; the message says why."""


class _DiedError(Exception):
    """The process ended before it had answered."""


class _Part(NamedTuple):
    """One message from a process."""

    mark: bytes
    seconds: float
    content: bytes


Report = Callable[[bytes], None]
"""Called with each result that is known before the answer."""


class WorkerProcess:
    """One process, started when it is first needed."""

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self._process: asyncio.subprocess.Process | None = None
        self._ended: list[asyncio.subprocess.Process] = []
        self.spent = 0.0
        """CPU seconds of the last query; wall-clock seconds if it was not answered."""

    async def ask(self, query: bytes, seconds: float, report: Report) -> bytes:
        """Return the answer of the process; one that dies is replaced and asked once more."""
        began = monotonic()
        for _ in range(ATTEMPTS):
            with suppress(_DiedError):
                try:
                    answer = await self._ask(query, seconds, report)
                except BaseException:
                    self.spent = monotonic() - began
                    raise
                self.spent = answer.seconds
                if answer.mark == WRONG:
                    raise WorkerError(answer.content.decode())
                if answer.mark == REFUSED:
                    raise RefusedError(answer.content.decode())
                return answer.content
        raise WorkerError(TOO_LARGE)

    async def _ask(self, query: bytes, seconds: float, report: Report) -> _Part:
        try:
            process = self._process or await self._start()
            assert process.stdin
            assert process.stdout
            process.stdin.write(query + b"\n")
            await process.stdin.drain()
            answer = await asyncio.wait_for(_read(process.stdout), seconds)
            while answer.mark == PARTIAL:
                report(answer.content)
                answer = await asyncio.wait_for(_read(process.stdout), seconds)
        except (TimeoutError, ValueError):
            self.kill()
            raise WorkerError(TOO_LARGE) from None
        except (OSError, EOFError):
            self.kill()
            raise _DiedError from None
        except BaseException:  # cancelled: a late answer must not pass for the next one
            self.kill()
            raise
        assert answer.mark in (DONE, WRONG, REFUSED)
        return answer

    async def start(self) -> None:
        """Start the process if there is none, so that the next query need not wait."""
        if self._process is None:
            try:
                await self._start()
            except (_DiedError, OSError):
                self.kill()

    async def _start(self) -> asyncio.subprocess.Process:
        process = self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "divisor_duel.web.engine.tasks",
            str(self._niceness),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=1 << 20,
        )
        assert process.stdout
        if not (await process.stdout.readline()).startswith(READY):
            raise _DiedError
        return process

    def kill(self) -> None:
        """Kill the process, even if it is busy; the next query starts another one."""
        process, self._process = self._process, None
        if process:
            with suppress(ProcessLookupError):
                process.kill()
            self._ended = [old for old in self._ended if old.returncode is None] + [process]

    async def wait(self) -> None:
        """Wait until every process that was killed has ended."""
        await asyncio.gather(*(process.wait() for process in self._ended))


async def _read(stream: asyncio.StreamReader) -> _Part:
    """Read a header line (mark, CPU seconds, length) and that many bytes."""
    header = (await stream.readline()).split()
    if len(header) != 3:
        raise EOFError
    mark, seconds, length = header[0], float(header[1]), int(header[2])
    if length > LONGEST_ANSWER:
        raise ValueError("the answer is too long")
    return _Part(mark, seconds, await stream.readexactly(length))
