"""Thinking off the event loop: a few processes, each query with an end, queues with a limit.

Computer moves and analyses have processes of their own, and analysing ones yield to
all others, so that however much is analysed no move waits for it.
"""

from __future__ import annotations

import asyncio
import sys
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from time import monotonic
from typing import NamedTuple

from divisor_duel.web.fair import FairQueue
from divisor_duel.web.messages import encode
from divisor_duel.web.tables import RefusedError
from divisor_duel.web.thinking import READY, REFUSED, SOON, WRONG, Query

HARD_SECONDS = 60.0
"""A process that thinks for longer has run away; it is ended and another one started."""

ATTEMPTS = 2
"""How often a query is tried when the process that works on it dies."""

TOO_LARGE = "this position is too large to be worked out here"
LONGEST_LINE = 32 << 20
REMEMBERED = 512


class BusyError(Exception):
    """Too much is waiting already; try again later."""


class ThinkingError(Exception):
    """The query could not be done; says why."""


class _DiedError(Exception):
    """The process ended before it had answered."""


Tell = Callable[[bytes], None]
"""Hears what is known before the answer."""


class _Thinker:
    """One process."""

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self._process: asyncio.subprocess.Process | None = None
        self._ended: list[asyncio.subprocess.Process] = []

    async def ask(self, query: bytes, seconds: float, tell: Tell) -> bytes:
        """The answer of the process; one that dies is replaced and asked once more."""
        for _ in range(ATTEMPTS):
            with suppress(_DiedError):
                answer = await self._ask(query, seconds, tell)
                if answer.startswith(WRONG):
                    raise ThinkingError(answer[1:].decode().strip())
                if answer.startswith(REFUSED):
                    raise RefusedError(answer[1:].decode().strip())
                return answer[1:-1]
        raise ThinkingError(TOO_LARGE)

    async def _ask(self, query: bytes, seconds: float, tell: Tell) -> bytes:
        try:
            process = self._process or await self._start()
            assert process.stdin
            assert process.stdout
            process.stdin.write(query + b"\n")
            await process.stdin.drain()
            while (answer := await asyncio.wait_for(process.stdout.readline(), seconds)).startswith(
                SOON
            ):
                tell(answer[1:-1])
        except (TimeoutError, ValueError):
            self.end()
            raise ThinkingError(TOO_LARGE) from None
        except OSError:
            self.end()
            raise _DiedError from None
        except BaseException:  # cancelled: what it answers later must not meet the next query
            self.end()
            raise
        if not answer.endswith(b"\n"):
            self.end()
            raise _DiedError
        return answer

    async def _start(self) -> asyncio.subprocess.Process:
        """A process that is ready, so that no query pays for its start."""
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
        """Stop the process, whatever it does; the next query gets another one."""
        process, self._process = self._process, None
        if process:
            with suppress(ProcessLookupError):
                process.kill()
            self._ended = [one for one in self._ended if one.returncode is None] + [process]

    async def gone(self) -> None:
        """Wait until nothing of it is left."""
        await asyncio.gather(*(process.wait() for process in self._ended))


class _Asked(NamedTuple):
    """A query that waits."""

    line: bytes
    answer: asyncio.Future[bytes]
    seconds: float
    tell: Tell = lambda found: None
    """Hears what is known before the answer."""


class _Watched:
    """An answer that is on its way, and who looks on."""

    def __init__(self, answer: asyncio.Future[bytes]) -> None:
        self.answer = answer
        self.latest: bytes | None = None
        self.lookers: set[asyncio.Queue[bytes | None]] = set()
        answer.add_done_callback(lambda _: self.tell(None))

    def tell(self, found: bytes | None) -> None:
        """Something better is known; None: the answer itself."""
        self.latest = found
        for looker in self.lookers:
            looker.put_nowait(found)


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
        self._watched: dict[bytes, _Watched] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def waiting(self) -> int:
        """How many queries wait."""
        return self._queue.size

    async def run(self, query: Query, client: str, seconds: float = HARD_SECONDS) -> bytes:
        """The answer to a query; BusyError at once if too many are waiting.

        Equal queries are done once, and the last answers are remembered.
        """
        line = encode(query)
        if line in self._known:
            self._known.move_to_end(line)
            return self._known[line]
        answer = self._running.get(line)
        if answer is None:
            answer = self._begin(line, client)
            self._queue.put(client, _Asked(line, answer, seconds))
            self._dispatch()
        return await asyncio.shield(answer)

    async def watch(
        self, query: Query, client: str, seconds: float = HARD_SECONDS
    ) -> AsyncGenerator[bytes, None]:
        """Better and better answers to a query, the last one whole; BusyError as by `run`.

        When the last who looks on leaves, the work is stopped.
        """
        line = encode(query)
        if line in self._known:
            self._known.move_to_end(line)
            yield self._known[line]
            return
        watched = self._watched.get(line)
        if watched is None:
            watched = self._watched[line] = _Watched(self._begin(line, client))
            self._queue.put(client, _Asked(line, watched.answer, seconds, watched.tell))
            self._dispatch()
        found: asyncio.Queue[bytes | None] = asyncio.Queue()
        watched.lookers.add(found)
        try:
            if watched.latest is not None:
                yield watched.latest
            while (better := await found.get()) is not None:
                yield better
            yield watched.answer.result()
        finally:
            watched.lookers.discard(found)
            if not watched.lookers and not watched.answer.done():
                watched.answer.cancel()
                self._settle(line, watched.answer)

    def _begin(self, line: bytes, client: str) -> asyncio.Future[bytes]:
        crowded = self._queue.size >= self._most_waiting
        if crowded or self._queue.waits(client) >= self._most_each:
            raise BusyError
        answer = self._running[line] = asyncio.get_running_loop().create_future()
        answer.add_done_callback(lambda done: self._settle(line, done))
        return answer

    def _settle(self, line: bytes, answer: asyncio.Future[bytes]) -> None:
        if self._running.get(line) is answer:
            del self._running[line]
            self._watched.pop(line, None)
        if answer.cancelled() or answer.exception():
            return
        self._known[line] = answer.result()
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    def _dispatch(self) -> None:
        while self._free and self._queue.size:
            client, asked = self._queue.get()
            if asked.answer.done():  # nobody waits for it any more
                continue
            task = asyncio.create_task(self._think(self._free.pop(), client, asked))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _think(self, thinker: _Thinker, client: str, asked: _Asked) -> None:
        began = monotonic()
        work = asyncio.ensure_future(thinker.ask(asked.line, asked.seconds, asked.tell))
        asked.answer.add_done_callback(lambda _: work.cancel())
        try:
            answer = await work
        except asyncio.CancelledError:
            if not asked.answer.cancelled():
                raise
        except Exception as error:
            if not asked.answer.done():
                asked.answer.set_exception(error)
        else:
            if not asked.answer.done():
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
