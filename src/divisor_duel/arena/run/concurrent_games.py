"""Play many games concurrently in one process, so that models work in parallel.

Calls to models are awaited on one event loop. Levels answer at once. Programs are asked
from a few threads, each with its own copies of the programs. A question contains the
whole game so far, so it does not matter which copy answers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Never, TypeAlias, TypeVar, cast

from divisor_duel import jobs
from divisor_duel.arena.players.budget import CostBudget
from divisor_duel.arena.players.chat_client import ChatClient
from divisor_duel.arena.players.entries import Entry
from divisor_duel.arena.players.language_model import LanguageModel
from divisor_duel.arena.players.levels import built_in_player, is_built_in
from divisor_duel.arena.players.protocol import Answer, PlayerUnreachable
from divisor_duel.arena.players.terms import Terms
from divisor_duel.arena.run import worker_players
from divisor_duel.arena.run.paused_players import PausedPlayers
from divisor_duel.arena.run.referee import (
    PlayerQuestion,
    QuestionSteps,
    referee,
    run_steps_async,
    unplayed_row,
)
from divisor_duel.arena.run.rows import AnswerRow, GameRow, Row, Unplayed
from divisor_duel.arena.run.schedule import PlayerTask

T = TypeVar("T")
R = TypeVar("R")

PROGRAMS = 2
"""Number of threads that ask programs."""


Begin: TypeAlias = Callable[[Never], QuestionSteps[GameRow] | QuestionSteps[AnswerRow]]
"""Turns a task into its questions. Each job has its own kind of task: `Never` fits them all."""

Blocked: TypeAlias = Callable[[Never, Entry, PlayerUnreachable], Unplayed]
"""Makes the row of a task that could not be done."""


class ConcurrentRunner:
    """A runner for tournaments with language models."""

    def __init__(
        self,
        calls: int = 64,
        budget: CostBudget | None = None,
        begin: Begin = referee,
        blocked: Blocked = unplayed_row,
    ) -> None:
        """Limit concurrent calls to `calls`.

        `begin` turns a task into its questions. `blocked` makes the row of a task that could
        not be done.
        """
        self._calls = calls
        self._budget = budget or CostBudget()
        self._ways = begin, blocked

    def __call__(self, job: jobs.Job[T, R], tasks: Sequence[T], /) -> jobs.Rows[R]:
        """Play the games concurrently; yield the row of each as soon as it is over."""
        games = cast("Sequence[PlayerTask]", tasks)
        with asyncio.Runner() as loop, ThreadPoolExecutor(PROGRAMS) as threads:
            batch = loop.run(_start(games, self._calls, self._budget, threads, self._ways))
            done = False
            try:
                while (row := loop.run(batch.next())) is not None:
                    yield cast("R", row)
                done = True
            finally:
                loop.run(batch.stop())
                job.finish(done)


async def _start(
    tasks: Sequence[PlayerTask],
    calls: int,
    budget: CostBudget,
    threads: ThreadPoolExecutor,
    ways: tuple[Begin, Blocked],
) -> _Batch:
    """Create the batch inside the running loop, where it can create its tasks."""
    return _Batch(tasks, calls, budget, threads, ways)


class _Batch:
    """The games of one run, played by as many asyncio tasks as calls are allowed."""

    def __init__(
        self,
        tasks: Sequence[PlayerTask],
        calls: int,
        budget: CostBudget,
        threads: ThreadPoolExecutor,
        ways: tuple[Begin, Blocked],
    ) -> None:
        self._begin, self._blocked = ways
        self._waiting = iter(tasks)
        self._left = len(tasks)
        self._client = ChatClient(budget, calls)
        self._threads = threads
        self._paused = PausedPlayers()
        self._models: dict[str, LanguageModel] = {}
        self._under_way, self._room = 0, asyncio.Event()
        self._over: asyncio.Queue[Row | BaseException] = asyncio.Queue()
        slots = min(calls, len(tasks))
        self._workers = [asyncio.create_task(self._work()) for _ in range(slots)]

    async def next(self) -> Row | None:
        """Wait for the next finished game; None if all are finished."""
        if not self._left:
            return None
        self._left -= 1
        row = await self._over.get()
        if isinstance(row, BaseException):
            raise row
        return row

    async def stop(self) -> None:
        """Cancel the games in progress and close all connections."""
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)
        await self._client.aclose()

    async def _work(self) -> None:
        """Play one game after another until none is waiting."""
        for task in self._waiting:
            try:
                row = await self._within_budget(task)
            except Exception as problem:  # a bug, not a fault of a player: `next` raises it
                self._over.put_nowait(problem)
                return
            self._paused.count(row)
            self._over.put_nowait(row)
            await asyncio.sleep(0)

    async def _within_budget(self, task: PlayerTask) -> Row:
        """Play a game once the budget has room for it."""
        budget = self._client.budget
        model = next((entry for entry in task.players if entry.model), None)
        if model is None:
            return await self._play(task)
        while not budget.has_room(self._under_way):
            self._room.clear()
            await self._room.wait()
        try:
            budget.check()
        except PlayerUnreachable as trouble:
            return self._blocked(cast("Never", task), model, trouble)
        self._under_way += 1
        try:
            row = await self._play(task)
        finally:
            self._under_way -= 1
            self._room.set()
        budget.games += not isinstance(row, Unplayed)
        return row

    async def _play(self, task: PlayerTask) -> Row:
        paused = self._paused.first_of(task.players)
        if paused:
            return self._blocked(cast("Never", task), *paused)

        async def ask(asked: PlayerQuestion) -> Answer:
            return await self._answer(asked, task.terms)

        steps = self._begin(cast("Never", task))
        return await run_steps_async(steps, ask, partial(self._blocked, cast("Never", task)))

    async def _answer(self, asked: PlayerQuestion, terms: Terms) -> Answer:
        entry, question = asked
        if entry.model:
            return await self._model(entry, terms).ask(question)
        if is_built_in(entry.spec):
            return built_in_player(entry.spec).choose(question)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, worker_players.ask_program, asked, terms)

    def _model(self, entry: Entry, terms: Terms) -> LanguageModel:
        if entry.name not in self._models:
            assert entry.model
            self._models[entry.name] = LanguageModel(entry.model, self._client, terms.patience)
        return self._models[entry.name]
