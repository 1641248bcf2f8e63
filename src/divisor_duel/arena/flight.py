"""Many games at once in one process: while one model thinks, all others are asked.

Calls to models are awaited on one event loop. Levels answer at once. Programs
are asked in a few threads, each with programs of its own; a question tells all
there is to know, so it does not matter which of them answers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from divisor_duel import work
from divisor_duel.arena import troupes
from divisor_duel.arena.chat import Chat
from divisor_duel.arena.endpoint import Switchboard
from divisor_duel.arena.ledger import Ledger
from divisor_duel.arena.pauses import Pauses
from divisor_duel.arena.players import Entry, LevelPlayer
from divisor_duel.arena.playing import (
    Addressed,
    Line,
    Steps,
    conduct,
    is_played,
    referee,
    unplayed,
)
from divisor_duel.arena.protocol import Answer, Trouble
from divisor_duel.arena.schedule import Terms
from divisor_duel.engine.levels import LEVELS

PROGRAMS = 2
"""How many threads ask programs."""


class InFlight:
    """A runner for tournaments in which language models play."""

    def __init__(
        self,
        calls: int = 64,
        ledger: Ledger | None = None,
        begin: Callable[[Any], Steps] = referee,
        blocked: Callable[[Any, Entry, Trouble], Line] = unplayed,
    ) -> None:
        """At most so many `calls`; `begin` makes a task into questions, `blocked` into trouble."""
        self._calls = calls
        self._ledger = ledger or Ledger()
        self._ways = begin, blocked

    def __call__(self, job: work.Job[Any, Any], tasks: Sequence[Any], /) -> work.Rows[Any]:
        """Play the games side by side; they are told apart as soon as they are over."""
        with asyncio.Runner() as loop, ThreadPoolExecutor(PROGRAMS) as threads:
            flight = loop.run(_take_off(tasks, self._calls, self._ledger, threads, self._ways))
            done = False
            try:
                while (line := loop.run(flight.next())) is not None:
                    yield line
                done = True
            finally:
                loop.run(flight.land())
                job.finish(done)


async def _take_off(*parts: Any) -> _Flight:
    """A flight, begun where its loop runs."""
    return _Flight(*parts)


class _Flight:
    def __init__(
        self,
        tasks: Sequence[Any],
        calls: int,
        ledger: Ledger,
        threads: ThreadPoolExecutor,
        ways: tuple[Callable[[Any], Steps], Callable[[Any, Entry, Trouble], Line]],
    ) -> None:
        self._begin, self._blocked = ways
        self._waiting = iter(tasks)
        self._left = len(tasks)
        self._board = Switchboard(ledger, calls)
        self._threads = threads
        self._pauses = Pauses()
        self._chats: dict[str, Chat] = {}
        self._under_way, self._room = 0, asyncio.Event()
        self._over: asyncio.Queue[Line | BaseException] = asyncio.Queue()
        self._seats = [asyncio.create_task(self._seat()) for _ in range(min(calls, len(tasks)))]

    async def next(self) -> Line | None:
        """The next game that is over; None if there is none left."""
        if not self._left:
            return None
        self._left -= 1
        line = await self._over.get()
        if isinstance(line, BaseException):
            raise line
        return line

    async def land(self) -> None:
        """Give up what is under way, and hang up."""
        for seat in self._seats:
            seat.cancel()
        await asyncio.gather(*self._seats, return_exceptions=True)
        await self._board.hang_up()

    async def _seat(self) -> None:
        """One place at which one game after the other is played."""
        for task in self._waiting:
            try:
                line = await self._paid(task)
            except Exception as problem:  # not of the game: whoever waits for it must know
                self._over.put_nowait(problem)
                return
            self._pauses.count(line)
            self._over.put_nowait(line)
            await asyncio.sleep(0)

    async def _paid(self, task: Any) -> Line:
        """A game, begun when the budget has room for it."""
        ledger = self._board.ledger
        model = next((entry for entry in task.players if entry.model), None)
        if model is None:
            return await self._play(task)
        while not ledger.has_room(self._under_way):
            self._room.clear()
            await self._room.wait()
        try:
            ledger.check()
        except Trouble as trouble:
            return self._blocked(task, model, trouble)
        self._under_way += 1
        try:
            line = await self._play(task)
        finally:
            self._under_way -= 1
            self._room.set()
        ledger.games += is_played(line)
        return line

    async def _play(self, task: Any) -> Line:
        paused = self._pauses.trouble(task.players)
        if paused:
            return self._blocked(task, *paused)

        async def ask(asked: Addressed) -> Answer:
            return await self._answer(asked, task.terms)

        return await conduct(self._begin(task), ask, partial(self._blocked, task))

    async def _answer(self, ask: Addressed, terms: Terms) -> Answer:
        entry, question = ask
        if entry.model:
            return await self._chat(entry, terms).ask(question)
        if entry.spec in LEVELS:
            return LevelPlayer(entry.spec).choose(question)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, troupes.ask_program, ask, terms)

    def _chat(self, entry: Entry, terms: Terms) -> Chat:
        if entry.name not in self._chats:
            assert entry.model
            self._chats[entry.name] = Chat(entry.model, self._board, terms.patience)
        return self._chats[entry.name]
