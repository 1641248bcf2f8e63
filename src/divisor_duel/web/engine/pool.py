"""A pool of worker processes: a fair queue, deadlines, shared answers and a cache.

Computer moves, analyses and pictures each have a pool, and the last two run at a lower
priority, so that however much is analysed or drawn, no move waits for it. When all readers
of a query have left, it is taken out of the queue, or stopped if it is running.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import AsyncGenerator, Callable
from time import monotonic

from divisor_duel.web.engine.fair_queue import FairQueue, QueueFullError
from divisor_duel.web.engine.query import Query
from divisor_duel.web.engine.worker import WorkerError, WorkerProcess
from divisor_duel.web.schema.states import encode

__all__ = ["QUERY_SECONDS", "BusyError", "WorkerError", "WorkerPool"]

QUERY_SECONDS = 60.0
"""Deadline of a query, in seconds; a process that takes longer is killed and replaced."""

GRACE_SECONDS = 0.5
"""Seconds for which a query runs on after its last reader has left.

Stopping it at once would not pay: a new process costs as much.
"""

CACHED_BYTES = 32 << 20
"""Size limit of the cached answers of one pool, in bytes."""

Count = Callable[[float], None]
"""Called with the CPU seconds that a worker has used for a query."""


class BusyError(Exception):
    """The queue is full; `own` says that the client itself has filled its share."""

    def __init__(self, own: bool = False) -> None:
        super().__init__(own)
        self.own = own


class _Job:
    """A query that waits or is running, and its readers."""

    def __init__(self, line: bytes, seconds: float) -> None:
        self.line, self.seconds = line, seconds
        self.answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.running = False
        self.readers: Counter[str] = Counter()
        """How many readers of each client wait for the answer."""
        self.lines: set[str] = set()
        """The clients in whose lines it waits: it is served when the first of them has a turn."""
        self.streams: set[asyncio.Queue[bytes | None]] = set()
        self.latest: bytes | None = None

    def report(self, result: bytes | None) -> None:
        """Send a better result to all streams; None stands for the answer itself."""
        self.latest = result
        for stream in self.streams:
            stream.put_nowait(result)


class WorkerPool:
    """A few worker processes that share a queue, which is fair between clients."""

    def __init__(
        self,
        processes: int,
        most_waiting: int,
        most_per_client: int = 1 << 60,
        niceness: int = 0,
        count: Count = lambda seconds: None,
    ) -> None:
        self._all = [WorkerProcess(niceness) for _ in range(processes)]
        self._free = list(self._all)
        self._count = count
        self._queue: FairQueue[_Job] = FairQueue(most_waiting, most_per_client)
        self._cache = ByteCache(CACHED_BYTES)
        self._jobs: dict[bytes, _Job] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def waiting(self) -> int:
        """How many queries wait."""
        return self._queue.size

    def cached(self, query: Query) -> bytes | None:
        """Return the answer to a query if it is in the cache."""
        return self._cache.get(encode(query))

    async def run(self, query: Query, client: str, seconds: float = QUERY_SECONDS) -> bytes:
        """Return the answer to a query; BusyError if it gets no place in the queue.

        Equal queries share one run.
        """
        line = encode(query)
        known = self._cache.get(line)
        if known is not None:
            return known
        job = self._join(line, client, seconds)
        try:
            return await asyncio.shield(job.answer)
        finally:
            self._leave(job, client)

    async def watch(self, query: Query, client: str) -> AsyncGenerator[bytes, None]:
        """Yield better and better answers, the last one complete; BusyError as in `run`."""
        line = encode(query)
        known = self._cache.get(line)
        if known is not None:
            yield known
            return
        job = self._join(line, client, QUERY_SECONDS)
        results: asyncio.Queue[bytes | None] = asyncio.Queue()
        job.streams.add(results)
        try:
            if job.latest is not None:
                yield job.latest
            while (better := await results.get()) is not None:
                yield better
            yield job.answer.result()
        finally:
            job.streams.discard(results)
            self._leave(job, client)

    # --- readers ----------------------------------------------------------------------------

    def _join(self, line: bytes, client: str, seconds: float) -> _Job:
        """Add a reader to the job for a query, which is started if there is none."""
        job = self._jobs.get(line) or _Job(line, seconds)
        if not job.running and client not in job.lines:
            self._line_up(job, client)
        if line not in self._jobs:
            self._jobs[line] = job
            job.answer.add_done_callback(lambda _: self._settle(job))
        job.readers[client] += 1
        self._dispatch()
        return job

    def _line_up(self, job: _Job, client: str) -> None:
        """Put a job in a client's own line, so that no other client's line delays it."""
        try:
            displaced = self._queue.put(client, job)
        except QueueFullError as error:
            raise BusyError(error.own) from None
        job.lines.add(client)
        if displaced:
            displaced.item.lines.discard(displaced.client)
            self._check_place(displaced.item)

    def _leave(self, job: _Job, client: str) -> None:
        """Remove a reader; give up work that no reader waits for any more."""
        job.readers[client] -= 1
        if job.readers[client]:
            return
        del job.readers[client]
        if client in job.lines:
            job.lines.discard(client)
            self._queue.remove(client, job)
        if not job.answer.done():
            self._check_place(job)

    def _check_place(self, job: _Job) -> None:
        """End a job without readers, or without a place left in the queue."""
        if not job.readers and job.running:
            asyncio.get_running_loop().call_later(GRACE_SECONDS, self._give_up, job)
        elif not job.readers:
            self._give_up(job)
        elif not job.running and not job.lines:
            job.answer.set_exception(BusyError())
            self._settle(job)

    def _give_up(self, job: _Job) -> None:
        if not job.readers and not job.answer.done():
            job.answer.cancel()
            self._settle(job)

    def _settle(self, job: _Job) -> None:
        if self._jobs.get(job.line) is job:
            del self._jobs[job.line]
        job.report(None)
        if not job.answer.cancelled() and job.answer.exception() is None:
            self._cache.put(job.line, job.answer.result())

    # --- work -------------------------------------------------------------------------------

    def _dispatch(self) -> None:
        while self._free and self._queue.size:
            client, job = self._queue.get()
            job.lines.discard(client)
            for other in job.lines:
                self._queue.remove(other, job)
            job.lines.clear()
            job.running = True
            task = asyncio.create_task(self._work(self._free.pop(), client, job))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _work(self, process: WorkerProcess, client: str, job: _Job) -> None:
        began = monotonic()
        asking = asyncio.ensure_future(process.ask(job.line, job.seconds, job.report))
        job.answer.add_done_callback(lambda _: asking.cancel())
        try:
            answer = await asking
        except asyncio.CancelledError:
            if not job.answer.cancelled():
                raise
        except Exception as error:
            if not job.answer.done():
                job.answer.set_exception(error)
        else:
            if not job.answer.done():
                job.answer.set_result(answer)
        self._count(process.spent)
        await process.start()  # the client whose query killed a process pays for the next one
        self._queue.charge(client, monotonic() - began)
        self._free.append(process)
        self._dispatch()

    async def close(self) -> None:
        """Stop all processes."""
        for job in list(self._jobs.values()):
            job.answer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for process in self._all:
            process.kill()
        await asyncio.gather(*(process.wait() for process in self._all))


class ByteCache:
    """The latest answers, as many as fit into `most` bytes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._answers: OrderedDict[bytes, bytes] = OrderedDict()
        self.size = 0
        """Bytes of all queries and answers in it."""

    def get(self, query: bytes) -> bytes | None:
        """Return the answer to a query if it is here."""
        if query in self._answers:
            self._answers.move_to_end(query)
        return self._answers.get(query)

    def put(self, query: bytes, answer: bytes) -> None:
        """Store an answer; drop the least recently used ones to make room for it."""
        if len(query) + len(answer) > self._most:
            return
        dropped = self._answers.pop(query, None)
        self.size += len(query) + len(answer) if dropped is None else len(answer) - len(dropped)
        self._answers[query] = answer
        while self.size > self._most:
            old, content = self._answers.popitem(last=False)
            self.size -= len(old) + len(content)
